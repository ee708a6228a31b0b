import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionHeader } from '../../../src/pipeline/index.ts'
import { getPeerContext, peerContextLimits, type PeerContextValue } from '../../../src/tools/index.ts'
import { logs } from '../../support/arbitraries.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import {
  referenceActivity,
  referenceConversation,
  referenceTitle,
  type ReferenceOptions,
} from '../../support/reference.ts'
import { recordingPort, type RecordingPort } from './recording-port.ts'

const caller: SessionHeader = log({ id: 'caller' }).header

const peer = (): LogBuilder =>
  log({ id: 'peer' }).turn().user('hello').step().assistant('yes').call('call-alpha', 'bash').title('A title')

const ask = (port: RecordingPort, args: object = {}, limits = peerContextLimits): Promise<PeerContextValue> =>
  getPeerContext.run({ sessionId: 'peer', ...args }, caller, port, undefined, limits)

describe('get_peer_context', () => {
  it('costs a model less than 1,000 characters', () => {
    const { name, description, parameters } = getPeerContext
    expect(name).toBe('get_peer_context')
    expect(JSON.stringify({ name, description, parameters }).length).toBeLessThan(1000)
  })

  it('asks for the surface, then for the log, in an overview', async () => {
    const port = recordingPort(peer())
    const value = await ask(port)
    expect(port.asked.join(' ')).toBe('listSessions archivedIds status readSurface now readLog archivedIds status')
    expect(value).toMatchObject({
      sessionId: 'peer',
      title: 'A title',
      runtimeStatus: 'offline',
      capturedThroughSeq: 5,
    })
    expect(value.conversation?.messages.map(({ text }) => text)).toEqual(['hello', 'yes'])
    expect(value.activity?.tools).toMatchObject([{ name: 'bash', status: 'running', callId: '80db97f9e7bc' }])
  })

  it('never asks for the log in a conversation', async () => {
    const port = recordingPort(peer())
    const value = await ask(port, { view: 'conversation' })
    expect(port.asked.join(' ')).toBe('listSessions archivedIds status readSurface now readTitle archivedIds status')
    expect(value).toMatchObject({ title: 'A title', capturedThroughSeq: 5 })
    expect(value).not.toHaveProperty('activity')
  })

  it('asks for the log once, and never for the surface, in an activity', async () => {
    const port = recordingPort(peer())
    const value = await ask(port, { view: 'activity' })
    expect(port.asked.join(' ')).toBe('listSessions archivedIds status readLog now archivedIds status')
    expect(value).toMatchObject({ title: 'A title', capturedThroughSeq: 5 })
    expect(value).not.toHaveProperty('conversation')
  })

  it('hands its signal to every question that takes one', async () => {
    for (const view of ['overview', 'conversation', 'activity']) {
      const port = recordingPort(peer())
      const { signal } = new AbortController()
      await getPeerContext.run({ sessionId: 'peer', view }, caller, port, signal)
      expect(new Set(port.signals)).toEqual(new Set([signal]))
    }
  })

  it('makes a title safe wherever it comes from', async () => {
    const hostile = `\ud83d<title>\u0007${'x'.repeat(300)}`
    for (const view of ['overview', 'conversation', 'activity']) {
      const { title } = await ask(recordingPort(log({ id: 'peer' }).title(hostile)), { view })
      expect(title).toBe(`\ufffd<title>${'x'.repeat(192)}`)
    }
    expect((await ask(recordingPort(log({ id: 'peer' })), { view: 'conversation' })).title).toBeNull()
  })

  it('answers an empty log with empty views', async () => {
    const value = await ask(recordingPort(log({ id: 'peer' })))
    expect(value).toMatchObject({ title: null, capturedThroughSeq: null, activity: { turn: { state: 'unknown' } } })
    expect(value.conversation?.messages).toEqual([])
  })

  it("tells the activity of a fork from its own events, by the host's count where there is one", async () => {
    const parent = log({ id: 'parent' }).turn().user('old').step().call('old-call', 'read')
    const fork = log({ id: 'peer' }).seed(parent).turn().user('new').step().call('new-call', 'bash')
    const port = recordingPort(fork)
    expect((await ask(port)).activity?.tools.map(({ name }) => name)).toEqual(['bash'])
    expect((await ask(port)).conversation?.messages.map(({ text }) => text)).toEqual(['old', 'new'])
    port.state.inheritedEventCount = 0
    expect((await ask(port)).activity?.tools.map(({ name }) => name)).toEqual(['read', 'bash'])
  })

  it('gives no more messages than the host allows, whatever was asked', async () => {
    const long = log({ id: 'peer' })
    for (let index = 0; index < 9; index++) long.user(`${index}`)
    const limits = { ...peerContextLimits, maxMessages: 3, defaultMessages: 2, maxTools: 1, maxBytes: 2 }
    const returned = async (args: object): Promise<number | undefined> =>
      (await ask(recordingPort(long), args, { ...limits, maxBytes: 100 })).conversation?.messages.length
    expect([await returned({}), await returned({ maxMessages: 8 }), await returned({ maxMessages: 1 })]).toEqual([
      2, 3, 1,
    ])
    const cut = await ask(recordingPort(long), { maxMessages: 8 }, limits)
    expect(cut.conversation?.retention).toMatchObject({ eligibleMessages: 9, returnedMessages: 2, omittedBytes: 7 })
  })

  it('says the same as the whole-array reference, for any log', async () => {
    const asked = fc.record({ maxMessages: fc.integer({ min: 1, max: 8 }) })
    await fc.assert(
      fc.asyncProperty(logs, asked, async (story, { maxMessages }) => {
        const { header, events } = story
        const options: ReferenceOptions = { maxMessages, fromSeq: header.seedLength ?? 0 }
        const port = recordingPort(story)
        const value = await getPeerContext.run({ sessionId: header.id, maxMessages }, caller, port)
        expect(value.conversation).toEqual(referenceConversation(events, options))
        expect(value.activity).toEqual(referenceActivity(events, options))
        expect(value.title).toBe(referenceTitle(events))
        const rendered = getPeerContext.render(value)
        expect(JSON.parse(rendered)).toEqual(value)
        expect(rendered).not.toMatch(/[<>&\p{Cc}]|planted/u)
      }),
      { numRuns: 300 },
    )
  })

  it('never renders more than 128 KiB, whatever the log holds', async () => {
    for (const unit of ['\u0001', '<', '\u200b', '\u{e0041}', '\ud83d']) {
      const long = log({ id: 'x'.repeat(512) })
        .title(unit.repeat(400))
        .turn()
        .step()
      for (let index = 0; index < 10; index++) long.user(unit.repeat(9000)).call(unit, 'n'.repeat(64))
      const args = { sessionId: long.header.id, maxMessages: 8 }
      const value = await getPeerContext.run(args, caller, recordingPort(long))
      expect(value.conversation?.retention.returnedBytes).toBeGreaterThan(16_000)
      expect(Buffer.byteLength(getPeerContext.render(value))).toBeLessThanOrEqual(128 * 1024)
    }
  })
})
