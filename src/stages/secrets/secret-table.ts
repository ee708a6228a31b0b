/**
 * The table of secrets: every kind that is looked for, the specific before the general.
 *
 * docs/redaction.md shows it; a test holds the two together.
 * @module
 */
import { assignments } from './assignments.ts'
import { credentials } from './credentials.ts'
import { keyBlocks } from './key-blocks.ts'
import { modelKeys } from './model-keys.ts'
import type { SecretRow } from './secret-row.ts'
import { serviceTokens } from './service-tokens.ts'
import { workTokens } from './work-tokens.ts'

/** Every row; of two that find the same span the first one names it. */
export const secretTable: readonly SecretRow[] = [
  ...keyBlocks,
  ...modelKeys,
  ...workTokens,
  ...serviceTokens,
  ...credentials,
  ...assignments,
]
