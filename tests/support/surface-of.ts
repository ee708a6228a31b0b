/**
 * Follows the edits of `fold-surface` in a plain array, as a reader of its card would.
 *
 * @module
 */
import { compose, type LogEvent, type Stage } from '../../src/pipeline/index.ts'
import {
  filterBlocks,
  filterSources,
  foldSurface,
  wellFormed,
  type Message,
  type SurfaceEdit,
} from '../../src/stages/index.ts'
import { runKernel } from './kernels.ts'

/** A surface and how it came about. */
export interface Surface {
  readonly nodes: readonly number[]
  readonly replacements: readonly { readonly seq: number; readonly shadowedSeqs: readonly number[] }[]
  /** UTF-8 bytes of what the current nodes say. */
  readonly size: number
}

/** `fold-surface` with each node saying what the conversation shows of it. */
export const conversationFold = (): Stage<LogEvent, SurfaceEdit<Message>> =>
  foldSurface(compose(filterSources(), filterBlocks(), wellFormed<Message>()))

/** The edits that it yields for a whole log. */
export const editsOf = (events: readonly LogEvent[]): SurfaceEdit<Message>[] => runKernel(conversationFold(), events)

/** What the edits add up to. Throws where an edit does not fit the surface before it. */
export function surfaceOf(edits: readonly SurfaceEdit<Message>[]): Surface {
  let nodes: { seq: number; place: number; size: number }[] = []
  const replacements = []
  for (const edit of edits) {
    if (edit.kind !== 'node') continue
    const { seq, place, size, shadowed } = edit
    if (shadowed === undefined) {
      nodes.push({ seq, place, size })
      continue
    }
    const gone = nodes.filter((node) => node.place >= place && node.place <= shadowed.toPlace)
    const seqs = gone.map((node) => node.seq)
    if (seqs.join() !== shadowed.seqs.join())
      throw new Error(`seq ${seq} shadows ${seqs.join()}, not ${shadowed.seqs.join()}`)
    const sum = gone.reduce((total, node) => total + node.size, 0)
    const items = gone.filter((node) => node.size > 0).length
    if (sum !== shadowed.size || items !== shadowed.items) throw new Error(`seq ${seq} miscounts what it shadows`)
    nodes = nodes.filter((node) => !gone.includes(node))
    const at = nodes.filter((node) => node.place < place).length
    nodes.splice(at, 0, { seq, place, size })
    replacements.push({ seq, shadowedSeqs: seqs })
  }
  return { nodes: nodes.map(({ seq }) => seq), replacements, size: nodes.reduce((sum, { size }) => sum + size, 0) }
}
