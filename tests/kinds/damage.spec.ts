/**
 * Everything that can be wrong with a record: it is passed over, counted and located, and the rest is shown (D15).
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
import { zstdLog } from '../support/zstd-log.ts'

// Lines 1 to 7: the header, a turn, three messages with a delta between, the end.
const story = log().turn().user('one').deltas(['delta']).assistant('two').user('three').endTurn()
const [header = '', turn = '', one = '', delta = '', two = '', three = '', end = ''] = story.lines()
const whole = ['one', 'two', 'three']

/** A record with some of its fields changed. */
const changed = (line: string, fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...(JSON.parse(line) as object), ...fields })

interface Kind {
  /** Lines as they stand in the file. */
  readonly lines: readonly string[]
  /** What is still shown. @defaultValue all but the second message */
  readonly texts?: readonly string[]
  /** @defaultValue 1 */
  readonly damaged?: number
  /** Line of the first damage. @defaultValue 5, where the second message stands */
  readonly record?: number
  readonly reason: RegExp
}
const inPlace = (line: string): readonly string[] => [header, turn, one, delta, line, three, end]

const kinds: Readonly<Record<string, Kind>> = {
  'a torn record': { lines: inPlace(two.slice(0, 60)), reason: /not JSON: torn, or glued/ },
  'a fragment glued to the next record': {
    lines: [header, turn, one, delta, `${two.slice(0, 60)}${three}`, end],
    texts: ['one'],
    reason: /not JSON: torn, or glued/,
  },
  'a torn delta glued to a message': {
    lines: [header, turn, one, `${delta.slice(0, 80)}${two}`, three, end],
    texts: ['one', 'three'],
    record: 4,
    reason: /not JSON: torn, or glued/,
  },
  'a torn delta glued to a record that was written again under its seq': {
    lines: [header, turn, one, `${delta.slice(0, 80)}${changed(turn, { seq: 2 })}`, two, three, end],
    texts: whole,
    record: 4,
    reason: /not JSON: torn, or glued/,
  },
  'a torn delta glued to the end of a turn': {
    lines: [header, turn, one, `${delta.slice(0, 80)}${changed(end, { seq: 3 })}`, three, end],
    texts: ['one', 'three'],
    record: 4,
    reason: /not JSON: torn, or glued/,
  },
  'two records in one line': {
    lines: [header, turn, one, delta, `${two}${three}`, end],
    texts: ['one'],
    reason: /not JSON: torn, or glued/,
  },
  'a record cut in two lines': {
    lines: [header, turn, one, delta, two.slice(0, 60), two.slice(60), three, end],
    damaged: 2,
    reason: /not JSON: torn, or glued/,
  },
  'a run of NUL bytes in the middle': {
    lines: [header, turn, one, delta, '\0'.repeat(500), two, three, end],
    texts: whole,
    reason: /a run of NUL bytes/,
  },
  'NUL bytes in the place of a record': { lines: inPlace('\0'.repeat(two.length)), reason: /a run of NUL bytes/ },
  'NUL bytes inside a record': {
    lines: inPlace(`${two.slice(0, 60)}\0\0\0${two.slice(63)}`),
    reason: /not JSON: torn, or glued/,
  },
  'a line of words': { lines: inPlace('Segmentation fault (core dumped)'), reason: /not JSON: torn, or glued/ },
  'a second header': {
    lines: [header, turn, one, delta, header, two, three, end],
    texts: whole,
    reason: /a second header/,
  },
  'the header of another session': {
    lines: [header, turn, one, delta, log({ id: 'another' }).lines()[0]!, two, three, end],
    texts: whole,
    reason: /a second header/,
  },
  'a number': { lines: inPlace('42'), reason: /no object/ },
  'a list': { lines: inPlace('[]'), reason: /no object/ },
  null: { lines: inPlace('null'), reason: /no object/ },
  'an object with nothing in it': { lines: inPlace('{}'), reason: /without a type/ },
  'a type that is no text': { lines: inPlace(changed(two, { type: 7 })), reason: /without a type/ },
  'a seq that is text': { lines: inPlace(changed(two, { seq: '3' })), reason: /seq is not a whole number/ },
  'a seq that is a fraction': { lines: inPlace(changed(two, { seq: 3.5 })), reason: /seq is not a whole number/ },
  'a seq below zero': { lines: inPlace(changed(two, { seq: -3 })), reason: /seq is not a whole number/ },
  'a seq beyond what is exact': { lines: inPlace(changed(two, { seq: 2 ** 53 })), reason: /seq is not a whole number/ },
  'no seq': { lines: inPlace(changed(two, { seq: undefined })), reason: /seq is not a whole number/ },
  'a time that is text': { lines: inPlace(changed(two, { time: 'now' })), reason: /time is not a number/ },
  'no data': { lines: inPlace(changed(two, { data: undefined })), reason: /without data/ },
  'a message that is text': { lines: inPlace(changed(two, { data: 'two' })), reason: /without content/ },
  'a message that is null': {
    lines: inPlace(changed(two, { data: { turn: 1, message: null } })),
    reason: /without content/,
  },
  'content that is text': {
    lines: inPlace(changed(two, { data: { message: { content: 'two' } } })),
    reason: /without content/,
  },
  'no place on the surface': { lines: inPlace(changed(two, { surfaceOp: undefined })), reason: /without a place/ },
  'a place nobody knows': { lines: inPlace(changed(two, { surfaceOp: 'prepend' })), reason: /without a place/ },
  'a place on the surface for what is no message': {
    lines: [header, changed(turn, { surfaceOp: 'append' }), one, delta, two, three, end],
    texts: whole,
    record: 2,
    reason: /no message claims a place/,
  },
  'a seq that was there before': {
    lines: [header, turn, one, delta, two, two, three, end],
    texts: whole,
    record: 6,
    reason: /seq 3 was there before/,
  },
  'a seq that is missing': {
    lines: [header, turn, one, delta, three, end],
    texts: ['one', 'three'],
    reason: /seq 3 is missing before seq 4/,
  },
  'seqs that begin above zero': {
    lines: [header, one, delta, two, three, end],
    texts: whole,
    record: 2,
    reason: /seq 0 is missing/,
  },
  'a log that begins again': {
    lines: [header, turn, one, delta, two, three, end, turn, one],
    texts: whole,
    damaged: 2,
    record: 8,
    reason: /seq 0 was there before/,
  },
  'damage right behind damage': {
    lines: [header, turn, one, 'torn', 'torn', three, end],
    texts: ['one', 'three'],
    damaged: 2,
    record: 4,
    reason: /not JSON/,
  },
}

