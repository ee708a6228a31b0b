/**
 * What a call came to, so that two can be compared: its value as plain data, or the code it was refused with.
 *
 * @module
 */

export type Answer = { readonly value: unknown } | { readonly refused: string }

/** Makes a call. A refusal without a code shows the error's name. */
export async function answer(call: () => unknown): Promise<Answer> {
  try {
    return { value: await call() }
  } catch (error) {
    const { code, name } = error as { readonly code?: string; readonly name: string }
    return { refused: code ?? `(${name})` }
  }
}
