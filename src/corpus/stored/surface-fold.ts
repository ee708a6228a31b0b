/**
 * Follows the surface of a log event by event, and refuses what the harness's fold refuses.
 *
 * @see DSH `packages/core/session/src/surface.ts`: `planSurfaceEvent`
 * @module
 */
import { isRecord, isSeq } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'
import { SurfaceTable } from '../../stages/surface-table.ts'
import { isMessageType } from './event-shapes.ts'
import { resultMark } from './result-mark.ts'

/** What an event did to the surface: nothing, joined its end, or took the place of these. */
export type SurfaceStep = 'none' | 'append' | { readonly shadowed: readonly number[] }

/** The event breaks a rule of the surface. The message says which. */
class SurfaceFault extends Error {}

/** The surface as it is now. Holds 24 bytes per node. */
export class SurfaceFold {
  readonly #table = new SurfaceTable()
  #nodes = 0

  /** About how many bytes this takes. */
  get bytes(): number {
    return this.#nodes * 48
  }

  /**
   * Takes the next event, in log order.
   *
   * @param position - where its record can be found again.
   * @throws SurfaceFault
   */
  take(event: RawRecord, position: number): SurfaceStep {
    const { type, surfaceOp, sourceEventSeqs, seq } = event
    if (!isMessageType(type)) {
      if (surfaceOp !== undefined) throw new SurfaceFault('an event that is no message claims a place on the surface')
      if (sourceEventSeqs !== undefined) throw new SurfaceFault('an event that is no message cites others')
      return 'none'
    }
    if (surfaceOp === 'append') {
      checkCited(event)
      this.#table.append(seq as number, resultMark(event), position)
      this.#nodes += 1
      return surfaceOp
    }
    if (!isReplace(surfaceOp)) throw new SurfaceFault('a message without a place on the surface')
    const mark = resultMark(event)
    const replaced = this.#table.replace(surfaceOp, seq as number, mark, position)
    if (typeof replaced === 'string') throw new SurfaceFault(replaced)
    const { seqs, size } = replaced.shadowed
    checkCited(event)
    const cited = new Set((sourceEventSeqs ?? []) as readonly number[])
    if (!seqs.every((shadowed) => cited.has(shadowed))) throw new SurfaceFault('a replace does not cite all it shadows')
    // One node, whose mark is the sum of all marks.
    if (type === 'tool/result' && (seqs.length !== 1 || size !== mark)) {
      throw new SurfaceFault('a tool result replaces something else than itself with other content')
    }
    this.#nodes -= seqs.length - 1
    return { shadowed: seqs }
  }

  /** Seqs of the current nodes in surface order. */
  nodes(): Float64Array {
    return this.#table.seqs()
  }
}

function isReplace(op: unknown): op is { readonly start: number; readonly end: number } {
  return (
    isRecord(op) && Object.keys(op).length === 3 && op['op'] === 'replace' && isSeq(op['start']) && isSeq(op['end'])
  )
}

/** What an event cites is a list of earlier events, each once. */
function checkCited({ type, seq, sourceEventSeqs: cited }: RawRecord): void {
  if (cited === undefined) return
  if (!Array.isArray(cited)) throw new SurfaceFault('the seqs a message cites are no list')
  if (cited.length === 0 && type !== 'assistant/message') throw new SurfaceFault('a message cites nothing, in a list')
  let before = -1
  let isAscending = true
  for (const source of cited as readonly unknown[]) {
    if (!isSeq(source)) throw new SurfaceFault('a message cites what is no seq')
    if (source >= (seq as number)) throw new SurfaceFault('a message cites a later event')
    isAscending &&= source > before
    before = source
  }
  if (!isAscending && new Set(cited).size !== cited.length) throw new SurfaceFault('a message cites an event twice')
}
