/**
 * Every kind of argument that `get_peer_context` must not take, each JSON a model could send.
 *
 * @module
 */

/** Name and value of each; `sessionId` is that of a session that could be read. */
export const badArguments = (sessionId: string): [name: string, args: unknown][] => [
  ['a view that is none', { sessionId, view: 'everything' }],
  ['a view in other case', { sessionId, view: 'Overview' }],
  ['an empty view', { sessionId, view: '' }],
  ['a view that is no text', { sessionId, view: ['overview'] }],
  ['no message', { sessionId, maxMessages: 0 }],
  ['nine messages', { sessionId, maxMessages: 9 }],
  ['one and a half messages', { sessionId, maxMessages: 1.5 }],
  ['a number written as text', { sessionId, maxMessages: '4' }],
  ['a negative number', { sessionId, maxMessages: -1 }],
  ['true messages', { sessionId, maxMessages: true }],
  ['no session id', {}],
  ['a session id of null', { sessionId: null }],
  ['an empty session id', { sessionId: '' }],
  ['a session id that is a number', { sessionId: 7 }],
  ['a session id in a list', { sessionId: [sessionId] }],
  ['a session id longer than any', { sessionId: 'x'.repeat(513) }],
  ['an unknown argument', { sessionId, limit: 4 }],
  ['an unknown argument of null', { sessionId, cwd: null }],
  ['an argument of another name for it', { session_id: sessionId }],
  ['an argument named like a built-in', JSON.parse(JSON.stringify({ sessionId, x: 1 }).replace('"x"', '"__proto__"'))],
  ['null', null],
  ['a list', [sessionId]],
  ['a text', sessionId],
  ['a number', 1],
  ['true', true],
]
