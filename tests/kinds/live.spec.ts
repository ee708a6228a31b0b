/**
 * Logs that change while they are read, by the hand of another process.
 *
 * @module
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openFile, openLog, retryChanged, type ByteSource } from '../../src/pipeline/readers/index.ts'
import { liveLog, liveText } from '../support/live-log.ts'
import { seeLog, seenOrRefused, textsOf, type Refused, type Seen } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { zstdLog } from '../support/zstd-log.ts'

/** Runs a line of shell, in a process of its own, with the path as `$1`. */
const shell = (command: string, path: string): void => void execFileSync('sh', ['-c', command, 'sh', path])

interface Watched {
  readonly seen: Seen | Refused
  /** How often the file was opened: tries. */
  readonly opened: number
}

/** Reads a log as the terminal does, and lets `happens` happen when each try has read half of it, or all. */
async function readWhile(path: string, happens: (attempt: number) => unknown, when = 0.49): Promise<Watched> {
  let opened = 0
  const open = async (file: string): Promise<ByteSource> => {
    opened += 1
    const source = await openFile(file)
    const attempt = opened
    let hasHappened = false
    return {
      ...source,
      async read(into, offset) {
        const length = await source.read(into.subarray(0, Math.ceil(source.size / 4)), offset)
        if (!hasHappened && offset + length > source.size * when) {
          hasHappened = true
          happens(attempt)
        }
        return length
      },
      verify: () => source.verify!(),
    }
  }
  const seen = await seenOrRefused(() => retryChanged(async () => seeLog(await openLog(path, { open }))))
  return { seen, opened }
}

const newest = (records: number, version = ''): string[] =>
  [4, 3, 2, 1].map((back) => liveText(records - back, version))

/** A log of 1,000 records, about 450 kB. */
function liveFile(name = 'session.jsonl'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, name.endsWith('.zstd') ? zstdLog(liveLog(1_000).trimEnd().split('\n'), 100) : liveLog(1_000))
  return path
}

