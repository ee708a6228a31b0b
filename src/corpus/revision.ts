/**
 * Which bytes of a file were read: enough of them to see, later and without reading all again, that they are still
 * there.
 *
 * A writer that only appends never changes any of them. A rewrite in place that leaves every sample as it was goes
 * unnoticed.
 * @module
 */
import { hash } from 'node:crypto'
import type { ByteSource } from '../pipeline/readers/index.ts'

/** Bytes per sample. */
const sampleBytes = 4096

/** Samples spread over the file from its first byte on, beside its last bytes. */
const spreadSamples = 17

interface Sample {
  readonly offset: number
  readonly digest: string
}

/** What a file held when it was looked at. */
export interface Revision {
  readonly identity: string
  /** Bytes it had. */
  readonly size: number
  /** Bytes from the beginning over which samples are spread; the last one is at the end all the same. */
  readonly spreadOver: number
  readonly samples: readonly Sample[]
}

/**
 * Looks at an open file. To be done before it is read: what changes afterwards then does not go unnoticed.
 *
 * @param earlier - what it held before; samples that are still spread well enough are taken over.
 * @returns `undefined` when nobody can tell whether another opening shows the same file.
 */
export async function revisionOf(source: ByteSource, earlier?: Revision): Promise<Revision | undefined> {
  const { identity, size } = source
  if (identity === undefined) return undefined
  const kept = earlier !== undefined && size < earlier.spreadOver * maxGrowth ? earlier : undefined
  const known = new Map(kept && spreadOf(kept).map((sample) => [sample.offset, sample]))
  const spreadOver = kept?.spreadOver ?? size
  const offsets = new Set([...spread(spreadOver), Math.max(0, size - sampleBytes)])
  const samples = [...offsets].map(async (offset) => known.get(offset) ?? sampleAt(source, offset, size))
  return { identity, size, spreadOver, samples: await Promise.all(samples) }
}

/** Whether an open file still begins with what a revision saw. */
export async function continues(source: ByteSource, { identity, size, samples }: Revision): Promise<boolean> {
  if (source.identity !== identity || source.size < size) return false
  const now = await Promise.all(samples.map(({ offset }) => sampleAt(source, offset, size)))
  return now.every(({ digest }, index) => digest === samples[index]?.digest)
}

/** How much a file may grow before its samples are spread anew. */
const maxGrowth = 1.25

/** The samples that stay what they are: not those that reached up to the end of the file. */
const spreadOf = ({ samples, size }: Revision): readonly Sample[] =>
  samples.filter(({ offset }) => offset + sampleBytes < size)

const spread = (size: number): number[] =>
  Array.from({ length: spreadSamples }, (_, index) => Math.floor((size / spreadSamples) * index))

async function sampleAt(source: ByteSource, offset: number, end: number): Promise<Sample> {
  const bytes = Buffer.allocUnsafe(Math.min(sampleBytes, end - offset))
  const length = await source.read(bytes, offset)
  return { offset, digest: hash('sha1', bytes.subarray(0, length), 'base64') }
}
