/**
 * Follows the surface of a log as far as it goes, to say of each event where it stands.
 *
 * @module
 */
import type { LogEvent } from '../../pipeline/event.ts'
import { SurfaceTable, type SavedTable } from '../../stages/surface-table.ts'

/** Where an event stands. `unknown`: in a damaged log, whose surface cannot be followed to its end. */
export type FoundSurface = 'current' | 'shadowed' | 'log-only' | 'unknown'

/** The state as plain data. */
export interface SavedLabels {
  readonly table: SavedTable
  readonly isLost: boolean
}

const none: readonly number[] = []

/** The surface of one log. Holds 24 bytes per current node. */
export class SurfaceLabels {
  readonly #table: SurfaceTable
  #isLost: boolean

  constructor(saved?: SavedLabels) {
    this.#table = saved === undefined ? new SurfaceTable() : SurfaceTable.from(saved.table)
    this.#isLost = saved?.isLost ?? false
  }

  /** Takes the next event; returns the seqs of those that it takes off the surface. */
  take({ seq, surfaceOp }: LogEvent): readonly number[] {
    if (surfaceOp === undefined || this.#isLost) return none
    if (surfaceOp === 'append') {
      this.#table.append(seq, 0, 0)
      return none
    }
    const replaced = this.#table.replace(surfaceOp, seq, 0, 0)
    if (typeof replaced !== 'string') return replaced.shadowed.seqs
    // What the event replaced was lost to damage: from here on nobody knows what is still there.
    this.#isLost = true
    return none
  }

  /** What stands where it was put, now that the log has ended: `current` is only said of a surface that is known. */
  settled(surface: FoundSurface): FoundSurface {
    return this.#isLost && surface === 'current' ? 'unknown' : surface
  }

  save(): SavedLabels {
    return { table: this.#table.save(), isLost: this.#isLost }
  }
}
