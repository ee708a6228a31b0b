/**
 * Logs compressed with zstd, as the harness writes them by default and as they are found after an accident.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { readInChild, type ReadAnswer } from '../support/read-in-child.ts'
import { casePath, testRealLogs } from '../support/real-logs.ts'
import { see, seeLog, seenOrRefused, textsOf, type Refused, type Seen } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { frame, frames, handMade, magic, rawFrame, skippable, zstdLog } from '../support/zstd-log.ts'

const story = log().turn().step()
for (let index = 1; index <= 12; index++) story.user(`message ${index}`)
story.call('a', 'bash').result('a').endStep().endTurn()
const lines = story.lines()
const text = asText(lines)
const whole = await see(text)

/** A sound log in a form of its own: the same views, no damage. */
const isWhole = async (content: Buffer): Promise<void> => {
  const { views, report } = await see(content)
  expect(views).toEqual(whole.views)
  expect(report).toMatchObject({ damagedRecords: 0, capturedThroughSeq: story.lastSeq, records: lines.length })
}

/** The bytes in so many parts, wherever in a record they are cut. */
const spread = (content: Buffer, parts: number): Buffer[] => {
  const size = Math.ceil(content.length / parts)
  return Array.from({ length: parts }, (_, index) => content.subarray(index * size, (index + 1) * size))
}

describe('a sound log', () => {
  const separate = frames(lines)
  const forms: Readonly<Record<string, Buffer>> = {
    'in many frames, one per record': Buffer.concat(separate),
    'in frames of five records': zstdLog(lines, 5),
    'with its header and events merged into one frame': frame(text),
    'in frames without a checksum': zstdLog(lines, 1, { checksum: false }),
    'whose records span frames': Buffer.concat(spread(Buffer.from(text), 37).map((part) => frame(part))),
    'behind a skippable frame': Buffer.concat([skippable('not a log'), ...separate]),
    'with skippable frames of all sixteen kinds between': Buffer.concat(
      separate.flatMap((part, kind) => [part, skippable(`${kind}`.repeat(kind * 50), kind % 16)]),
    ),
    'with empty frames between': Buffer.concat(separate.flatMap((part) => [frame(''), part, rawFrame('')])),
    'in frames of many small blocks': Buffer.concat(lines.map((line) => rawFrame(`${line}\n`, 7))),
    'with a magic number inside a skippable frame': Buffer.concat([
      ...separate.slice(0, 3),
      skippable(magic),
      ...separate.slice(3),
    ]),
    'in a frame of the largest window': frame(text, { windowLog: 27 }),
  }

  test.each(Object.keys(forms))('is read to its end: %s', (form) => isWhole(forms[form]!))

  test.each(Object.keys(forms))('is the same in reads of 1 to 7 bytes: %s', async (form) => {
    for (const maxReadBytes of [1, 2, 3, 5, 7]) {
      const { views, report } = await see(forms[form]!, { maxReadBytes })
      expect(views).toEqual(whole.views)
      expect(report).toMatchObject({ damagedRecords: 0, records: lines.length })
    }
  })

  test('is the same wherever one read ends and the next begins', async () => {
    const file = Buffer.concat([skippable('first'), ...frames(lines.slice(0, 4), 1), rawFrame(`${lines[4]}\n`, 100)])
    const { views } = await see(file)
    for (let size = 8; size < file.length; size++)
      expect((await see(file, { maxReadBytes: size })).views).toEqual(views)
  })
})

