/**
 * Reads a log from its front and from its end, and holds one against the other.
 *
 * @module
 */
import { expect } from 'vitest'
import { LogError, type LogEvent } from '../../src/pipeline/index.ts'
import type { LogReport } from '../../src/pipeline/readers/index.ts'
import { readReverse } from './read-reverse.ts'
import { readText } from './read-text.ts'
import { frame } from './zstd-log.ts'

/** How the two readings compare. */
export type Comparison = 'same' | 'refused' | 'needs a full read'

/** What both ways must agree on; where damage is, each says in its own way. */
const figures = ({ capturedThroughSeq, damagedRecords, unknownEvents, records, fileBytes }: LogReport): object => ({
  capturedThroughSeq,
  damagedRecords,
  unknownEvents,
  records,
  fileBytes,
})

const orError = <T>(read: Promise<T>): Promise<T | LogError> =>
  read.catch((error: unknown) => {
    if (error instanceof LogError) return error
    throw error
  })

/** How two readings of one log are compared. */
export interface BothWays {
  readonly reads?: readonly string[] | undefined
  /** Whether the log is compressed: positions are then different things. */
  readonly isCompressed?: boolean
  /** Whether the figures must agree too: they may not where neighbours are damaged in several places. */
  readonly withFigures?: boolean
}

/** The events must be the same ones, turned round; or both ways refuse; or the reverse one asks for a full read. */
export async function readBothWays(content: string | Buffer, options: BothWays = {}): Promise<Comparison> {
  const { reads, isCompressed = false, withFigures = true } = options
  const asked = reads === undefined ? {} : { reads }
  const forward = await orError(readText(content, asked))
  const reverse = await orError(readReverse(content, asked))
  if (reverse instanceof LogError && reverse.code === 'LOG_NEEDS_FULL_READ') {
    // Never for nothing: something is wrong with the log.
    if (!(forward instanceof LogError)) expect(forward.report.damagedRecords).toBeGreaterThan(0)
    return 'needs a full read'
  }
  if (forward instanceof LogError) {
    expect(reverse).toMatchObject({ code: forward.code })
    return 'refused'
  }
  if (reverse instanceof LogError) throw reverse
  const placed = (events: readonly LogEvent[]): readonly LogEvent[] =>
    isCompressed ? events.map(({ position: _, ...event }) => event) : events
  expect(placed(reverse.events)).toEqual(placed(forward.events.toReversed()))
  expect(reverse.report.isWhole).toBe(true)
  if (withFigures) expect(figures(reverse.report)).toEqual(figures(forward.report))
  return 'same'
}

/** The same text in frames of so many bytes, wherever in a record that falls. */
export function framesOfBytes(text: string, bytesPerFrame: number): Buffer {
  const bytes = Buffer.from(text)
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; at += bytesPerFrame) frames.push(frame(bytes.subarray(at, at + bytesPerFrame)))
  return Buffer.concat(frames)
}
