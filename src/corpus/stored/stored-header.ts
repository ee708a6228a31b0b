/**
 * The header of a stored log, as strictly as the harness takes it.
 *
 * @see DSH `packages/session/session-persistence-jsonl/src/format.ts`: `parseHeaderRecord`,
 *   `packages/core/session/src/index.ts`: `validateSessionHeader`
 * @module
 */
import { isAbsolute } from 'node:path'
import { isRecord, isSeq, type SessionHeader } from '../../pipeline/event.ts'
import { CorpusError } from '../corpus-errors.ts'

/** The one format version the exact reads understand. */
export const exactVersion = 0

const copied = ['cwd', 'parentSession', 'seedLength', 'origin', 'delegationDepth', 'agentPreset'] as const

/**
 * Reads a header line.
 *
 * @param line - the first line of the log, without its line end.
 * @throws CorpusError `SESSION_QUERY_PERSISTENCE_FAILED`.
 */
export function storedHeader(line: string): SessionHeader {
  const value = parsed(line)
  if (!isRecord(value)) throw refused('its first line is not a session header')
  const { type, version, id, createdAt, delegationDepth, origin, agentPreset } = value
  if (typeof version === 'number' && version !== exactVersion) {
    throw refused(`it is written in format v${version}, and exact reads are of format v${exactVersion}`)
  }
  const isHeader =
    type === 'session' &&
    typeof version === 'number' &&
    typeof id === 'string' &&
    isCount(createdAt) &&
    isCount(delegationDepth) &&
    (origin === undefined || origin === 'subagent') &&
    (agentPreset === undefined || typeof agentPreset === 'string')
  if (!isHeader) throw refused('its first line is not a session header')
  if (Object.hasOwn(value, 'sandboxMode') || Object.hasOwn(value, 'approvalPolicy')) {
    throw refused('its header has fields that are no longer used')
  }
  const present = copied.filter((key) => value[key] !== undefined).map((key) => [key, value[key]])
  return { version, id, createdAt, ...Object.fromEntries(present) } as SessionHeader
}

/** Says in words what keeps a session with this header from being opened; `undefined` when nothing does. */
export function headerFault({ cwd, parentSession, seedLength }: SessionHeader): string | undefined {
  if (cwd !== undefined && (typeof cwd !== 'string' || !isAbsolute(cwd))) return 'its cwd is not an absolute path'
  if (parentSession !== undefined && typeof parentSession !== 'string') return 'its parentSession is not text'
  return seedLength !== undefined && !isSeq(seedLength) ? 'its seedLength is not a whole number' : undefined
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw refused('its first line is not JSON')
  }
}

const isCount = (value: unknown): boolean => isSeq(value) && !Object.is(value, -0)

const refused = (why: string): CorpusError => new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', why)