describe('a damaged log', () => {
  const parts = frames(lines)
  const good = parts.slice(0, 5)
  const rest = parts.slice(6)
  const badOffset = Buffer.concat(good).length
  /** What is left without the record in the middle: everything else. */
  const expected = whole.views.conversation.retention.eligibleMessages - 1
  const flipped = (at: number, bits = 0x10): Buffer => {
    const bytes = Buffer.from(parts[5]!)
    bytes[at]! ^= bits
    return bytes
  }

  /** The middle frame is one damage, at its place; its neighbours are all there. */
  const isCounted = (seen: Seen, reason: RegExp): void => {
    expect(seen.report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: story.lastSeq })
    expect(seen.report.firstDamage).toMatchObject({ byte: badOffset, reason: expect.stringMatching(reason) as string })
    expect(seen.views.conversation.retention.eligibleMessages).toBe(expected)
  }

  const middles: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    'a checksum that is wrong': [flipped(parts[5]!.length - 1), /a corrupt zstd frame/],
    'a frame that needs more than 128 MiB': [
      handMade([{ kind: 'raw', bytes: Buffer.from('{}\n') }], 28),
      /more than 128 MiB of memory/,
    ],
    'a block of a kind that does not exist': [
      handMade([{ kind: 'reserved', bytes: Buffer.alloc(20) }]),
      /belong to no zstd frame|a corrupt zstd frame/,
    ],
    'good blocks, then one of a kind that does not exist': [
      handMade([
        { kind: 'raw', bytes: Buffer.from(`${lines[5]}\n`) },
        { kind: 'reserved', bytes: Buffer.alloc(20) },
      ]),
      /belong to no zstd frame|a corrupt zstd frame/,
    ],
    'a block larger than any block may be': [
      handMade([{ kind: 'raw', bytes: Buffer.alloc(10), size: 2_000_000 }]),
      /zstd frame/,
    ],
    'a frame whose end is missing': [parts[5]!.subarray(0, -9), /zstd frame/],
    'a frame whose beginning is missing': [parts[5]!.subarray(7), /zstd frame/],
    'one byte of garbage': [Buffer.from('x'), /belong to no zstd frame/],
    garbage: [Buffer.from('garbage between frames'), /belong to no zstd frame/],
    'garbage that begins like a frame': [Buffer.concat([magic.subarray(0, 3), Buffer.from('?')]), /zstd frame/],
    'a bare magic number': [magic, /zstd frame/],
    'a plain line': [Buffer.from(`${lines[5]}\n`), /belong to no zstd frame/],
  }
  test.each(Object.keys(middles))('with %s in the middle', async (what) => {
    const [middle, reason] = middles[what] as readonly [Buffer, RegExp]
    const file = Buffer.concat([...good, middle, ...rest])
    isCounted(await see(file), reason)
    for (const maxReadBytes of [1, 2, 3, 5, 7]) isCounted(await see(file, { maxReadBytes }), reason)
  })

  test('with any byte of a middle frame changed keeps all other frames', async () => {
    for (let at = 0; at < parts[5]!.length; at++) {
      for (const bits of [0x01, 0x40]) {
        const seen = await see(Buffer.concat([...good, flipped(at, bits), ...rest]))
        // A change in what only describes the frame may leave its content as it was.
        if (seen.report.damagedRecords === 0) expect(seen.views).toEqual(whole.views)
        else isCounted(seen, /zstd frame/)
      }
    }
  })

  test('with a byte of the first frame changed is refused: the header cannot be trusted', async () => {
    const first = Buffer.from(parts[0]!)
    first[first.length - 1]! ^= 1
    const refused = await seenOrRefused(() => see(Buffer.concat([first, ...parts.slice(1)])))
    expect(refused).toMatchObject({ code: 'LOG_HEADER_INVALID' })
  })

  test('without a header is refused, however good its events are', async () => {
    const refused = await seenOrRefused(() => see(Buffer.concat(parts.slice(1))))
    expect(refused).toMatchObject({ code: 'LOG_HEADER_INVALID' })
  })

  test('with several bad frames counts each and names the first', async () => {
    const file = parts.map((part, index) => (index % 4 === 2 ? part.subarray(0, -1) : part))
    const { report } = await see(Buffer.concat(file))
    expect(report.damagedRecords).toBe(file.filter((_, index) => index % 4 === 2).length)
    expect(report.firstDamage?.byte).toBe(Buffer.concat(parts.slice(0, 2)).length)
  })

  test('with a frame inside the block of a record keeps the neighbours of that record, and not what is inside', async () => {
    const inner = rawFrame(lines[5]!)
    expect(inner.includes('\n')).toBe(false)
    const inside = rawFrame(Buffer.concat([Buffer.from('{"a":"'), inner, Buffer.from('"}\n')]))
    isCounted(await see(Buffer.concat([...good, inside, ...rest])), /not JSON/)
  })
})

