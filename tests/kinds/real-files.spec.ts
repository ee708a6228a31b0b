/**
 * Every harness log of the folder of real logs, at the terminal: a value, or the refusal that the README promises.
 *
 * @module
 */
import { sep } from 'node:path'
import { expect } from 'vitest'
import { openLog } from '../../src/pipeline/readers/index.ts'
import type { PeerContextValue } from '../../src/tools/index.ts'
import { dataFiles } from '../support/data-files.ts'
import { testRealLogs } from '../support/real-logs.ts'
import { speak } from '../support/recording-terminal.ts'
import { seeLog } from '../support/see.ts'

/** The session's own folder, the same in every store. */
const placeOf = (path: string): string => path.split(sep).slice(-3, -1).join(sep)

testRealLogs('the restored ones of all 169 sessions are read without any damage', async () => {
  const paths = dataFiles('logs/dsh/store-hydrated')
  expect(paths).toHaveLength(169)
  for (const path of paths) {
    const { exitCode, stdout, stderr } = await speak('context', path, '--json', '--strict')
    expect([path, exitCode, stderr]).toEqual([path, 0, ''])
    expect(JSON.parse(stdout) as PeerContextValue).not.toHaveProperty('log')
  }
})

testRealLogs('the compressed ones say what the plain ones say', async () => {
  const plain = new Map(dataFiles('logs/dsh/store-hydrated').map((path) => [placeOf(path), path]))
  const compressed = dataFiles('logs/dsh/store-zstd')
  expect(compressed).toHaveLength(17)
  for (const path of compressed) {
    const { views, report } = await seeLog(await openLog(path))
    expect(report.damagedRecords).toBe(0)
    expect(views).toEqual((await seeLog(await openLog(plain.get(placeOf(path))!))).views)
  }
})

testRealLogs('those of formats v3 and v4 are read; those of v5 are refused in words', async () => {
  for (const path of dataFiles('logs/dsh/format-v3-v5')) {
    const { exitCode, stdout, stderr } = await speak('context', path, '--json')
    if (path.includes('.v5.')) {
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toContain('format v5 is newer than this reader')
    } else {
      expect([exitCode, stderr]).toEqual([0, ''])
      const value = JSON.parse(stdout) as PeerContextValue
      expect(value).not.toHaveProperty('log')
      expect(value.conversation?.messages.length).toBeGreaterThan(1)
    }
  }
})

testRealLogs('all others, whoever wrote them, give a value or a refusal', async () => {
  for (const path of dataFiles()) {
    const { exitCode, stdout, stderr } = await speak('context', path)
    expect(exitCode === 0 ? stderr : stdout).toBe('')
    if (exitCode !== 0)
      expect([path, exitCode, stderr]).toEqual([path, 1, expect.stringMatching(/^session-streams: .*\.\n$/s) as string])
  }
})
