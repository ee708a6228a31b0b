import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { random } from '../../../bench/random.ts'
import { ResumeCache } from '../../../src/corpus/resume.ts'
import { openFile, type ByteSource } from '../../../src/pipeline/readers/index.ts'
import { conversation, overview } from '../../../src/stages/index.ts'
import { GrowingLog } from '../../support/growing-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { frame } from '../../support/zstd-log.ts'

const view = { key: 'overview', stage: overview({ maxMessages: 5 }) }
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** What a read came to, errors included. */
const outcome = <T extends object>(read: Promise<T>): Promise<T | { readonly error: string }> =>
  read.catch((error: unknown) => ({ error: String(error) }))

/** A log on disk, and what can be done to it. Encoded writers append whole frames, as the harness does. */
class GrowingFile {
  readonly path: string
  readonly #encode: (lines: readonly string[]) => Buffer
  #log = new GrowingLog(0)
  #made = 0

  constructor(folder: string, isZstd: boolean) {
    this.path = join(folder, isZstd ? 'session.jsonl.zstd' : 'session.jsonl')
    this.#encode = (lines) => (isZstd ? frame(text(lines)) : Buffer.from(text(lines)))
    this.replace(1)
  }

  append(count: number): void {
    appendFileSync(this.path, this.#encode(this.#log.lines(count)))
  }

  /** Appends a record in two writes; reading may come in between. */
  *tear(): Generator<void, void> {
    const bytes = this.#encode(this.#log.lines(2))
    const cut = Math.floor(bytes.length / 2)
    appendFileSync(this.path, bytes.subarray(0, cut))
    yield
    appendFileSync(this.path, bytes.subarray(cut))
  }

  truncate(bytes: number): void {
    truncateSync(this.path, Math.max(200, readFileSync(this.path).length - bytes))
  }

  /** Another file takes its place, perhaps with the same bytes. */
  replace(seed: number, isCopy = false): void {
    const made = `${this.path}.${(this.#made += 1)}`
    if (!isCopy) this.#log = new GrowingLog(seed)
    writeFileSync(made, isCopy ? readFileSync(this.path) : this.#encode([GrowingLog.header(), ...this.#log.lines(30)]))
    renameSync(made, this.path)
  }
}

describe.each([
  ['plain', false],
  ['zstd', true],
] as const)('a %s log that is read again and again', (encoding, isZstd) => {
  test('gives what a cold read gives after every one of thousands of appends, truncations and replaces', async () => {
    const file = new GrowingFile(temporaryFolder(), isZstd)
    const { int, next } = random(isZstd ? 11 : 12)
    const cache = new ResumeCache()
    let resumed = 0
    let refused = 0
    const check = async (): Promise<void> => {
      const again = await outcome(cache.run(file.path, view))
      const cold = await outcome(new ResumeCache().run(file.path, view))
      expect({ ...again, fromOffset: 0 }).toEqual({ ...cold, fromOffset: 0 })
      if ('fromOffset' in again && again.fromOffset > 0) resumed += 1
      if (!('error' in cold)) return
      // A replace of what was cut off: from here on every read is refused.
      refused += 1
      file.replace(refused)
    }
    for (let turn = 0; turn < 1500; turn++) {
      const chance = next()
      if (chance < 0.8) file.append(int(1, 12))
      else if (chance < 0.88) for (const _ of file.tear()) await check()
      else if (chance < 0.94) file.truncate(int(1, 3000))
      else if (chance < 0.97) file.replace(turn)
      else file.replace(turn, true)
      await check()
    }
    // Most of the turns append, and then nothing is read twice.
    expect(resumed).toBeGreaterThan(1000)
    expect(refused).toBeGreaterThan(0)
  }, 120_000)
})

describe('reading on', () => {
  const grown = (lines: number): { path: string; log: GrowingLog } => {
    const path = join(temporaryFolder(), 'session.jsonl')
    const log = new GrowingLog(3)
    writeFileSync(path, text([GrowingLog.header(), ...log.lines(lines)]))
    return { path, log }
  }

  test('reads what was appended and samples, and nothing else', async () => {
    let bytes = 0
    const counting = async (path: string): Promise<ByteSource> => {
      const source = await openFile(path)
      return {
        ...source,
        async read(into, offset) {
          const length = await source.read(into, offset)
          bytes += length
          return length
        },
      }
    }
    const { path, log } = grown(20_000)
    const cache = new ResumeCache({ open: counting })
    await cache.run(path, view)
    const cold = bytes
    appendFileSync(path, text(log.lines(50)))
    bytes = 0
    const { fromOffset } = await cache.run(path, view)
    expect(fromOffset).toBeGreaterThan(cold * 0.9)
    // Twice 18 samples of 4 KiB, the records, and up to eight records that a late replace brought back.
    expect(bytes).toBeLessThan(500_000)
    expect(bytes).toBeLessThan(cold / 10)
  })

  test('starts over when one byte in a sample is another', async () => {
    const { path, log } = grown(3000)
    const cache = new ResumeCache()
    await cache.run(path, view)
    const bytes = readFileSync(path)
    const at = bytes.indexOf('"text":"') + 8
    bytes[at] = 0x5a
    writeFileSync(path, bytes)
    appendFileSync(path, text(log.lines(1)))
    expect((await cache.run(path, view)).fromOffset).toBe(0)
  })

  test('reads everything when told to', async () => {
    const { path } = grown(100)
    const cache = new ResumeCache()
    await cache.run(path, view)
    expect((await cache.run(path, view)).fromOffset).toBeGreaterThan(0)
    expect((await cache.run(path, view, { cold: true })).fromOffset).toBe(0)
    expect((await cache.run(path, view)).fromOffset).toBeGreaterThan(0)
  })

  test('keeps views apart by their keys, and files by their paths', async () => {
    const { path } = grown(100)
    const other = grown(100)
    const cache = new ResumeCache()
    await cache.run(path, view)
    expect((await cache.run(path, { key: 'said', stage: conversation() })).fromOffset).toBe(0)
    expect((await cache.run(other.path, view)).fromOffset).toBe(0)
    expect((await cache.run(path, view)).fromOffset).toBeGreaterThan(0)
  })

  test('keeps no more states than allowed, the least recently used out first', async () => {
    const logs = [grown(20), grown(20), grown(20)]
    const cache = new ResumeCache({ maxStates: 2 })
    for (const { path } of logs) await cache.run(path, view)
    const from = async (index: number): Promise<number> => (await cache.run(logs[index]?.path ?? '', view)).fromOffset
    expect(await from(2)).toBeGreaterThan(0)
    expect(await from(1)).toBeGreaterThan(0)
    expect(await from(0)).toBe(0)
    expect(await from(2)).toBe(0)
  })

  test('keeps no state that is larger than all may be', async () => {
    const { path } = grown(3000)
    const cache = new ResumeCache({ maxBytes: 10_000 })
    await cache.run(path, view)
    expect((await cache.run(path, view)).fromOffset).toBe(0)
  })

  test('two reads at once do not disturb each other', async () => {
    const { path, log } = grown(5000)
    const cache = new ResumeCache()
    await cache.run(path, view)
    appendFileSync(path, text(log.lines(300)))
    const [one, two] = await Promise.all([cache.run(path, view), cache.run(path, view)])
    const cold = await new ResumeCache().run(path, view)
    expect({ ...one, fromOffset: 0 }).toEqual(cold)
    expect({ ...two, fromOffset: 0 }).toEqual(cold)
    appendFileSync(path, text(log.lines(300)))
    expect({ ...(await cache.run(path, view)), fromOffset: 0 }).toEqual(await new ResumeCache().run(path, view))
  })

  test('takes up a newer generation of the session from its front', async () => {
    const { path, log } = grown(50)
    const folder = join(path, '..')
    const cache = new ResumeCache()
    await cache.run(folder, view)
    expect((await cache.run(folder, view)).fromOffset).toBeGreaterThan(0)
    const header = JSON.stringify({ ...(JSON.parse(GrowingLog.header()) as object), version: 1 })
    writeFileSync(join(folder, 'session.v1.jsonl'), text([header, ...new GrowingLog(4).lines(50)]))
    const { fromOffset, header: read } = await cache.run(folder, view)
    expect([fromOffset, read.version]).toEqual([0, 1])
    void log
  })

  test('is left by a signal with its reason, and closes the file', async () => {
    const { path } = grown(100)
    const reason = new Error('enough')
    let isClosed = false
    const open = async (file: string): Promise<ByteSource> => {
      const source = await openFile(file)
      return { ...source, close: () => ((isClosed = true), source.close()) }
    }
    await expect(new ResumeCache({ open }).run(path, view, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(isClosed).toBe(true)
  })
})