describe('a torn end', () => {
  const flush = 6
  const parts = frames(lines, flush)
  const before = parts.slice(0, -1)
  const last = parts.at(-1)!

  test('keeps every whole frame and is one damage, wherever it is torn', async () => {
    const kept = await see(Buffer.concat(before))
    for (let length = 1; length < last.length; length++) {
      const { views, report } = await see(Buffer.concat([...before, last.subarray(0, length)]))
      expect(report).toMatchObject({ damagedRecords: 1, firstDamage: { byte: Buffer.concat(before).length } })
      expect(views.conversation.messages.length).toBeGreaterThanOrEqual(kept.views.conversation.messages.length)
    }
  })

  test('keeps the complete records of the torn frame', async () => {
    const torn = rawFrame(asText(lines.slice(3)), 400).subarray(0, 1_500)
    const seen = await see(Buffer.concat([...frames(lines.slice(0, 3)), torn]))
    expect(seen.report.damagedRecords).toBe(1)
    expect(textsOf(seen).length).toBeGreaterThan(2)
    expect(seen.report.capturedThroughSeq).toBeGreaterThan(5)
  })

  test('may be a bare magic number', async () => {
    const { views, report } = await see(Buffer.concat([...parts, magic]))
    expect(views).toEqual(whole.views)
    expect(report).toMatchObject({
      damagedRecords: 1,
      firstDamage: { reason: expect.stringContaining('torn') as string },
    })
  })

  test('may leave a whole frame with half a record in it', async () => {
    const half = frame(lines.at(-1)!.slice(0, 30))
    const { report } = await see(Buffer.concat([...frames(lines.slice(0, -1)), half]))
    expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: story.lastSeq - 1 })
  })
})

describe('on a Node without zstd', () => {
  const read = (name: string, content: string | Buffer): Promise<ReadAnswer> => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, content)
    return readInChild({ path, withoutZstd: true })
  }

  test('a compressed log is refused with the version that it takes', async () => {
    const { refused, views } = await read('session.jsonl.zstd', zstdLog(lines))
    expect(views).toBeUndefined()
    expect(refused?.code).toBe('LOG_ENCODING_UNSUPPORTED')
    expect(refused?.message).toContain('the log is compressed with zstd, which takes Node 22.15 or newer to read')
  })

  test('a plain log is read, whatever its name says', async () => {
    expect((await read('session.jsonl.zstd', text)).views).toEqual(whole.views)
  })
})

testRealLogs('the inputs of cases 14, 15 and 16 have the answers they should', async () => {
  const of = (name: string, file: string): Promise<Seen | Refused> =>
    seenOrRefused(async () => seeLog(await openLog(casePath(name, file))))
  const plain = await of('14-zstd-many-frames', 'input.jsonl')
  const { report: _, ...compressed } = (await of('14-zstd-many-frames', 'session.jsonl.zstd')) as Seen
  expect(plain).toMatchObject(compressed)
  const clean = (await of('15-zstd-torn-frame', 'input.jsonl')) as Seen
  for (const file of ['torn-tail.jsonl.zstd', 'flipped.jsonl.zstd', 'magic-only.jsonl.zstd']) {
    const { report, views } = (await of('15-zstd-torn-frame', file)) as Seen
    expect([file, report.damagedRecords]).toEqual([file, 1])
    if (file.startsWith('magic')) expect(views).toEqual(clean.views)
  }
  const merged = (await of('16-zstd-first-frame-not-header', 'merged.jsonl.zstd')) as Seen
  expect(merged.report.damagedRecords).toBe(0)
  expect(textsOf(merged).length).toBeGreaterThan(0)
  for (const file of ['headerless.jsonl.zstd', 'input.jsonl'])
    expect(await of('16-zstd-first-frame-not-header', file)).toMatchObject({ code: 'LOG_HEADER_INVALID' })
})
