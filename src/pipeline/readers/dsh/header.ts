/**
 * The header: the first record of a log. A log whose header cannot be trusted is not read at all.
 *
 * @see DSH `packages/core/session/src/index.ts`: `validateSessionHeader`
 * @module
 */
import { isRecord, isSeq, type SessionHeader } from '../../event.ts'
import { LogError } from '../../errors.ts'
import { SessionId } from '../../ids.ts'

/**
 * Reads the header line.
 *
 * Older writers left out `version` (it was 0) and `delegationDepth`; both are accepted as absent.
 * @param line - the line without its line end.
 * @throws LogError `LOG_HEADER_INVALID`, naming the first thing that is wrong.
 */
export function parseHeader(line: string): SessionHeader {
  const value = parsed(line)
  if (!isRecord(value) || value['type'] !== 'session') throw invalid('the first line is not a session header')
  const {
    version = 0,
    id,
    createdAt,
    cwd,
    parentSession,
    seedLength,
    isSeeded,
    origin,
    delegationDepth,
    agentPreset,
  } = value
  if (!isSeq(version)) throw invalid('its version is not a whole number')
  if (typeof id !== 'string') throw invalid('it has no session id')
  // pi writes a header of the same type with a `timestamp` instead.
  if (!isSeq(createdAt)) throw invalid('it has no createdAt in milliseconds: this is not a log of the DeepSeek Harness')
  if (!isOptional('string', cwd, parentSession, origin, agentPreset)) throw invalid('a field that must be text is not')
  if (seedLength !== undefined && !isSeq(seedLength)) throw invalid('its seedLength is not a whole number')
  if (delegationDepth !== undefined && !isSeq(delegationDepth))
    throw invalid('its delegationDepth is not a whole number')
  if (isSeeded !== undefined && typeof isSeeded !== 'boolean') throw invalid('its isSeeded is neither true nor false')
  const optional = { cwd, parentSession, seedLength, isSeeded, origin, delegationDepth, agentPreset }
  const present = Object.fromEntries(Object.entries(optional).filter(([, field]) => field !== undefined))
  return { version, id: SessionId(id), createdAt, ...(present as Partial<SessionHeader>) }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw invalid('the first line is not JSON')
  }
}

const isOptional = (type: 'string', ...fields: readonly unknown[]): boolean =>
  fields.every((field) => field === undefined || typeof field === type)

const invalid = (why: string): LogError => new LogError('LOG_HEADER_INVALID', `no header that can be trusted: ${why}`)
