/**
 * Looks through the bytes of a log for a query, without parsing any of it.
 *
 * @module
 */
import { openFile } from '../../pipeline/readers/byte-source.ts'
import { logBytes } from '../../pipeline/readers/log-bytes.ts'
import { turns } from '../../pipeline/turns.ts'
import { rawNeedle } from './raw-needle.ts'
import type { SearchRules } from './search-rules.ts'

/**
 * Whether the log at `path` may hold the query; when not, it does not.
 *
 * Stops at the first place where it may. Holds one block.
 */
export async function mayHold(
  path: string,
  query: string,
  { addedWords }: SearchRules,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted()
  const needle = rawNeedle(query, addedWords)
  if (needle === undefined) return true
  const source = await openFile(path)
  try {
    const clock = turns(signal)
    for await (const { bytes, damage } of (await logBytes(source)).blocks()) {
      if (damage === undefined && needle.feed(bytes)) return true
      if (clock.due()) await clock.next()
      signal?.throwIfAborted()
    }
    await source.verify?.()
    return false
  } finally {
    await source.close()
  }
}
