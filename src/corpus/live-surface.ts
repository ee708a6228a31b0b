/**
 * The surface of a session in memory.
 *
 * @module
 */
import type { LogEvent } from '../pipeline/event.ts'
import type { RawRecord } from '../pipeline/readers/dsh/envelope.ts'
import { CorpusError, type CorpusErrorCode } from './corpus-errors.ts'
import type { EventRecord, SurfaceLabel } from './exact-read.ts'
import { inPieces, type LiveCapture } from './live-capture.ts'
import { SurfaceFold, type SurfaceStep } from './stored/surface-fold.ts'

type Row = { -readonly [Key in keyof EventRecord]: EventRecord[Key] }

/**
 * Seqs of the current nodes, in surface order.
 *
 * @param code - of the refusal. @defaultValue `SESSION_QUERY_INVALID_SURFACE`
 * @throws CorpusError when an event breaks a rule of the surface.
 */
export async function liveSurface(
  capture: LiveCapture,
  signal: AbortSignal | undefined,
  code: CorpusErrorCode = 'SESSION_QUERY_INVALID_SURFACE',
): Promise<readonly number[]> {
  if (capture.surface !== undefined) return capture.surface
  const fold = await folded(capture, signal, code, () => undefined)
  return Array.from(fold.nodes())
}

/** All events without their data. */
export async function liveLabels(capture: LiveCapture, signal: AbortSignal | undefined): Promise<EventRecord[]> {
  const { id } = capture.header
  const records: Row[] = []
  await folded(capture, signal, 'SESSION_QUERY_INVALID_SURFACE', ({ seq, type, time }, step) => {
    const surface: SurfaceLabel = step === 'none' ? 'log-only' : 'current'
    records.push({ sessionId: id, seq, type, time, surface })
    if (typeof step === 'object') for (const gone of step.shadowed) (records[gone] as Row).surface = 'shadowed'
  })
  return records
}

async function folded(
  { events }: LiveCapture,
  signal: AbortSignal | undefined,
  code: CorpusErrorCode,
  take: (event: LogEvent, step: SurfaceStep) => void,
): Promise<SurfaceFold> {
  const fold = new SurfaceFold()
  let expected = 0
  for await (const some of inPieces(events, signal)) {
    for (const event of some) {
      take(event, stepOf(fold, event, expected, code))
      expected += 1
    }
  }
  return fold
}

function stepOf(fold: SurfaceFold, event: LogEvent, expected: number, code: CorpusErrorCode): SurfaceStep {
  try {
    if (event.seq === expected) return fold.take(event as unknown as RawRecord, expected)
  } catch (cause) {
    throw new CorpusError(code, `the surface cannot be followed past seq ${expected}`, { cause })
  }
  throw new CorpusError(code, `the surface cannot be followed: seq ${expected} is missing`)
}
