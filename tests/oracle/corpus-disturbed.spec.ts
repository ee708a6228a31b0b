/**
 * Exact reads of logs in which something is wrong, against the harness's own session query: the same events, or the
 * same refusal by its code.
 *
 * @module
 */
import { decodeStorageRecord } from '@deepseek-ai/dsh-session'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logs, restorableLogs } from '../support/arbitraries.ts'
import { disturbedLogs, wrongs } from '../support/disturbed-logs.ts'
import { exactReads, type Comparison } from '../support/exact-comparison.ts'
import { disturbed, lineDisturbances, lineWrongs } from '../support/line-disturbances.ts'
import { log } from '../support/log-builder.ts'
import { queryEngine, type Encoding, type QueryEngine } from '../support/query-engine.ts'
import { spoiling } from '../support/spoilt-bytes.ts'
import { zstdLog } from '../support/zstd-log.ts'

const encodings: readonly Encoding[] = ['none', 'zstd']
const header = { id: 'session-built', cwd: '/srv/app' }
const engines = new Map<Encoding, QueryEngine>()

beforeAll(async () => {
  for (const encoding of encodings) engines.set(encoding, await queryEngine(encoding))
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.close()
})

const firstSeqs = (length: number): readonly number[] => [0, 1, 2, length >> 1, length - 1, length]

async function compared(encoding: Encoding, bytes: Uint8Array): Promise<Comparison[]> {
  const engine = engines.get(encoding) as QueryEngine
  return engine.withLog(header, bytes, (asked) => exactReads(asked, header.id, firstSeqs))
}

const bytesOf = (encoding: Encoding, lines: readonly string[], perFrame = 3): Buffer =>
  encoding === 'zstd' ? zstdLog(lines, perFrame) : Buffer.from(lines.map((line) => `${line}\n`).join(''))

/** What is no JSON any more may not be wrong in this way too. */
function disturbedAgain(lines: readonly string[], what: string, at: number): readonly string[] {
  try {
    return disturbed(lines, what, at)
  } catch {
    return lines
  }
}

/** Reads that look at every record: what they do not refuse is sound. */
const wholeReads = ['readSession', 'listEvents', 'streamEvents']

/**
 * Everything is the same, but for one thing: what is wrong inside a streamed delta that a read does not return is not
 * seen by it. The harness then refuses the log, or leaves out what follows as a tail that was cut off; the reads that
 * return every event do so too.
 */
function checkSame(comparisons: readonly Comparison[], text: string): void {
  const isBlind = text.split('\n').some(isFaultyDelta)
  for (const { read, engine, ours } of comparisons) {
    if (read === 'listSessions' || (isBlind && !wholeReads.includes(read))) continue
    // The harness has no code for a number that cannot be kept, nor for a title that is none.
    const hasCode = !('refused' in engine) || !engine.refused.startsWith('(')
    const right = hasCode ? engine : { refused: 'SESSION_QUERY_CORRUPT_SESSION' }
    expect(ours, `${read}: ${text}`).toStrictEqual(right)
  }
}

/** Whether a line begins like a streamed delta, or a row of them, and is something else. */
function isFaultyDelta(line: string): boolean {
  if (!/^\{"type":"(?:assistant\/chunk|(?:text|reasoning|tool-call)-chunks)","seq/.test(line)) return false
  try {
    const [record, ...more] = decodeStorageRecord(JSON.parse(line)) as unknown as Readonly<Record<string, unknown>>[]
    if (more.length > 0) return false
    return record?.['type'] !== 'assistant/chunk' || Object.keys(record).join() !== 'type,seq,time,data'
  } catch {
    return true
  }
}

describe.each(encodings)('exact reads of disturbed logs (%s) are those of the harness', (encoding) => {
  test('when a line is wrong, whatever is wrong with it', async () => {
    await fc.assert(
      fc.asyncProperty(restorableLogs, fc.boolean(), lineDisturbances, async (story, packed, wrong) => {
        let lines: readonly string[] = story.lines({ packed })
        for (const [what, at] of wrong) lines = disturbedAgain(lines, what, at)
        checkSame(await compared(encoding, bytesOf(encoding, lines)), lines.join('\n'))
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    )
  })

  test.each(lineWrongs)('when one line has this wrong: %s', async (what) => {
    const story = log().turn().step().user('one').deltas(['a', 'b', 'c', 'd']).call('a', 'bash').result('a').endTurn()
    for (let at = 0; at < 8; at++) {
      const wrong = disturbed(story.lines({ packed: at % 2 === 0 }), what, at)
      checkSame(await compared(encoding, bytesOf(encoding, wrong)), wrong.join('\n'))
    }
  })

  test.each(wrongs)('when a surface event %s', async (what) => {
    await fc.assert(
      fc.asyncProperty(disturbedLogs(what), async ({ events }) => {
        const lines = [log().lines()[0] as string, ...events.map((event) => JSON.stringify(event))]
        checkSame(await compared(encoding, bytesOf(encoding, lines, 50)), lines.join('\n'))
      }),
      { numRuns: 5 },
    )
  })

  test('when bytes are gone, changed or added', async () => {
    await fc.assert(
      fc.asyncProperty(restorableLogs, fc.boolean(), spoiling, async (story, packed, spoil) => {
        const lines = story.lines({ packed })
        const whole = bytesOf(encoding, lines)
        const from = bytesOf(encoding, lines.slice(0, 1)).length
        const bytes = spoil(whole, from)
        const text = encoding === 'zstd' ? lines.join('\n') : bytes.toString()
        checkSame(await compared(encoding, bytes), text)
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    )
  })

  test('when the log ends anywhere', async () => {
    const story = log().turn().step().user('one').deltas(['a', 'b', 'c']).call('a', 'bash').result('a').call('b', 'ls')
    const lines = story.assistant([{ type: 'tool-call', id: 'c', name: 'ls', arguments: '{}' }]).lines({ packed: true })
    const whole = bytesOf(encoding, lines, 2)
    const from = bytesOf(encoding, lines.slice(0, 1)).length
    for (let length = from; length <= whole.length; length += 7) {
      checkSame(await compared(encoding, whole.subarray(0, length)), lines.join('\n'))
    }
  })

  test('when nothing is wrong but everything is odd', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.boolean(), async (story, packed) => {
        const lines = story.lines({ packed })
        const { id, cwd } = story.header
        const engine = engines.get(encoding) as QueryEngine
        const ask = { id, ...(cwd !== undefined && { cwd }) }
        const seqs = (length: number): readonly number[] => Array.from({ length: length + 1 }, (_, seq) => seq)
        const answers = await engine.withLog(ask, bytesOf(encoding, lines), (asked) => exactReads(asked, id, seqs))
        checkSame(answers, lines.join('\n'))
      }),
      { numRuns: 20 },
    )
  })
})
