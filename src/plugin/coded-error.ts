/**
 * Gives a tool's error the class by which the harness recognises codes, when that class can be found.
 *
 * @module
 */
import { MemoryError, PeerContextError } from '../tools/index.ts'

type CodedErrorClass = new (message: string, code: string) => Error

/**
 * Looks for the harness's error class once. Its tool registry passes a code on only for instances of that class.
 *
 * @returns a function that turns a coded error into one of the host, and leaves every other value as it is.
 */
export function codedErrors(): (error: unknown) => Promise<unknown> {
  const hostClass = findClass()
  return async (error) => {
    if (!(error instanceof PeerContextError || error instanceof MemoryError)) return error
    const Coded = await hostClass
    return Coded === undefined ? error : new Coded(error.message, error.code)
  }
}

async function findClass(): Promise<CodedErrorClass | undefined> {
  try {
    const { HarnessError } = (await import('@deepseek-ai/dsh-llm')) as { readonly HarnessError?: unknown }
    return typeof HarnessError === 'function' ? (HarnessError as CodedErrorClass) : undefined
  } catch {
    // Not resolvable from here: the words still arrive, only the code stays behind.
    return undefined
  }
}
