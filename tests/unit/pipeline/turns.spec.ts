import { setTimeout as later } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { maxStretchMs, turns } from '../../../src/pipeline/turns.ts'

describe('turns', () => {
  test('are not due at once, are due after the longest stretch, and not again right after one was taken', async () => {
    const clock = turns()
    expect(clock.due()).toBe(false)
    await later(maxStretchMs + 1)
    expect(clock.due()).toBe(true)
    await clock.next()
    expect(clock.due()).toBe(false)
  })

  test('let in what waits for the event loop, as awaiting a ready promise does not', async () => {
    let ran = false
    setImmediate(() => (ran = true))
    await Promise.resolve()
    expect(ran).toBe(false)
    await turns().next()
    expect(ran).toBe(true)
  })

  test("end with the signal's own reason, also when it is aborted during the turn", async () => {
    const controller = new AbortController()
    const reason = { why: 'enough' }
    setImmediate(() => controller.abort(reason))
    await expect(turns(controller.signal).next()).rejects.toBe(reason)
  })
})
