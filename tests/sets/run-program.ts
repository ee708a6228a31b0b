/**
 * Runs a program in a process group of its own, for a bounded time, and leaves nothing of the group behind.
 *
 * @module
 */
import { spawn } from 'node:child_process'

export interface Ended {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Whether the program left processes of its group running; they are gone now. */
  readonly leftProcesses: boolean
}

export interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** After it the whole group is killed. */
  readonly timeoutMs: number
}

/** Runs `command`; resolves when it has ended and its output is complete. */
export function runProgram(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const { cwd, env, timeoutMs } = options
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const killGroup = (): boolean => child.pid !== undefined && kill(child.pid)
  process.once('exit', killGroup)
  const timer = setTimeout(killGroup, timeoutMs)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  let leftProcesses = false
  // What is left would hold the pipes open, and `close` would not come.
  child.once('exit', () => (leftProcesses = killGroup()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr, leftProcesses }))
  }).finally(() => {
    clearTimeout(timer)
    process.off('exit', killGroup)
  }) as Promise<Ended>
}

/** Kills a process group; false when there is none any more. */
function kill(group: number): boolean {
  try {
    return process.kill(-group, 'SIGKILL')
  } catch {
    // ESRCH: nothing of it is left.
    return false
  }
}
