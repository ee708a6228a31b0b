/**
 * `fold-surface` against the harness's own fold of a whole log.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { decodeStorageRecord, foldSurface as harnessFold } from '@deepseek-ai/dsh-session'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, LogError, pipe, StageError, type LogEvent } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { logs, surfaceLogs } from '../support/arbitraries.ts'
import { countingSource } from '../support/counting-source.ts'
import { disturbedLogs, wrongs } from '../support/disturbed-logs.ts'
import { harnessStore } from '../support/harness-store.ts'
import { runResumed } from '../support/kernels.ts'
import { log } from '../support/log-builder.ts'
import { longLog } from '../support/long-log.ts'
import { hydratedLogs, testRealLogs } from '../support/real-logs.ts'
import { referenceMessage, referenceSurface } from '../support/reference.ts'
import { conversationFold, editsOf, surfaceOf } from '../support/surface-of.ts'

/** The harness's fold: its result, or its refusal in words. */
function oracle(events: readonly unknown[]): ReturnType<typeof harnessFold> | string {
  try {
    return harnessFold(events as Parameters<typeof harnessFold>[0])
  } catch (refusal) {
    return (refusal as Error).message
  }
}

function expectSameSurface(events: readonly LogEvent[]): void {
  const theirs = oracle(events)
  if (typeof theirs === 'string') throw new Error(`the harness refuses this log: ${theirs}`)
  const ours = surfaceOf(editsOf(events))
  expect(ours.nodes).toEqual(theirs.nodes)
  expect(ours.replacements).toEqual(theirs.replacements.map(({ seq, shadowedSeqs }) => ({ seq, shadowedSeqs })))
  const said = referenceSurface(events).map((event) => referenceMessage(event)?.text ?? '')
  expect(ours.size).toBe(Buffer.byteLength(said.join('')))
}

describe('fold-surface has the nodes and replacements of the harness', () => {
  test('on thousands of generated logs', () => {
    fc.assert(
      fc.property(logs, ({ events }) => expectSameSurface(events)),
      { numRuns: 2000 },
    )
  })

  test('on generated logs of hundreds of nodes, with replaces of replacements and of the newest nodes', () => {
    fc.assert(
      fc.property(surfaceLogs, ({ events }) => expectSameSurface(events)),
      { numRuns: 300 },
    )
  })

  test('when it is broken off and resumed among hundreds of nodes', () => {
    fc.assert(
      fc.property(surfaceLogs, fc.nat(400), ({ events }, at) => {
        expect(runResumed(conversationFold(), events, Math.min(at, events.length))).toStrictEqual(editsOf(events))
      }),
      { numRuns: 100 },
    )
  })

  test('on a generated log with the mix of real ones', () => {
    expectSameSurface(longLog(20_000))
  })

  testRealLogs('on every real log that the harness accepts', async () => {
    const store = await harnessStore()
    let accepted = 0
    for (const { path, records } of hydratedLogs()) {
      const { header, read } = await openLog(path)
      const events = await collect(pipe(read))
      const restored = await store.restore(path, header)
      if (typeof restored === 'string') continue
      accepted += 1
      // What the harness adds to close an interrupted turn comes after the last event of the file.
      const stored = records.flatMap((record) => decodeStorageRecord(record)).length
      expect(surfaceOf(editsOf(events)).nodes, path).toEqual(harnessFold(restored.slice(0, stored)).nodes)
      expectSameSurface(events.map(({ position: _, ...event }) => event))
    }
    await store.close()
    expect(accepted).toBe(159)
  })
})

/** Checks of the harness that ours leaves out, and the words by which the card of `fold-surface` says so. */
const leftOut = (refusal: string, isReplace: boolean): string | undefined => {
  if (/tool\/result surface replacement|reading '(message|content)'/.test(refusal)) return "a tool result's replacement"
  if (/sourceEventSeqs/.test(refusal)) return isReplace ? 'what else a replace cites' : 'what an append cites'
  return undefined
}

describe('what the harness refuses', () => {
  const card = readFileSync(new URL('../../src/stages/fold-surface.ts', import.meta.url), 'utf8').replace(
    /\n \* /g,
    ' ',
  )

  /** Whether our fold refuses the events, or the file reader refuses or reports the log they make. */
  async function isSeen(events: readonly LogEvent[]): Promise<boolean> {
    const header = JSON.stringify({ type: 'session', ...log().header })
    const text = [header, ...events.map((event) => JSON.stringify(event))].join('\n')
    try {
      const { read, report } = await openLog('disturbed.jsonl', { open: countingSource(`${text}\n`).open })
      await collect(pipe(read, conversationFold()))
      return report.damagedRecords > 0
    } catch (error) {
      expect(error instanceof StageError ? error.cause : error).toBeInstanceOf(LogError)
      return true
    }
  }

  test.each(wrongs)(
    'is refused or reported by ours too, or the check is named on the card: an event %s',
    async (what) => {
      await fc.assert(
        fc.asyncProperty(disturbedLogs(what), async ({ events, wrong }) => {
          const theirs = oracle(events)
          if (typeof theirs !== 'string') return expectSameSurface(events)
          if (await isSeen(events)) return undefined
          const excuse = leftOut(theirs, typeof wrong?.surfaceOp === 'object')
          expect(excuse, `accepted by ours; the harness says: ${theirs}`).toBeDefined()
          expect(card, `accepted by ours; the harness says: ${theirs}`).toContain(excuse)
        }),
        { numRuns: 100 },
      )
    },
  )
})