test('a log that gets a record every millisecond for two seconds is read in one try, each time', async () => {
  const path = join(temporaryFolder(), 'session.jsonl')
  writeFileSync(path, liveLog(0))
  const program = fileURLToPath(new URL('../support/programs/append-log.ts', import.meta.url))
  const writer = spawn(execPath, [program, path, '2000'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  await once(writer.stdout, 'data')
  const reads: Seen[] = []
  for (let slow = false; writer.exitCode === null; slow = !slow) {
    let opened = 0
    const open = async (file: string): Promise<ByteSource> => {
      opened += 1
      const source = await openFile(file)
      const read = async (into: Uint8Array, offset: number): Promise<number> => {
        if (slow) await wait(3)
        return source.read(into.subarray(0, slow ? Math.ceil(source.size / 5) : into.length), offset)
      }
      return { ...source, read, verify: () => source.verify!() }
    }
    reads.push(await retryChanged(async () => seeLog(await openLog(path, { open }))))
    expect(opened).toBe(1)
  }
  await ended
  const file = readFileSync(path)
  expect(reads.length).toBeGreaterThan(20)
  for (const seen of reads) {
    const { fileBytes, capturedThroughSeq, damagedRecords } = seen.report
    const covered = file.subarray(0, fileBytes)
    // The header is a line too.
    const records = covered.toString('latin1').split('\n').length - 2
    expect(capturedThroughSeq).toBe(records === 0 ? null : records - 1)
    expect(damagedRecords).toBe(covered.at(-1) === 0x0a ? 0 : 1)
    expect(textsOf(seen)).toEqual(
      newest(records)
        .slice(-records || undefined)
        .filter(() => records > 0),
    )
  }
  const last = reads.map(({ report }) => report.fileBytes)
  expect(last).toEqual([...last].sort((a, b) => a - b))
  expect(new Set(last).size).toBeGreaterThan(10)
})

describe.each(['session.jsonl', 'session.jsonl.zstd'])('%s, while it is read', (name) => {
  test('may grow: it is shown up to the size it had', async () => {
    const path = liveFile(name)
    const { seen, opened } = await readWhile(path, () => shell('echo appended >> "$1"', path))
    expect(opened).toBe(1)
    expect(textsOf(seen as Seen)).toEqual(newest(1_000))
    expect((seen as Seen).report.damagedRecords).toBe(0)
  })

  test('may be touched', async () => {
    const path = liveFile(name)
    const { seen, opened } = await readWhile(path, () => shell('touch -d "2020-01-01" "$1"', path))
    expect(opened).toBe(1)
    expect(textsOf(seen as Seen)).toEqual(newest(1_000))
  })

  const changes: Readonly<Record<string, string>> = {
    'is replaced by another file': 'cp "$1" "$1.new" && mv "$1.new" "$1"',
    'gets a rewritten header': 'printf x | dd of="$1" bs=1 seek=60 conv=notrunc status=none',
    'gets a rewritten last block': 'printf x | dd of="$1" bs=1 seek=$(($(wc -c < "$1") - 60)) conv=notrunc status=none',
    'becomes shorter': 'truncate -s -60 "$1"',
    'is removed': 'mv "$1" "$1.old"',
  }
  test.each(Object.keys(changes))('once %s: it is read again, and what it says now is shown', async (what) => {
    const path = liveFile(name)
    const { seen, opened } = await readWhile(path, (attempt) => {
      if (attempt > 1) return
      shell(changes[what]!, path)
      // In the end it is another log, and a sound one.
      writeFileSync(path, liveLog(900, ' again'))
    })
    expect(opened).toBe(2)
    expect(textsOf(seen as Seen)).toEqual(newest(900, ' again'))
    expect((seen as Seen).report.damagedRecords).toBe(0)
  })

  /** Changes that leave a sound log, each time another one; a compressed header cannot be rewritten by a byte. */
  const everyTime: Readonly<Record<string, (attempt: number) => string>> = {
    'is replaced by another file': () => changes['is replaced by another file']!,
    'becomes shorter': () => changes['becomes shorter']!,
    'gets a rewritten last block': (attempt) =>
      changes['gets a rewritten last block']!.replace('printf x', `printf ${attempt}`),
    ...(name === 'session.jsonl' && {
      'gets a rewritten header': (attempt) =>
        `printf ${attempt} | dd of="$1" bs=1 seek=$(head -1 "$1" | grep -bo 0000000 | cut -d: -f1) conv=notrunc status=none`,
    }),
  }
  test.each(Object.keys(everyTime))('in every try %s: it is given up after the third', async (what) => {
    const path = liveFile(name)
    const when = what.includes('last block') ? 0.99 : 0.49
    const { seen, opened } = await readWhile(path, (attempt) => shell(everyTime[what]!(attempt), path), when)
    expect(seen).toMatchObject({
      code: 'LOG_CHANGED',
      message: expect.stringMatching(/while it was read; try again$/) as string,
    })
    expect(opened).toBe(3)
  })
})

// A stage refuses the mixture before the reader has looked whether the file changed; the reader then looks.
test('a log rewritten in place is read again, even when the half of each that was read makes no sense', async () => {
  const path = liveFile()
  const lines = liveLog(1_000, ' new').split('\n')
  // The new log replaces, in its second half, what in the old one is no message.
  const replace = '"sourceEventSeqs":[5],"surfaceOp":{"op":"replace","start":5,"end":5}'
  const rewritten = lines.with(901, lines[901]!.replace('"surfaceOp":"append"', replace)).join('\n')
  const old = liveLog(1_000).split('\n')
  writeFileSync(
    path,
    old.with(6, `{"type":"turn/start","seq":5,"time":1,"data":{"turn":1,"note":"${'x'.repeat(410)}"}}`).join('\n'),
  )
  const { seen, opened } = await readWhile(path, (attempt) => attempt === 1 && writeFileSync(path, rewritten))
  expect(opened).toBe(2)
  expect(textsOf(seen as Seen)).toEqual(newest(1_000, ' new'))
})
