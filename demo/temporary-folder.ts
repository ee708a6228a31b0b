/**
 * A folder that is gone when the process is, however it ends: done, failed, or stopped with Ctrl-C.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a shell reports for a process that a signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Makes the folder and sees to its removal. */
export function temporaryFolder(): string {
  // Before the folder is there: a signal without a listener ends the process at once.
  for (const [signal, code] of Object.entries(exitCodes)) process.once(signal, () => process.exit(code))
  const folder = mkdtempSync(join(tmpdir(), 'session-streams-'))
  // At exit nothing else runs any more, so nobody writes into the folder again.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
