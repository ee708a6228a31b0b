/**
 * The row's config.
 *
 * @module
 */
import z from '@deepseek-ai/schemastery'
import type { HostConfigSchema } from '../host-types.ts'

/** What a row may set. */
export interface Config {
  /** Whether secrets in snippets and texts are masked. @defaultValue true */
  readonly redact?: boolean
}

/** The schema the loader validates the row with. */
export const Config: HostConfigSchema = z.object({ redact: z.boolean() })

/**
 * Whether secrets are masked.
 *
 * @throws {RangeError} also on what the schema lets pass: an unknown key.
 */
export function masksSecrets({ redact, ...rest }: Config = {}): boolean {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new RangeError(`unknown key ${JSON.stringify(unknown)} in the config of memory`)
  if (typeof (redact ?? true) !== 'boolean') throw new RangeError('redact must be true or false')
  return redact !== false
}
