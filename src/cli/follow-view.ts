/**
 * A view of a session that is shown anew whenever its log has grown.
 *
 * @module
 */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findLogFile } from '../pipeline/readers/dsh/log-file.ts'
import { folderWatch } from '../pipeline/readers/folder-watch.ts'
import { defaultMaxRecordBytes } from '../pipeline/readers/index.ts'
import { renderJson, type PeerContextValue } from '../tools/index.ts'
import { contextText } from './context-text.ts'
import { contextReader, type ReadContextOptions } from './read-context.ts'
import type { Terminal } from './terminal.ts'

/** What is shown, and how. */
export interface FollowViewOptions extends Pick<ReadContextOptions, 'view' | 'maxMessages' | 'redact'> {
  readonly json: boolean
  /** Read all of the log each time. */
  readonly cold: boolean
}

/** How often the log is looked at where the platform does not tell of changes, in milliseconds. */
const pollMs = 500

/** Time between two views at least: nobody reads faster, and a log may grow a thousand times a second. */
const restMs = 200

/** Prints the view, and again whenever it has changed, until the person has had enough. */
export async function followView(path: string, options: FollowViewOptions, terminal: Terminal): Promise<void> {
  const signal = terminal.untilInterrupted()
  const read = contextReader({ ...options, maxRecordBytes: defaultMaxRecordBytes, strict: false })
  const watch = folderWatch(dirname(await findLogFile(path)), pollMs)
  let shown = ''
  try {
    for (;;) {
      watch.calm()
      const value = await read(path, { signal, cold: options.cold })
      const state = renderJson({ ...value, capturedAt: 0 })
      if (state !== shown) terminal.print(asText(value, options, terminal))
      shown = state
      await pause(restMs, undefined, { signal })
      await watch.change(signal)
      signal.throwIfAborted()
    }
  } catch (error) {
    // The person has seen enough: that is how this command ends.
    if (!signal.aborted) throw error
  } finally {
    watch.close()
  }
}

const asText = (value: PeerContextValue, { json }: FollowViewOptions, { hasColors }: Terminal): string =>
  `${json ? renderJson(value) : contextText(value, hasColors)}\n`
