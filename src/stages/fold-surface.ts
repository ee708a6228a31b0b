/**
 * Follows the surface: what a model sees after every append and every replace of an earlier range.
 *
 * @module
 */
import { LogError } from '../pipeline/errors.ts'
import { isSeq, type LogEvent } from '../pipeline/event.ts'
import { defineStage, type Kernel, type Probe, type Stage } from '../pipeline/stage.ts'
import { messageTypes } from './source.ts'
import { speak } from './speak.ts'
import type { NodeEdit, SurfaceEdit } from './surface-edit.ts'
import { SurfaceTable, type SavedTable } from './surface-table.ts'
import { units, type Unit } from './unit.ts'

/** What a node is measured by, and how many are named when a replace has taken nodes away. */
export interface FoldSurfaceOptions {
  /** @defaultValue UTF-8 bytes */
  readonly unit?: Unit
  /** Nodes named in the `newest` edit. @defaultValue 8, the most messages a view shows (R000-53) */
  readonly newest?: number
}

interface Saved {
  readonly table: SavedTable
  readonly hasReplaced: boolean
}

/**
 * Yields one `node` edit per surface event, `item` being what `inner` makes of it: nothing, or one text.
 *
 * When the log ends and a replace has taken away a node with text, a `newest` edit names the newest nodes that
 * have some; records that are then read again come out as `again` edits.
 *
 * Not checked here: that seqs are contiguous (the reader does), what an append cites, what else a replace cites
 * beside the nodes it shadows, and that a tool result's replacement is one that changes content only, which would
 * need every earlier result in memory.
 *
 * Order  surface events as in the log; `newest`, then `again`, after the last.
 * Holds  24 bytes per current node (seq, size, position, next), at most twice that; two map entries per
 *        current node that replaced others; never text.
 * Cost   what `inner` costs; a binary search per replace and one step per node it shadows.
 * Ends   names the newest nodes when a replace shadowed text.
 *
 * @param inner - a stage without state of its own, run on each surface event by itself.
 * @throws LogError `LOG_SURFACE_INVALID` (as cause of a StageError) when a replace names a range that is not on
 *   the surface, or does not cite every node it shadows; or a message has no place on the surface at all.
 * @see DSH `packages/core/session/src/surface.ts`: `foldSurface`
 */
export function foldSurface<T extends { readonly text: string }>(
  inner: Stage<LogEvent, T>,
  options: FoldSurfaceOptions = {},
): Stage<LogEvent, SurfaceEdit<T>> {
  const { unit = units.bytes, newest = 8 } = options
  const start = (saved?: Saved, probe?: Probe): Kernel<LogEvent, SurfaceEdit<T>, Saved> => {
    const say = speak(inner, probe)
    const table = saved === undefined ? new SurfaceTable() : SurfaceTable.from(saved.table)
    let hasReplaced = saved?.hasReplaced ?? false
    // Set when the log has ended: places of the nodes that were named, by record position.
    let named: ReadonlyMap<number, number> | undefined

    const nodeOf = (event: LogEvent): NodeEdit<T> => {
      const { seq, surfaceOp, position = 0 } = event
      const item = say(event)
      const size = item === undefined ? 0 : unit.size(item.text)
      if (surfaceOp === 'append') {
        const place = table.append(seq, size, position)
        return item === undefined
          ? { kind: 'node', seq, size, position, place }
          : { kind: 'node', seq, size, position, place, item }
      }
      if (surfaceOp === undefined) throw invalid(seq, 'a message without a place on the surface')
      const replaced = table.replace(surfaceOp, seq, size, position)
      if (typeof replaced === 'string') throw invalid(seq, replaced)
      checkCited(event, replaced.shadowed.seqs)
      hasReplaced ||= replaced.shadowed.items > 0
      return { kind: 'node', seq, ...(item !== undefined && { item }), size, position, ...replaced }
    }
    const name = (out: { push(edit: SurfaceEdit<T>): unknown }): void => {
      const nodes = hasReplaced ? table.newest(newest) : []
      named = new Map(nodes.map(({ position, place }) => [position, place]))
      if (hasReplaced) out.push({ kind: 'newest', nodes })
    }

    return {
      push(batch, out) {
        for (const event of batch) {
          if (!surfaceTypes.has(event.type)) continue
          if (named === undefined) {
            out.push(nodeOf(event))
            continue
          }
          const place = named.get(event.position ?? -1)
          const item = place === undefined ? undefined : say(event)
          if (place !== undefined && item !== undefined) out.push({ kind: 'again', place, item })
        }
        return 'more'
      },
      reread(out) {
        name(out)
        return []
      },
      end(out) {
        if (named === undefined) name(out)
      },
      save: () => ({ table: table.save(), hasReplaced }),
    }
  }
  return defineStage('fold-surface', start, { reads: messageTypes, skims: inner.skims })
}

const surfaceTypes: ReadonlySet<string> = new Set(messageTypes)

/**
 * A replace must cite every node it shadows; newer logs write runs of seqs as `[first, last]`.
 *
 * Goes through nodes and runs side by side, both sorted: a hostile record may have very many of each.
 */
function checkCited({ seq, sourceEventSeqs = [] }: LogEvent, shadowed: readonly number[]): void {
  const single = new Set(sourceEventSeqs.filter(isSeq))
  const runs = sourceEventSeqs.filter(isRun).sort(([a], [b]) => a - b)
  let next = 0
  let citedTo = -1
  for (const node of [...shadowed].sort((a, b) => a - b)) {
    for (let run = runs[next]; run !== undefined && run[0] <= node; run = runs[++next])
      citedTo = Math.max(citedTo, run[1])
    if (node > citedTo && !single.has(node)) throw invalid(seq, `it shadows seq ${node} without citing it`)
  }
}

const isRun = (cited: unknown): cited is readonly [number, number] =>
  Array.isArray(cited) && isSeq(cited[0]) && isSeq(cited[1])

const invalid = (seq: number, why: string): LogError =>
  new LogError('LOG_SURFACE_INVALID', `the surface cannot be followed past seq ${seq}: ${why}`)
