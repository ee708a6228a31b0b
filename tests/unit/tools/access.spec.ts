import { describe, expect, it } from 'vitest'
import { SessionId, type SessionHeader } from '../../../src/pipeline/index.ts'
import { isSubagent, isTrustedHeader, mayAsk, mayRead, sameHeader } from '../../../src/tools/access.ts'

const header = (rest: Partial<SessionHeader> = {}): SessionHeader => ({
  version: 0,
  id: SessionId('peer'),
  createdAt: 1000,
  cwd: '/srv/app',
  ...rest,
})
const caller = header({ id: SessionId('caller') })
const free = { archived: false, status: 'offline' }

describe('who may ask', () => {
  it('is a root or a fork with a working directory', () => {
    expect(mayAsk(caller)).toBe(true)
    expect(mayAsk(header({ parentSession: 'other', seedLength: 3 }))).toBe(true)
    expect(mayAsk(header({ delegationDepth: 0 }))).toBe(true)
  })

  it.each([
    ['no caller', undefined],
    ['no cwd', (({ cwd: _, ...rest }) => rest)(header())],
    ['an empty cwd', header({ cwd: '' })],
    ['origin subagent', header({ origin: 'subagent' })],
    ['a delegation depth', header({ delegationDepth: 1 })],
    ['a depth that is no number', { ...header(), delegationDepth: '1' }],
    ['a cwd that is no text', { ...header(), cwd: ['/srv/app'] }],
  ])('is nobody with %s', (_, value) => {
    expect(mayAsk(value)).toBe(false)
  })
})

describe('who may be read', () => {
  it.each(['running', 'idle', 'offline'])('is a peer of the same cwd that is %s', (status) => {
    expect(mayRead(caller, header(), { archived: false, status })).toBe(true)
  })

  it('is a fork like a root', () => {
    expect(mayRead(caller, header({ parentSession: 'caller', seedLength: 9 }), free)).toBe(true)
  })

  it.each([
    ['the caller itself', header({ id: SessionId('caller') })],
    ['a subagent by origin', header({ origin: 'subagent' })],
    ['a subagent by depth alone', header({ delegationDepth: 2 })],
    ['another cwd', header({ cwd: '/srv/other' })],
    ['the same cwd with a slash more', header({ cwd: '/srv/app/' })],
    ['the same cwd in other case', header({ cwd: '/srv/App' })],
    ['no cwd', (({ cwd: _, ...rest }) => rest)(header())],
    ['an empty cwd', header({ cwd: '' })],
  ])('is not %s', (_, target) => {
    expect(mayRead(caller, target, free)).toBe(false)
  })

  it('is not one without cwd even when the caller has none either', () => {
    const bare = (({ cwd: _, ...rest }) => rest)(caller)
    expect(mayRead(bare, { ...bare, id: SessionId('peer') }, free)).toBe(false)
  })

  it('is not an archived one, nor one in a state only the host knows', () => {
    expect(mayRead(caller, header(), { ...free, archived: true })).toBe(false)
    for (const status of ['disposed', 'paused', '', 'Running', 'constructor']) {
      expect(mayRead(caller, header(), { archived: false, status })).toBe(false)
    }
  })
})

describe('headers', () => {
  it('are the same when every field is, and depth 0 is no depth', () => {
    expect(sameHeader(header(), header({ delegationDepth: 0 }))).toBe(true)
    const changes: Partial<SessionHeader>[] = [
      { version: 1 },
      { id: SessionId('x') },
      { createdAt: 1001 },
      { cwd: '/x' },
      { parentSession: 'p' },
      { seedLength: 0 },
      { origin: 'subagent' },
      { delegationDepth: 1 },
      { agentPreset: 'x' },
    ]
    for (const change of changes) expect(sameHeader(header(), header(change))).toBe(false)
  })

  it('are trusted only with every field of its type', () => {
    expect(isTrustedHeader(header({ origin: 'subagent', agentPreset: 'x', seedLength: 0 }))).toBe(true)
    const { id: _, ...nameless } = header()
    const broken = { origin: null, seedLength: -1, createdAt: 'now', version: 0.5, id: 'x'.repeat(513) }
    const values: unknown[] = [undefined, null, [], 'x', nameless]
    for (const [key, value] of Object.entries(broken)) values.push({ ...header(), [key]: value })
    for (const value of values) expect(isTrustedHeader(value)).toBe(false)
  })

  it('mark a subagent by origin or by depth, never by a parent alone', () => {
    expect(isSubagent(header({ parentSession: 'p' }))).toBe(false)
    expect(isSubagent(header({ delegationDepth: 1 }))).toBe(true)
    expect(isSubagent(header({ origin: 'subagent' }))).toBe(true)
  })
})
