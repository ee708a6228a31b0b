/**
 * The log that benches read is a log: the harness restores it, and it has the mix of real ones.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldSurface, Session, SessionId, type SessionEvent } from '@deepseek-ai/dsh-session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedEvents } from '../../bench/generated-events.ts'
import { writeLog } from '../../bench/log-generator.ts'
import { collect, pipe, type LogEvent } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { harnessStore } from '../support/harness-store.ts'

const events = 10_000

describe(`a generated log of ${events} events`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-streams-generated-'))
  const path = join(folder, 'session.jsonl')
  const packedPath = join(folder, 'packed.jsonl')
  let log: readonly LogEvent[] = []
  let bytes = 0

  beforeAll(async () => {
    log = [...generatedEvents({ events, seed: 1 })]
    bytes = await writeLog(path, { events, seed: 1 })
    await writeLog(packedPath, { events, seed: 1, packed: true })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is folded and taken as a seed by the harness, with replaces in it', () => {
    const theirs = log as unknown as SessionEvent[]
    expect(foldSurface(theirs).replacements.length).toBeGreaterThanOrEqual(2)
    expect(Session.create(SessionId('session-generated'), theirs).surface.nodes.length).toBeGreaterThan(10)
  })

  test.each([
    ['plain', () => path],
    ['packed', () => packedPath],
  ])('is restored by the harness from its %s file, event by event', async (_, where) => {
    const store = await harnessStore()
    const { header, read } = await openLog(where())
    const ours = (await collect(pipe(read))).map(({ position: _position, ...event }) => event)
    expect(ours).toStrictEqual(log)
    const theirs = await store.restore(where(), header)
    expect(typeof theirs === 'string' ? theirs : theirs.slice(0, events)).toEqual(ours)
    await store.close()
  })

  test('is the same for the same seed, and another for another', async () => {
    const again = join(folder, 'again.jsonl')
    await writeLog(again, { events, seed: 1 })
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true)
    await writeLog(again, { events, seed: 2 })
    expect(readFileSync(again).equals(readFileSync(path))).toBe(false)
  })

  test('has the mix of real logs: about 85 % deltas, about 243 bytes an event', () => {
    const share = (type: string): number => log.filter((event) => event.type === type).length / events
    expect(share('assistant/chunk')).toBeGreaterThan(0.8)
    expect(share('assistant/chunk')).toBeLessThan(0.9)
    expect(share('tool/call')).toBeGreaterThan(0.02)
    expect(share('turn/start')).toBeGreaterThan(0.002)
    expect(bytes / events).toBeGreaterThan(215)
    expect(bytes / events).toBeLessThan(270)
  })
})
