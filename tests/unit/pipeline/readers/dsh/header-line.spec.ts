import { describe, expect, test } from 'vitest'
import { log } from '../../../../support/log-builder.ts'
import { asText, readText } from '../../../../support/read-text.ts'

const story = log({ id: 's-1' }).turn().user('hi')
const text = story.text()

describe('the first line', () => {
  test.each([
    ['as it is', text],
    ['after a byte order mark', `\ufeff${text}`],
    ['after blank lines', `\n \r\n${text}`],
    ['after a byte order mark and blank lines', `\ufeff\n\n${text}`],
    ['ended by a carriage return and a line feed', text.replaceAll('\n', '\r\n')],
  ])('is the header, %s, and all records follow', async (_, content) => {
    for (const maxReadBytes of [1, 1_000_000]) {
      const { header, events, report } = await readText(content, { maxReadBytes })
      expect(header.id).toBe('s-1')
      expect(events.map(({ seq }) => seq)).toEqual([0, 1])
      expect(report.damagedRecords).toBe(0)
    }
  })

  test('counts when the lines of damage are counted, and blank lines do too', async () => {
    const [header, ...records] = story.lines()
    const { report } = await readText(asText(['', header!, records[0]!, 'torn']))
    expect(report.firstDamage).toMatchObject({ record: 4 })
  })

  test('may be longer than what one read brings', async () => {
    const long = log({ cwd: `/srv/${'x'.repeat(700_000)}` }).turn()
    const { header, events } = await readText(long.text())
    expect(header.cwd).toHaveLength(700_005)
    expect(events).toHaveLength(1)
  })

  test('gives positions at which the records really stand', async () => {
    for (const content of [`\ufeff\n${text}`, text.replaceAll('\n', '\r\n')]) {
      const { events } = await readText(content)
      const at = (position: number): string => Buffer.from(content).toString('utf8', position)
      for (const event of events) expect(at(event.position!)).toMatch(new RegExp(`^\\{"type":"${event.type}"`))
    }
  })
})

describe('a first line without an end', () => {
  test('is no header, however good it looks', async () => {
    await expect(readText(story.lines()[0]!)).rejects.toMatchObject({ code: 'LOG_HEADER_INVALID' })
  })

  test('is given up on once it is longer than any record may be', async () => {
    const endless = readText('x'.repeat(3_000_000), { maxRecordBytes: 1_000 })
    await expect(endless).rejects.toMatchObject({ code: 'LOG_HEADER_INVALID' })
  })
})

describe('a file without a first line', () => {
  test.each(['', '\n', '\n\n\n', ' \r\n', '\ufeff'])('is empty: %j', async (content) => {
    await expect(readText(content)).rejects.toMatchObject({ code: 'LOG_EMPTY' })
  })
})
