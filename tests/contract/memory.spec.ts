/**
 * The mission: a log a hundred times as long takes no more memory, in a heap that could not hold it.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeLog } from '../../bench/log-generator.ts'
import type { PeerContextValue } from '../../src/tools/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url))
const megabyte = 1024 * 1024
/** Makes the process say, when it ends, how much memory it had at most, in KiB. */
const sayPeak = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))",
)}`

/** Runs `context` in a process of its own with a heap of 48 MB. */
async function context(path: string): Promise<{ value: PeerContextValue; peakBytes: number }> {
  const args = ['--max-old-space-size=48', '--import', sayPeak, bin, 'context', path, '--view', 'overview', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  const outputs = [child.stdout, child.stderr, child.stdio[3] as Readable].map((stream) => text(stream as Readable))
  const [stdout = '', stderr, peak] = await Promise.all(outputs)
  expect([await ended, stderr]).toEqual([0, ''])
  return { value: JSON.parse(stdout) as PeerContextValue, peakBytes: Number(peak) * 1024 }
}

test(
  'a log of 250 MB is shown in a heap of 48 MB, with a peak within 20 MB of that of 2.5 MB',
  { timeout: 180_000 },
  async () => {
    const [short, long] = [join(temporaryFolder(), 'short.jsonl'), join(temporaryFolder(), 'long.jsonl')]
    expect(await writeLog(short, { events: 10_000, seed: 1 })).toBeGreaterThan(2.3 * megabyte)
    expect(await writeLog(long, { events: 1_000_000, seed: 1 })).toBeGreaterThan(237 * megabyte)
    const few = await context(short)
    const many = await context(long)
    expect(few.value.capturedThroughSeq).toBe(9_999)
    expect(many.value.capturedThroughSeq).toBe(999_999)
    expect(many.value.conversation?.messages).toHaveLength(4)
    expect(many.value).not.toHaveProperty('log')
    expect(many.peakBytes - few.peakBytes).toBeLessThan(20 * megabyte)
  },
)
