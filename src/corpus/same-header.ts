/**
 * Whether two headers can be of one session.
 *
 * @see DSH `packages/session-query/session-query/src/sources.ts`: `assertSessionHeadersCompatible`
 * @module
 */
import type { SessionHeader } from '../pipeline/event.ts'
import { CorpusError } from './corpus-errors.ts'

const compared = ['version', 'id', 'createdAt', 'cwd', 'parentSession', 'seedLength'] as const

/** @throws CorpusError `SESSION_QUERY_SOURCE_CONFLICT` when they differ in what never changes. */
export function checkSameSession(a: SessionHeader, b: SessionHeader): void {
  const isSame = compared.every((key) => a[key] === b[key]) && (a.delegationDepth ?? 0) === (b.delegationDepth ?? 0)
  if (isSame) return
  throw new CorpusError(
    'SESSION_QUERY_SOURCE_CONFLICT',
    `two sources say different things of session "${a.id}": one of them is a copy, or was changed`,
  )
}
