/**
 * Reads a log once with every record parsed and once as fast as it goes, and expects the same of both.
 *
 * @module
 */
import { expect } from 'vitest'
import type { LogEvent, Stage } from '../../src/pipeline/index.ts'
import { openFile, openLog, type OpenLogOptions } from '../../src/pipeline/readers/index.ts'
import { activity, conversation, overview } from '../../src/stages/index.ts'
import { countingSource, type CountingSourceOptions } from './counting-source.ts'
import { seenOrRefused, viewsOf } from './see.ts'

/** What is asked for decides which records are passed over. */
const asked: Readonly<Record<string, () => Stage<LogEvent, unknown>>> = {
  conversation,
  activity,
  overview,
}

/** Names of the views, for a test of each. */
export const askedViews: readonly string[] = Object.keys(asked)

/** A log in memory, or the path of a file. */
export type Content = string | Buffer | { readonly path: string }

/** Expects that `view`, or every view, says the same of the log either way, down to the last figure. */
export async function sameBothWays(
  content: Content,
  options: CountingSourceOptions = {},
  view?: string,
): Promise<void> {
  const isFile = typeof content === 'object' && 'path' in content
  const path = isFile ? content.path : 'a log in memory'
  const open = isFile ? openFile : countingSource(content, options).open
  const outcome = (stage: Stage<LogEvent, unknown>, more: OpenLogOptions): Promise<unknown> =>
    seenOrRefused(async () => {
      const log = await openLog(path, { open, ...more })
      return { views: await viewsOf(log, stage), report: log.report, header: log.header }
    })
  for (const name of view === undefined ? askedViews : [view]) {
    const stage = (asked[name] as () => Stage<LogEvent, unknown>)()
    expect([name, await outcome(stage, {})]).toEqual([name, await outcome(stage, { parseAll: true })])
  }
}
