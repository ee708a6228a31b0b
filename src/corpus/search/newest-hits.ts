/**
 * Keeps the newest hits of a log that is read from its beginning.
 *
 * @module
 */
import type { FoundEvent } from './corpus-search.ts'
import type { LogAsk, LogFinding } from './log-searcher.ts'
import type { FoundSurface } from './surface-labels.ts'

type Kept = { -readonly [Key in keyof FoundEvent]: FoundEvent[Key] } & { recalledBehind: number }

/** At most one more than are wanted, whatever the log has. */
export class NewestHits {
  readonly #limit: number
  readonly #kept: Kept[] = []
  /** Recalled ones older than all that are kept. */
  #recalledBefore = 0

  constructor({ limit }: LogAsk) {
    this.#limit = limit
  }

  add(hit: FoundEvent): void {
    this.#kept.push({ ...hit, recalledBehind: 0 })
    if (this.#kept.length <= this.#limit + 1) return
    const gone = this.#kept.shift() as Kept
    this.#recalledBefore += gone.recalledBehind
  }

  addRecalled(): void {
    const last = this.#kept.at(-1)
    if (last === undefined) this.#recalledBefore += 1
    else last.recalledBehind += 1
  }

  /** A later event has taken these off the surface: ascending or not, most of them no hits. */
  shadow(seqs: readonly number[]): void {
    const first = this.#kept[0]?.seq
    if (first === undefined) return
    const gone = new Set(seqs)
    for (const hit of this.#kept) if (gone.has(hit.seq)) hit.surface = 'shadowed'
  }

  finding(settled: (surface: FoundSurface) => FoundSurface): Pick<LogFinding, 'hits' | 'hasMore' | 'recalled'> {
    const hasMore = this.#kept.length > this.#limit
    const shown = hasMore ? this.#kept.slice(1) : this.#kept
    const recalled = shown.reduce((sum, hit) => sum + hit.recalledBehind, hasMore ? 0 : this.#recalledBefore)
    const hits = shown.toReversed().map(({ recalledBehind: _, surface, ...hit }) => {
      return { ...hit, surface: settled(surface) }
    })
    return { hits, hasMore, recalled }
  }
}
