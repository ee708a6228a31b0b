import { describe, expect, it } from 'vitest'
import type { Activity, Conversation } from '../../../src/stages/index.ts'
import { peerContextValue, trustWarning, type PeerContextParts } from '../../../src/tools/peer-context-value.ts'

const conversation: Conversation = {
  messages: [{ seq: 1, time: 10, role: 'user', checkpoint: false, text: 'hi' }],
  retention: {
    eligibleMessages: 1,
    returnedMessages: 1,
    omittedMessages: 0,
    eligibleBytes: 2,
    returnedBytes: 2,
    omittedBytes: 0,
  },
}
const activity: Activity = {
  turn: { state: 'unknown' },
  step: { state: 'unknown' },
  tools: [],
  retention: { eligibleTools: 0, returnedTools: 0, omittedTools: 0 },
}
const parts: PeerContextParts = {
  sessionId: 'session-1',
  title: null,
  runtimeStatus: 'offline',
  capturedThroughSeq: 1,
  capturedAt: 5,
}

describe('peerContextValue', () => {
  it('has the keys of the contract in the order of the contract', () => {
    const value = peerContextValue({ activity, conversation, ...parts })
    expect(Object.keys(value)).toEqual([
      'schemaVersion',
      'sessionId',
      'title',
      'runtimeStatus',
      'capturedThroughSeq',
      'capturedAt',
      'trustWarning',
      'conversation',
      'activity',
    ])
    expect(value).toEqual({ schemaVersion: 1, ...parts, trustWarning, conversation, activity })
  })

  it('leaves out what was not asked for', () => {
    expect(Object.keys(peerContextValue({ ...parts, activity }))).not.toContain('conversation')
    expect(Object.keys(peerContextValue({ ...parts, conversation }))).not.toContain('activity')
  })

  it('says what was skipped only when something was', () => {
    const firstDamage = { record: 3, byte: 99, reason: 'not JSON' }
    expect(peerContextValue({ ...parts, log: { damagedRecords: 0, unknownEvents: 0 } })).not.toHaveProperty('log')
    expect(peerContextValue({ ...parts, log: { damagedRecords: 1, unknownEvents: 0, firstDamage } }).log).toEqual({
      damagedRecords: 1,
      unknownEvents: 0,
      firstDamage,
    })
    const unknown = peerContextValue({ ...parts, log: { damagedRecords: 0, unknownEvents: 2, firstDamage: undefined } })
    expect(unknown.log).toEqual({ damagedRecords: 0, unknownEvents: 2 })
    expect(unknown.log).not.toHaveProperty('firstDamage')
  })

  it('shares nothing with what it was built from, and is plain JSON', () => {
    const value = peerContextValue({ ...parts, conversation, activity, capturedAt: -0 })
    expect(value.conversation?.messages[0]).not.toBe(conversation.messages[0])
    expect(Object.is(value.capturedAt, 0)).toBe(true)
    expect(JSON.parse(JSON.stringify(value))).toEqual(value)
  })

  it('warns in one fixed sentence that the text is data, and that evidence is no proof', () => {
    for (const word of ['untrusted', 'approval', 'permission', 'instruction', 'best-effort', 'not proof']) {
      expect(trustWarning).toContain(word)
    }
  })
})
