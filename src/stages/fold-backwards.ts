/**
 * Follows the surface from the end of a log: the newest nodes that a model sees, without the log before them.
 *
 * @module
 */
import type { LogEvent } from '../pipeline/event.ts'
import { defineStage, type Kernel, type Probe, type Stage } from '../pipeline/stage.ts'
import { BackwardSurface, type FoundNode, type Said, type SavedBackwardSurface } from './backward-surface.ts'
import { holdText } from './hold-text.ts'
import { messageTypes } from './source.ts'
import { speak } from './speak.ts'
import type { NodeEdit } from './surface-edit.ts'
import { units, type Unit } from './unit.ts'

/** How many nodes are wanted, and what is held meanwhile. */
export interface FoldBackwardsOptions {
  /** Nodes that are wanted, at least 1. @defaultValue 8, the most messages a view shows (R000-53) */
  readonly newest?: number
  /** @defaultValue UTF-8 bytes */
  readonly unit?: Unit
  /** Most text that is shown of one node, in `unit`; 4 KiB more of it is held. @defaultValue all of it */
  readonly maxItemSize?: number
  /** Replaces held whose place is not known yet. @defaultValue 4096: real logs have a handful */
  readonly maxReplaces?: number
}

interface Saved<T> {
  readonly surface: SavedBackwardSurface<T>
  readonly newest?: readonly FoundNode<T>[]
}

/**
 * Yields one `node` edit per node among the newest that say something, `item` being what `inner` makes of it; the
 * same ones that `foldSurface` has at the end of the log.
 *
 * Takes events newest first, as `openReverse` reads them, and stops when no older one can be among the newest. Left
 * to the full read: that a replace cites every node it shadows, and everything in the part that is not read.
 *
 * Order  surface order, all at the end.
 * Holds  at most `newest` nodes, and the replaces met whose place is not known, at most `maxReplaces`.
 * Cost   what `inner` costs; two map look-ups per surface event.
 * Ends   yields the nodes.
 *
 * @param inner - a stage without state of its own, run on each surface event by itself.
 * @throws LogError `LOG_NEEDS_FULL_READ` (as cause of a StageError) when only a full read can tell: more replaces
 *   than `maxReplaces` are open, one names what is not on the surface, or events do not come newest first.
 * @example
 * const log = await openReverse('session.jsonl')
 * await collect(pipe(log.read, foldBackwards(compose(filterSources(), filterBlocks()), { newest: 3 })))
 */
export function foldBackwards<T extends { readonly text: string }>(
  inner: Stage<LogEvent, T>,
  options: FoldBackwardsOptions = {},
): Stage<LogEvent, NodeEdit<T>> {
  const { unit = units.bytes, newest: count = 8, maxItemSize = Number.POSITIVE_INFINITY, maxReplaces = 4096 } = options
  if (!(count >= 1)) throw new RangeError(`foldBackwards: newest must be at least 1, not ${count}`)
  const held = holdText<T>(unit, maxItemSize)
  const start = (saved?: Saved<T>, probe?: Probe): Kernel<LogEvent, NodeEdit<T>, Saved<T>> => {
    const say = speak(inner, probe)
    const surface = new BackwardSurface<T>(maxReplaces, saved?.surface)
    let newest = saved?.newest

    const saidIn = (event: LogEvent): Said<T> | undefined => {
      const item = say(event)
      if (item === undefined) return undefined
      const size = unit.size(item.text)
      return { seq: event.seq, item: held(item, size), size, position: event.position ?? 0 }
    }
    const meet = (event: LogEvent): void => {
      const { seq, surfaceOp } = event
      if (surfaceOp === undefined || !surfaceTypes.has(event.type)) return
      if (surfaceOp === 'append') surface.append(seq, saidIn(event))
      else surface.replace(seq, surfaceOp.start, surfaceOp.end, saidIn(event))
      newest = surface.newest(count)
    }

    return {
      push(batch) {
        // One by one, so that what is counted does not depend on where a batch ends.
        for (const event of batch) {
          if (newest !== undefined) return 'stop'
          meet(event)
        }
        return newest === undefined ? 'more' : 'stop'
      },
      end(out) {
        const nodes = newest ?? surface.whole()
        for (const { place, seq, item, size, position } of nodes.toReversed()) {
          out.push({ kind: 'node', place, seq, item, size, position })
        }
      },
      save: () => ({ surface: surface.save(), ...(newest !== undefined && { newest }) }),
    }
  }
  return defineStage('fold-backwards', start, { reads: messageTypes })
}

const surfaceTypes: ReadonlySet<string> = new Set(messageTypes)
