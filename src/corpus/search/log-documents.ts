/**
 * Goes through the events of a log and says what each contributes to a search.
 *
 * @module
 */
import { isRecord, type LogEvent, type SessionHeader } from '../../pipeline/event.ts'
import { resultOf } from '../../stages/tool-result.ts'
import type { SearchRules } from './search-rules.ts'
import { SurfaceLabels, type FoundSurface, type SavedLabels } from './surface-labels.ts'

/** An event with text. */
export interface LogDocument {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly text: string
  /** Where it stands when it comes; a later event may shadow it. */
  readonly surface: FoundSurface
  /** Whether it is text of another session, or a result of a tool that shows such text. */
  readonly recalled: boolean
}

/** What is to be known to go on from a place in the log. Plain data. */
export interface SavedDocuments {
  readonly labels: SavedLabels
  readonly calls: readonly string[]
  readonly inherited: number
}

/** Calls of one turn that are remembered: of a turn with more, the oldest are taken for other tools' calls. */
const maxCalls = 4096

/** One log, event by event. Holds the surface, and the open turn's calls of tools that show other sessions. */
export class LogDocuments {
  readonly #rules: SearchRules
  readonly #labels: SurfaceLabels
  readonly #calls: Set<string>
  #inherited: number

  constructor(rules: SearchRules, header: SessionHeader, saved?: SavedDocuments) {
    this.#rules = rules
    this.#labels = new SurfaceLabels(saved?.labels)
    this.#calls = new Set(saved?.calls)
    this.#inherited = saved?.inherited ?? header.seedLength ?? 0
  }

  /** How many leading events came with the fork. */
  get inheritedEventCount(): number {
    return this.#inherited
  }

  /**
   * Takes the next event.
   *
   * @param take - called with it when it has text, before `shadow` is called with the seqs it shadows.
   */
  take(event: LogEvent, take: (document: LogDocument) => void, shadow: (seqs: readonly number[]) => void): void {
    const { type, seq, time, surfaceOp, data } = event
    const shadowed = this.#labels.take(event)
    if (type === 'turn/start') this.#calls.clear()
    else if (type === 'session/end-seed') {
      if (isRecord(data) && data['inherited'] === true) this.#inherited = seq
    } else {
      const recalled = this.#isRecalled(event)
      const text = this.#rules.textOf(event).toWellFormed()
      const surface = surfaceOp === undefined ? 'log-only' : 'current'
      if (text !== '') take({ seq, type, time, text, surface, recalled })
    }
    if (shadowed.length > 0) shadow(shadowed)
  }

  /** The label of a document, now that the log has ended. */
  settled(surface: FoundSurface): FoundSurface {
    return this.#labels.settled(surface)
  }

  save(): SavedDocuments {
    return { labels: this.#labels.save(), calls: [...this.#calls], inherited: this.#inherited }
  }

  #isRecalled(event: LogEvent): boolean {
    const { type, data } = event
    if (type === 'tool/call') {
      if (isRecord(data) && typeof data['callId'] === 'string') this.#called(data['callId'], data['name'])
      return false
    }
    if (this.#rules.isRecallMessage(event)) return true
    if (type !== 'tool/result') return false
    const callId = callOf(event)
    return callId !== undefined && this.#calls.has(callId)
  }

  #called(callId: string, name: unknown): void {
    this.#calls.delete(callId)
    if (!this.#rules.recallTools.has(name)) return
    this.#calls.add(callId)
    if (this.#calls.size > maxCalls) this.#calls.delete(this.#calls.values().next().value as string)
  }
}

/** The call a result answers, also of a result that replaces an earlier one. */
function callOf({ surfaceOp: _, ...event }: LogEvent): string | undefined {
  return resultOf(event)?.callId
}
