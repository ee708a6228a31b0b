/**
 * Who may read which session: every rule in one place, as pure functions over headers.
 *
 * @module
 */
import { isRecord, isSeq, type SessionHeader } from '../pipeline/index.ts'

/** What the host says about a session at one instant, outside its log. */
export interface Standing {
  readonly archived: boolean
  readonly status: string
}

/** The states a session may be read in. Any other word of the registry is a denial, not a guess. */
export const runtimeStatuses = ['running', 'idle', 'offline'] as const
export type RuntimeStatus = (typeof runtimeStatuses)[number]

/** Longest session id that is looked up, in UTF-16 units; it keeps the rendered value within its bound. */
export const maxSessionIdLength = 512

/** Whether `value` is a header with every field of its type; one that is not counts as no session at all. */
export function isTrustedHeader(value: unknown): value is SessionHeader {
  if (!isRecord(value)) return false
  const { version, id, createdAt, cwd, parentSession, seedLength, origin, delegationDepth, agentPreset } = value
  if (!isSeq(version) || !isSeq(createdAt) || typeof id !== 'string' || id.length > maxSessionIdLength) return false
  const texts = [cwd, parentSession, origin, agentPreset]
  const counts = [seedLength, delegationDepth]
  return texts.every((text) => text === undefined || typeof text === 'string') && counts.every(isAbsentOrSeq)
}

/** Whether two headers say the same of one session. Depth 0 and no depth are the same. */
export function sameHeader(a: SessionHeader, b: SessionHeader): boolean {
  return (
    a.version === b.version &&
    a.id === b.id &&
    a.createdAt === b.createdAt &&
    a.cwd === b.cwd &&
    a.parentSession === b.parentSession &&
    a.seedLength === b.seedLength &&
    a.origin === b.origin &&
    (a.delegationDepth ?? 0) === (b.delegationDepth ?? 0) &&
    a.agentPreset === b.agentPreset
  )
}

/** Whether the session was delegated by another. A parent alone makes a fork, which reads and is read like a root. */
export function isSubagent(header: SessionHeader): boolean {
  return header.origin === 'subagent' || (header.delegationDepth ?? 0) > 0
}

/** Whether a session may ask at all: a root or a fork that has a working directory. */
export function mayAsk(caller: unknown): caller is SessionHeader {
  return isTrustedHeader(caller) && !isSubagent(caller) && hasCwd(caller)
}

/** Whether `caller` may read `target`, both being what the host says right now. */
export function mayRead(caller: SessionHeader, target: SessionHeader, standing: Standing): boolean {
  return (
    mayAsk(caller) &&
    isTrustedHeader(target) &&
    target.id !== caller.id &&
    !isSubagent(target) &&
    hasCwd(target) &&
    target.cwd === caller.cwd &&
    !standing.archived &&
    isRuntimeStatus(standing.status)
  )
}

/** Whether the word is one a result may carry. */
export function isRuntimeStatus(status: string): status is RuntimeStatus {
  return (runtimeStatuses as readonly string[]).includes(status)
}

const hasCwd = (header: SessionHeader): boolean => typeof header.cwd === 'string' && header.cwd !== ''
const isAbsentOrSeq = (value: unknown): boolean => value === undefined || isSeq(value)
