/**
 * Every read of the drop-in against the shipped engine in the same harness: the same value, or the same refusal word
 * for word.
 *
 * @module
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedLines } from '../../../bench/log-generator.ts'
import { logs, restorableLogs } from '../../support/arbitraries.ts'
import { disturbedLogs, wrongs } from '../../support/disturbed-logs.ts'
import { disturbed, lineWrongs } from '../../support/line-disturbances.ts'
import { log } from '../../support/log-builder.ts'
import { spoiling } from '../../support/spoilt-bytes.ts'
import { zstdLog } from '../../support/zstd-log.ts'
import { readBoth, twoEngines, type Encoding, type Pair, type TwoEngines } from './two-engines.ts'

const encodings: readonly Encoding[] = ['none', 'zstd']
const header = { id: 'session-built', cwd: '/srv/app' }
const engines = new Map<Encoding, TwoEngines>()

beforeAll(async () => {
  for (const encoding of encodings) engines.set(encoding, await twoEngines(encoding))
})
afterAll(async () => {
  for (const both of engines.values()) await both.close()
})

const bytesOf = (encoding: Encoding, lines: readonly string[], perFrame = 3): Buffer =>
  encoding === 'zstd' ? zstdLog(lines, perFrame) : Buffer.from(lines.map((line) => `${line}\n`).join(''))
const someSeqs = (length: number): readonly number[] => [0, length >> 1, length - 1, length]

async function compared(
  encoding: Encoding,
  bytes: Uint8Array,
  of: { readonly id: string; readonly cwd?: string } = header,
  seqs: (length: number) => Iterable<number> = someSeqs,
): Promise<Pair[]> {
  const both = engines.get(encoding) as TwoEngines
  const path = both.put(of, bytes)
  try {
    return await readBoth(both, of.id, seqs)
  } finally {
    rmSync(dirname(path), { recursive: true })
  }
}

/** Reads that look at every record: what they do not refuse is sound. */
const wholeReads = ['readSession', 'listEvents', 'streamEvents']

/** All the same, but for what is wrong inside a streamed delta that a read does not return: see docs/session-query.md. */
function checkSame(pairs: readonly Pair[], what: string): void {
  const isBlind = what.includes('chunk') && isTooLong(pairs)
  for (const { read, shipped, dropIn } of pairs) {
    if (isBlind && !wholeReads.includes(read) && 'value' in dropIn) continue
    expect(dropIn, `${read}: ${what}`).toStrictEqual(shipped)
  }
}

/** Whether the drop-in takes the log for longer than the shipped engine does. */
function isTooLong(pairs: readonly Pair[]): boolean {
  const of = (name: string): Pair => pairs.find(({ read }) => read === name) as Pair
  const [whole, surface] = [of('readSession').shipped, of('readSurface').dropIn]
  if (!('value' in surface)) return false
  if (!('value' in whole)) return true
  const { capturedThroughSeq } = surface.value as { readonly capturedThroughSeq: number | null }
  return (capturedThroughSeq ?? -1) >= (whole.value as { readonly events: readonly unknown[] }).events.length
}

describe.each(encodings)('the drop-in (%s) answers as the shipped engine does', (encoding) => {
  test('a generated log of 20,000 events, which it reads itself', async () => {
    const lines = [...generatedLines({ events: 20_000, seed: 3, packed: true })]
    const id = (JSON.parse(lines[0] as string) as { id: string }).id
    const { dropIn } = engines.get(encoding) as TwoEngines
    const before = dropIn.inspected()
    const pairs = await compared(encoding, bytesOf(encoding, lines, 75), { id, cwd: '/srv/app' })
    checkSame(pairs, 'sound')
    // Of all these reads it made none itself but the one at no seq, which no caller makes.
    expect(dropIn.inspected() - before).toBe(1)
  })

  test('any log, sound but odd', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.boolean(), async (story, packed) => {
        const lines = story.lines({ packed })
        const { id, cwd } = story.header
        checkSame(await compared(encoding, bytesOf(encoding, lines), { id, ...(cwd && { cwd }) }), lines.join('\n'))
      }),
      { numRuns: 12 },
    )
  })

  test.each(lineWrongs)('a log with a line that has this wrong: %s', async (what) => {
    const story = log().turn().step().user('one').deltas(['a', 'b', 'c', 'd']).call('a', 'bash').result('a').endTurn()
    for (const at of [2, 5]) {
      const wrong = disturbed(story.lines({ packed: at === 2 }), what, at)
      checkSame(await compared(encoding, bytesOf(encoding, wrong)), wrong.join('\n'))
    }
  })

  test.each(wrongs)('a log with a surface event that %s', async (what) => {
    await fc.assert(
      fc.asyncProperty(disturbedLogs(what), async ({ events }) => {
        const lines = [log().lines()[0] as string, ...events.map((event) => JSON.stringify(event))]
        checkSame(await compared(encoding, bytesOf(encoding, lines, 50)), lines.join('\n'))
      }),
      { numRuns: 3 },
    )
  })

  test('a log of which bytes are gone, changed or added', async () => {
    await fc.assert(
      fc.asyncProperty(restorableLogs, fc.boolean(), spoiling, async (story, packed, spoil) => {
        const lines = story.lines({ packed })
        const from = bytesOf(encoding, lines.slice(0, 1)).length
        checkSame(await compared(encoding, spoil(bytesOf(encoding, lines), from)), lines.join('\n'))
      }),
      { numRuns: 20 },
    )
  })

  test('an open turn or step without a number', async () => {
    const first = log().lines()[0] as string
    for (const [turn, step] of [
      ['"turn":1', ''],
      ['', '"step":1'],
      ['', ''],
    ] as const) {
      const place = [turn, step].filter(Boolean).join()
      const lines = [`{"type":"turn/start","seq":0,"time":1,"data":{${turn}}}`]
      lines.push(`{"type":"step/start","seq":1,"time":2,"data":{${place}}}`)
      checkSame(await compared(encoding, bytesOf(encoding, [first, ...lines])), lines.join('\n'))
    }
  })

  test('a file that is not written as its name says, and one without a byte', async () => {
    const story = log().turn().user('one').endTurn()
    const other = encoding === 'zstd' ? 'none' : 'zstd'
    for (const bytes of [bytesOf(other, story.lines()), Buffer.alloc(0)]) {
      checkSame(await compared(encoding, bytes), 'not as named')
    }
  })
})

test('both say the same of a session that is not there', async () => {
  checkSame(await readBoth(engines.get('none') as TwoEngines, 'nobody', () => [0]), 'missing')
})
