/**
 * A folder that is gone when the test is over.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty folder for the running test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'session-streams-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