describe.each(Object.entries(kinds))(
  '%s',
  (_, { lines, texts = ['one', 'three'], damaged = 1, record = 5, reason }) => {
    const byte = Buffer.byteLength(asText(lines.slice(0, record - 1)))

    test('is passed over, counted and located; everything else is shown', async () => {
      const seen = await see(asText(lines))
      expect(textsOf(seen)).toEqual(texts)
      expect(seen.report).toMatchObject({ damagedRecords: damaged, firstDamage: { record, byte } })
      expect(seen.report.firstDamage?.reason).toMatch(reason)
      expect(seen.report.capturedThroughSeq).toBe(5)
      expect(seen.views.activity.turn.state).toBe('ended')
    })

    test('is the same in small reads, behind carriage returns, and compressed', async () => {
      const { views, report } = await see(asText(lines))
      const crossed = await see(asText(lines).replaceAll('\n', '\r\n'), { maxReadBytes: 7 })
      expect(crossed.views).toEqual(views)
      expect(crossed.report.damagedRecords).toBe(report.damagedRecords)
      const compressed = await see(zstdLog(lines, 2))
      expect(compressed.views).toEqual(views)
      expect(compressed.report.firstDamage).toMatchObject({ record, reason: report.firstDamage?.reason })
    })

    test('makes the terminal say so, and fail when it is to be strict', async () => {
      const path = join(temporaryFolder(), 'session.jsonl')
      writeFileSync(path, asText(lines))
      const { exitCode, stdout } = await speak('context', path)
      expect(exitCode).toBe(0)
      const count = damaged === 1 ? '1 damaged record' : `${damaged} damaged records`
      expect(stdout).toContain(`${count} skipped; the first is line ${record}, byte ${byte}: `)
      const strict = await speak('context', path, '--strict')
      expect(strict).toMatchObject({ exitCode: 1, stdout: '' })
      expect(strict.stderr).toContain(`${count}; the first is line ${record}, byte ${byte}: `)
    })
  },
)

describe('the end of a log', () => {
  test.each<[string, string, RegExp]>([
    ['a torn last record', two.slice(0, 60), /a last record of 60 bytes without a line end/],
    ['a whole last record without its line end', two, /without a line end: torn, or still being written/],
    ['a tail of NUL bytes', '\0'.repeat(4_000), /a last record of 4000 bytes without a line end/],
    ['a torn record and NUL bytes', `${two.slice(0, 60)}${'\0'.repeat(400)}`, /a last record of 460 bytes/],
  ])('%s is one damage', async (_, tail, reason) => {
    const before = asText([header, turn, one, delta])
    const seen = await see(`${before}${tail}`)
    expect(textsOf(seen)).toEqual(['one'])
    expect(seen.report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: 2 })
    expect(seen.report.firstDamage).toEqual({
      record: 5,
      byte: Buffer.byteLength(before),
      reason: expect.stringMatching(reason) as string,
    })
  })

  test.each(['\n', '\n\n\n', '\r\n', ' \n \t\n', '   '])('blank lines are none: %j', async (tail) => {
    expect((await see(`${asText([header, turn, one])}${tail}`)).report.damagedRecords).toBe(0)
  })
})

describe('a log without a header that can be trusted', () => {
  test.each<[string, readonly string[]]>([
    ['none', [turn, one, two]],
    ['one that is not first', [turn, header, one]],
    ['one that is torn', [header.slice(0, 40), turn, one]],
    ['one glued to the first record', [`${header}${turn}`, one]],
    ['one behind NUL bytes', [`\0\0\0${header}`, turn]],
    ['two byte order marks', [`\ufeff\ufeff${header}`, turn]],
    ['a time instead of milliseconds', [changed(header, { createdAt: undefined, timestamp: '2026-01-01' }), turn]],
  ])('is refused: %s', async (_, lines) => {
    for (const content of [asText(lines), zstdLog(lines)])
      expect(await seenOrRefused(() => see(content))).toMatchObject({ code: 'LOG_HEADER_INVALID' })
  })
})
