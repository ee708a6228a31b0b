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
  const sampler = new Sampler(source, size)
  const samples: Sample[] = []
  for (const offset of offsets) samples.push(known.get(offset) ?? (await sampler.at(offset)))
  return { identity, size, spreadOver, samples }
}

/** Whether an open file still begins with what a revision saw. */
export async function continues(source: ByteSource, { identity, size, samples }: Revision): Promise<boolean> {
  if (source.identity !== identity || source.size < size) return false
  const sampler = new Sampler(source, size)
  for (const { offset, digest } of samples) if ((await sampler.at(offset)).digest !== digest) return false
  return true
}

/** How much a file may grow before its samples are spread anew. */
const maxGrowth = 1.25

/** The samples that stay what they are: not those that reached up to the end of the file. */
const spreadOf = ({ samples, size }: Revision): readonly Sample[] =>
  samples.filter(({ offset }) => offset + sampleBytes < size)

const spread = (size: number): number[] =>
  Array.from({ length: spreadSamples }, (_, index) => Math.floor((size / spreadSamples) * index))

/** Longest that a read at once may take before the others are made the other way: the bytes are in no cache. */
const patienceMs = 2

/** Takes samples of the first `end` bytes of a file. */
class Sampler {
  readonly #source: ByteSource
  readonly #end: number
  readonly #bytes: Buffer = Buffer.allocUnsafe(sampleBytes)
  #isCached: boolean

  constructor(source: ByteSource, end: number) {
    this.#source = source
    this.#end = end
    this.#isCached = source.readNow !== undefined
  }

  async at(offset: number): Promise<Sample> {
    const bytes = this.#bytes.subarray(0, Math.min(sampleBytes, this.#end - offset))
    const since = performance.now()
    const length = this.#isCached
      ? (this.#source.readNow?.(bytes, offset) ?? 0)
      : await this.#source.read(bytes, offset)
    this.#isCached &&= performance.now() - since < patienceMs
    return { offset, digest: hash('sha1', bytes.subarray(0, length), 'base64') }
  }
}
