import { describe, expect, it } from 'vitest'
import type { SessionHeader } from '../../../src/pipeline/index.ts'
import { getPeerContext, peerContextErrorWords } from '../../../src/tools/index.ts'
import { log, type HeaderOptions } from '../../support/log-builder.ts'
import { badArguments } from './bad-arguments.ts'
import { recordingPort, type RecordingPort } from './recording-port.ts'

const caller: SessionHeader = log({ id: 'caller' }).header
const peer = (header: HeaderOptions = {}) =>
  log({ id: 'peer', ...header })
    .turn()
    .user('secret words')

/** Code and words of the failure, which must be one of the two the tool has. */
async function failure(
  port: RecordingPort,
  args: unknown = { sessionId: 'peer' },
  from: SessionHeader | null = caller,
): Promise<object> {
  const error: unknown = await getPeerContext.run(args, from ?? undefined, port).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const { name, code, message, cause } = error as Error & { code: string }
  return { name, code, message, cause }
}
const fixed = (code: keyof typeof peerContextErrorWords) => ({
  name: 'PeerContextError',
  code,
  message: peerContextErrorWords[code],
  cause: undefined,
})
const denied = fixed('PEER_CONTEXT_DENIED')
const unavailable = fixed('PEER_CONTEXT_UNAVAILABLE')

/** Ports on which the peer must not be read, for every boundary there is on its side. */
const boundaries: [name: string, port: () => RecordingPort][] = [
  ['missing', () => recordingPort()],
  ['in another workspace', () => recordingPort(peer({ cwd: '/srv/other' }))],
  ['without cwd', () => recordingPort(peer({ cwd: '' }))],
  ['a subagent by origin', () => recordingPort(peer({ origin: 'subagent' }))],
  ['a subagent by depth', () => recordingPort(peer({ delegationDepth: 1 }))],
  ['listed with a header that cannot be trusted', () => recordingPort(peer({ createdAt: 0.5 }))],
  ['listed twice', () => recordingPort(peer(), peer())],
  ['archived', () => withState((state) => void state.archived.push('peer'))],
  ['in a state only the host knows', () => withState((state) => void (state.statuses['peer'] = 'disposed'))],
]
function withState(change: (state: RecordingPort['state']) => void): RecordingPort {
  const port = recordingPort(peer())
  change(port.state)
  return port
}

describe('the denial', () => {
  it.each(boundaries)('is the same, after the same questions, for a session that is %s', async (_, make) => {
    const port = make()
    expect(await failure(port)).toEqual(denied)
    expect(port.asked).toEqual(['listSessions', 'archivedIds', 'status'])
  })

  it.each(badArguments('peer'))('answers %s before anything is asked', async (_, args) => {
    const port = recordingPort(peer())
    expect(await failure(port, args)).toEqual(denied)
    expect(port.asked).toEqual([])
  })

  it.each([
    ['itself', { id: 'peer' }],
    ['from a subagent by origin', { id: 'caller', origin: 'subagent' }],
    ['from a subagent by depth', { id: 'caller', delegationDepth: 1 }],
    ['from a session without cwd', { id: 'caller', cwd: '' }],
  ])('answers a session that asks %s', async (_, header) => {
    const port = recordingPort(peer())
    expect(await failure(port, undefined, log(header).header)).toEqual(denied)
    expect(port.asked).toEqual([])
  })

  it('answers a call that no session made', async () => {
    const port = recordingPort(peer())
    expect(await failure(port, undefined, null)).toEqual(denied)
    expect(port.asked).toEqual([])
  })

  it('answers when the host cannot tell how the session stands, before it may be read', async () => {
    for (const question of ['archivedIds', 'status'] as const) {
      const port = recordingPort(peer()).during(question, fail)
      expect(await failure(port)).toEqual(denied)
    }
  })

  it('lets a fork and a parent of the caller be read', async () => {
    const fork = log({ id: 'caller', parentSession: 'peer', seedLength: 0 }).header
    for (const header of [{}, { parentSession: 'caller', seedLength: 0 }]) {
      const value = await getPeerContext.run({ sessionId: 'peer' }, fork, recordingPort(peer(header)))
      expect(value.sessionId).toBe('peer')
    }
  })
})

describe('a failure of the host', () => {
  it('is told without its words when the list fails', async () => {
    expect(await failure(recordingPort(peer()).during('listSessions', fail))).toEqual(unavailable)
  })

  it.each([
    ['overview', 'readSurface'],
    ['overview', 'readLog'],
    ['conversation', 'readSurface'],
    ['conversation', 'readTitle'],
    ['activity', 'readLog'],
    ['activity', 'now'],
  ] as const)('is told without its words, and without another try, when in %s %s fails', async (view, question) => {
    const port = recordingPort(peer()).during(question, fail)
    expect(await failure(port, { sessionId: 'peer', view })).toEqual(unavailable)
    expect(port.asked.filter((name) => name === question)).toHaveLength(1)
  })

  it('is told when it cannot say how the session stands once it was read', async () => {
    for (const question of ['archivedIds', 'status'] as const) {
      expect(await failure(recordingPort(peer()).during(question, fail, 2))).toEqual(unavailable)
    }
  })

  it('is told when a view cannot understand what the host returned', async () => {
    for (const view of ['overview', 'conversation', 'activity']) {
      expect(await failure(recordingPort(peer({ version: 99 })), { sessionId: 'peer', view })).toEqual(unavailable)
    }
  })

  it('is told when the list is no list', async () => {
    const port = { ...recordingPort(peer()), listSessions: () => Promise.resolve(null as never) }
    expect(await failure(port as RecordingPort)).toEqual(unavailable)
  })
})

function fail(): never {
  throw new Error('ENOENT: /srv/secret/session.jsonl')
}
