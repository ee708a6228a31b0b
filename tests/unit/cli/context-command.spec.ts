import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PeerContextValue } from '../../../src/tools/index.ts'
import { log } from '../../support/log-builder.ts'
import { speak } from '../../support/recording-terminal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const story = log({ id: 's-1' }).title('T').turn().user('one').assistant('two').step().call('a', 'bash').user('three')
let path: string

beforeEach(() => {
  path = story.write(join(temporaryFolder(), 'session.jsonl'))
})

async function value(...options: readonly string[]): Promise<PeerContextValue> {
  const { exitCode, stdout, stderr } = await speak('context', path, '--json', ...options)
  expect([exitCode, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as PeerContextValue
}

describe('session-streams context', () => {
  test('shows both views and the title unless it is told otherwise', async () => {
    const { conversation, activity, ...head } = await value()
    expect(head).toMatchObject({
      schemaVersion: 1,
      sessionId: 's-1',
      title: 'T',
      runtimeStatus: 'offline',
      capturedThroughSeq: 6,
    })
    expect(conversation?.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(activity?.tools.map(({ name }) => name)).toEqual(['bash'])
    expect(head).not.toHaveProperty('log')
  })

  test('says when it looked', async () => {
    const before = Date.now()
    const { capturedAt } = await value()
    expect(capturedAt).toBeGreaterThanOrEqual(before)
    expect(capturedAt).toBeLessThanOrEqual(Date.now())
  })

  test.each([
    ['conversation', 'activity'],
    ['activity', 'conversation'],
  ])('shows only the %s when that is asked for, and the title with it', async (view, other) => {
    const shown = await value('--view', view)
    expect(shown).toHaveProperty(view)
    expect(shown).not.toHaveProperty(other)
    expect(shown.title).toBe('T')
  })

  test('shows as many messages as are asked for', async () => {
    expect((await value('--max-messages', '1')).conversation?.messages.map(({ text }) => text)).toEqual(['three'])
  })

  test('takes the folder of a session for its log', async () => {
    path = join(path, '..')
    expect((await value()).sessionId).toBe('s-1')
  })

  test('shows of a fork what it did itself, and all that was said', async () => {
    const parent = log({ id: 'parent' }).turn().user('asked before').step().call('a', 'inherited')
    path = log({ id: 'fork' }).seed(parent).turn().step().call('b', 'own').write(path)
    const { conversation, activity } = await value()
    expect(conversation?.messages.map(({ text }) => text)).toEqual(['asked before'])
    expect(activity?.tools.map(({ name }) => name)).toEqual(['own'])
  })

  test('is printed for people when JSON is not asked for', async () => {
    const { exitCode, stdout } = await speak('context', path)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^T\n/)
    expect(stdout).toContain('    three\n')
  })
})

describe('a damaged log', () => {
  beforeEach(() => {
    path = log().turn().event('user/message', { content: 7 }, { surfaceOp: 'append' }).user('after').write(path)
  })

  test('is shown with what was skipped', async () => {
    const shown = await value()
    expect(shown.log).toMatchObject({ damagedRecords: 1, unknownEvents: 0, firstDamage: { record: 3 } })
    expect(shown.conversation?.messages).toHaveLength(1)
  })

  test('is refused when that is asked for, and the damage located', async () => {
    const { exitCode, stdout, stderr } = await speak('context', path, '--json', '--strict')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/: 1 damaged record; the first is line 3, byte \d+: a user message without content\.\n$/)
  })

  test('a sound one is not', async () => {
    path = story.write(path)
    expect((await value('--strict')).title).toBe('T')
  })
})

test('records longer than is allowed are skipped', async () => {
  path = log().turn().user('x'.repeat(3_000)).user('short').write(path)
  const { conversation, log: skipped } = await value('--max-record-bytes', '1000')
  expect(conversation?.messages.map(({ text }) => text)).toEqual(['short'])
  expect(skipped?.firstDamage?.reason).toMatch(/longer than the limit/)
})
