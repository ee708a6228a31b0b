import { describe, expect, it } from 'vitest'
import { peerContextRequest } from '../../../src/tools/peer-context-request.ts'
import { badArguments } from './bad-arguments.ts'

describe('peerContextRequest', () => {
  it('takes a session id alone as an overview with the default number of messages', () => {
    expect(peerContextRequest({ sessionId: 's' })).toEqual({ sessionId: 's', view: 'overview', maxMessages: undefined })
  })

  it('takes null for an optional argument as left out', () => {
    const bare = peerContextRequest({ sessionId: 's' })
    expect(peerContextRequest({ sessionId: 's', view: null, maxMessages: null })).toEqual(bare)
    expect(peerContextRequest({ sessionId: 's', view: undefined, maxMessages: undefined })).toEqual(bare)
  })

  it.each(['overview', 'conversation', 'activity'])('takes the view %s', (view) => {
    expect(peerContextRequest({ sessionId: 's', view })?.view).toBe(view)
  })

  it.each([1, 2, 7, 8])('takes %d messages', (maxMessages) => {
    expect(peerContextRequest({ sessionId: 's', maxMessages })?.maxMessages).toBe(maxMessages)
  })

  it.each(badArguments('s'))('refuses %s', (_, args) => {
    expect(peerContextRequest(args)).toBeUndefined()
  })
})
