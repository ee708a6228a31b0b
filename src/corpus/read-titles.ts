/**
 * Reads the titles of several sessions, a few at a time.
 *
 * @module
 */
import type { TitleRead } from './exact-read.ts'

/** A title, or why there is none to be had. */
export type TitleResult =
  | { readonly sessionId: string; readonly status: 'fulfilled'; readonly value: TitleRead }
  | { readonly sessionId: string; readonly status: 'rejected'; readonly reason: unknown }

/**
 * Reads each id once, in the order of its first place.
 *
 * @param concurrency - most reads at the same time.
 * @throws the signal's own reason; what is wrong with a session is told in its place.
 */
export async function readTitles(
  ids: readonly string[],
  concurrency: number,
  signal: AbortSignal | undefined,
  read: (id: string) => Promise<TitleRead>,
): Promise<TitleResult[]> {
  signal?.throwIfAborted()
  const unique = [...new Set(ids)]
  const results: TitleResult[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < unique.length; index = next++) {
      signal?.throwIfAborted()
      const sessionId = unique[index] as string
      results[index] = await read(sessionId).then(
        (value) => ({ sessionId, status: 'fulfilled' as const, value }),
        (reason: unknown) => ({ sessionId, status: 'rejected' as const, reason }),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, unique.length) }, work))
  signal?.throwIfAborted()
  return results
}
