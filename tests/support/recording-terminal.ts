/**
 * A terminal that keeps what is written to it.
 *
 * @module
 */
import { main } from '../../src/cli/main.ts'
import type { Terminal } from '../../src/cli/terminal.ts'

/** What one command line did. */
export interface Spoken {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A terminal, and what has been written to it. */
export interface RecordingTerminal extends Terminal {
  readonly stdout: string
  readonly stderr: string
}

/** @param interrupted - aborted when the person at the terminal has had enough. */
export function recordingTerminal(hasColors = false, interrupted?: AbortSignal): RecordingTerminal {
  let stdout = ''
  let stderr = ''
  return {
    hasColors,
    untilInterrupted: () => interrupted ?? new AbortController().signal,
    print: (text) => void (stdout += text),
    taken: () => Promise.resolve(),
    complain: (text) => void (stderr += text),
    get stdout() {
      return stdout
    },
    get stderr() {
      return stderr
    },
  }
}

/** Runs `session-streams` with these arguments. */
export async function speak(...args: readonly string[]): Promise<Spoken> {
  const terminal = recordingTerminal()
  const exitCode = await main(args, terminal)
  return { exitCode, stdout: terminal.stdout, stderr: terminal.stderr }
}
