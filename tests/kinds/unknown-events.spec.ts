/**
 * Events of types that this reader does not know: of newer harnesses, and of plugins.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { speak } from '../support/recording-terminal.ts'
import { see, seenOrRefused, textsOf } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const story = log().turn().user('one').deltas(['delta']).assistant('two').user('three').endTurn()
const [header = '', turn = '', one = '', , two = '', three = '', end = ''] = story.lines()

describe('an event of a type nobody knows', () => {
  const unknown = (fields: object): string =>
    JSON.stringify({ type: 'team-plugin/created', seq: 2, time: 1, data: { planted: 'payload' }, ...fields })
  const withUnknown = (fields: object): Promise<unknown> =>
    seenOrRefused(() => see(asText([header, turn, one, unknown(fields), two, three, end])))

  test('is passed over and counted', async () => {
    const seen = (await withUnknown({})) as Awaited<ReturnType<typeof see>>
    expect(seen.report).toMatchObject({ unknownEvents: 1, damagedRecords: 0 })
    expect(textsOf(seen)).toEqual(['one', 'two', 'three'])
    expect(JSON.stringify(seen)).not.toContain('planted')
  })

  test('is not even counted when its writer says that it may be ignored', async () => {
    expect(await withUnknown({ ignorable: true })).toMatchObject({ report: { unknownEvents: 0, damagedRecords: 0 } })
    expect(await withUnknown({ ignorable: 'yes' })).toMatchObject({ report: { unknownEvents: 1 } })
  })

  test.each(['append', { op: 'replace', start: 1, end: 1 }, null])(
    'refuses the log when it claims a place on the surface: %j',
    async (surfaceOp) => {
      expect(await withUnknown({ surfaceOp })).toMatchObject({
        code: 'LOG_SURFACE_INVALID',
        message: expect.stringContaining('unknown type claims a place') as string,
      })
      expect(await withUnknown({ surfaceOp, ignorable: true })).toMatchObject({ code: 'LOG_SURFACE_INVALID' })
    },
  )

  test('is said at the terminal, and is no damage to be strict about', async () => {
    const path = join(temporaryFolder(), 'session.jsonl')
    writeFileSync(path, asText([header, turn, one, unknown({}), two]))
    const { exitCode, stdout } = await speak('context', path, '--strict')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('1 event of an unknown type skipped.')
  })
})
