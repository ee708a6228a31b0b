/**
 * Asks a memory tool from the terminal: what is wrong with the arguments is a matter of usage, the rest is not.
 *
 * @module
 */
import type { Command } from 'commander'
import { LogError } from '../pipeline/index.ts'
import { subagentRefusal } from '../tools/model-errors.ts'
import type { Terminal } from './terminal.ts'

/**
 * Checks the arguments, then asks. Ctrl-C ends it.
 *
 * @param check - throws an Error in words for arguments that are wrong: usage, exit code 2.
 * @throws LogError for a session that is not shown; what `ask` throws.
 */
export async function askMemory<T>(
  command: Command,
  terminal: Terminal,
  check: () => unknown,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    check()
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`)
  }
  const signal = terminal.untilInterrupted()
  try {
    return await ask(signal)
  } catch (error) {
    if (signal.aborted) throw new LogError('LOG_CLOSED', 'interrupted: nothing is shown', { cause: error })
    const isRefused = error instanceof Error && error.message === subagentRefusal().message
    throw isRefused ? new LogError('LOG_NOT_READABLE', error.message.replace(/\.$/, ''), { cause: error }) : error
  }
}

/** A number as it was typed; what it may be, the tool says. */
export const typedNumber = (text: string): number => (/^-?[0-9]+$/.test(text) ? Number(text) : Number.NaN)
