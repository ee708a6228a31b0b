/**
 * Copies of what a session in memory holds, checked as the harness checks what it hands out.
 *
 * @see DSH `packages/core/session/src/index.ts`: `snapshotSessionEvent`
 * @module
 */
import type { LogEvent, SessionHeader } from '../pipeline/event.ts'
import type { RawRecord } from '../pipeline/readers/dsh/envelope.ts'
import { CorpusError } from './corpus-errors.ts'
import { envelopeFault, messageFault, retiredFault } from './stored/event-shapes.ts'
import { isLossless } from './stored/lossless.ts'
import { exactVersion, headerFault } from './stored/stored-header.ts'

/** A copy that shares nothing with the original. */
export const copied = <T>(value: T): T => structuredClone(value)

/**
 * A copy of an event.
 *
 * @param isWhole - also check what a whole log is checked for.
 * @throws CorpusError `SESSION_QUERY_CORRUPT_SESSION` when it is no event that can be handed out.
 */
export function soundCopy(event: LogEvent, isWhole: boolean): LogEvent {
  const copy = copied(event)
  const raw = copy as unknown as RawRecord
  const fault = messageFault(raw) ?? (isWhole ? wholeFault(raw) : undefined)
  if (fault !== undefined) throw corrupt(`event ${event.seq}: ${fault}`)
  return copy
}

/** @throws CorpusError `SESSION_QUERY_CORRUPT_SESSION` when no session can have this header. */
export function soundHeader(header: SessionHeader): void {
  const fault = header.version === exactVersion ? headerFault(header) : 'its format is not the one that is read exactly'
  if (fault !== undefined) throw corrupt(fault)
}

function wholeFault(event: RawRecord): string | undefined {
  const fault = retiredFault(event) ?? envelopeFault(event)
  if (fault !== undefined) return fault
  return isLossless(JSON.stringify(event)) ? undefined : 'a number that cannot be written as it is'
}

const corrupt = (why: string): CorpusError => new CorpusError('SESSION_QUERY_CORRUPT_SESSION', why)
