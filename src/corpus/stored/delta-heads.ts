/**
 * Heads of streamed deltas and of rows of them: which seqs they stand for, read on their bytes.
 *
 * @module
 */
import { packedType } from '../../pipeline/readers/dsh/packed-rows.ts'
import { unaskedHeads, type HeadReader } from '../../pipeline/readers/dsh/record-head.ts'
import { v0 } from '../../pipeline/readers/dsh/v0.ts'

const others: readonly string[] = [...v0.knownTypes, ...v0.renamed.values()].filter((type) => type !== packedType)

/** Makes a reader of these heads; whatever else there is has to be parsed. */
export const deltaHeads = (): HeadReader => unaskedHeads(v0, others)
