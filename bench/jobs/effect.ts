/**
 * The small job with the streams of Effect.
 *
 * @module
 */
import { peerPackage } from '../peers/peer-package.ts'
import type { Job } from './job.ts'
import { recordLines } from './lines.ts'
import { isPresent, isWanted, Newest, pairing, partOf, type Parsed } from './newest.ts'

type Step = (stream: Piped) => Piped
interface Piped {
  pipe(...steps: readonly Step[]): Piped
}
interface StreamModule {
  readonly fromAsyncIterable: (items: AsyncIterable<string>, onError: (error: unknown) => unknown) => Piped
  readonly map: (step: (item: Parsed) => unknown) => Step
  readonly filter: (keeps: (item: Parsed) => boolean) => Step
  readonly runForEach: (stream: Piped, take: (item: Parsed) => unknown) => unknown
}
interface EffectModule {
  readonly sync: (step: () => void) => unknown
  readonly runPromise: (effect: unknown) => Promise<void>
}

let Stream: StreamModule
let Effect: EffectModule

export const effect: Job = {
  async prepare() {
    Stream = await peerPackage<StreamModule>('effect/Stream')
    Effect = await peerPackage<EffectModule>('effect/Effect')
  },
  async run({ path }) {
    const items = Stream.fromAsyncIterable(recordLines(path), (error) => error).pipe(
      Stream.map((line): Parsed => JSON.parse(line)),
      Stream.filter(isWanted),
      Stream.map(partOf),
      Stream.filter(isPresent),
      Stream.map(pairing()),
      Stream.filter(isPresent),
    )
    const newest = new Newest()
    await Effect.runPromise(Stream.runForEach(items, (item) => Effect.sync(() => newest.add(item))))
    return newest.value()
  },
}
