/**
 * Exact reads of every real log of the harness, against the harness's own session query.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { dataFiles } from '../support/data-files.ts'
import { exactReads } from '../support/exact-comparison.ts'
import { queryEngine, type Encoding } from '../support/query-engine.ts'
import { testRealLogs } from '../support/real-logs.ts'

/** All seqs of a short log and of the beginning of a long one, then every 37th, and one too many. */
function* sampledSeqs(length: number): Generator<number, void> {
  for (let seq = 0; seq < length; seq += seq < 200 ? 1 : 37) yield seq
  yield length - 1
  yield length
}

const stores: readonly [Encoding, string, number][] = [
  ['none', 'store-hydrated', 100],
  ['zstd', 'store-zstd', 10],
]

describe('exact reads of real logs are those of the harness', () => {
  for (const [encoding, folder, least] of stores) {
    testRealLogs(
      `in ${folder}`,
      async () => {
        const engine = await queryEngine(encoding)
        const paths = dataFiles(`logs/dsh/${folder}`).filter((path) => /\/session\.jsonl(\.zstd)?$/.test(path))
        expect(paths.length).toBeGreaterThan(least)
        let compared = 0
        for (const path of paths) {
          const log = await openLog(path)
          await log.close()
          const { id, cwd } = log.header
          await engine.withLog({ id, ...(cwd !== undefined && { cwd }) }, readFileSync(path), async (asked) => {
            for (const { read, engine: theirs, ours } of await exactReads(asked, id, sampledSeqs)) {
              expect(ours, `${read} of ${path}`).toStrictEqual(theirs)
              compared += 1
            }
          })
        }
        expect(compared).toBeGreaterThan(paths.length * 8)
        await engine.close()
      },
      600_000,
    )
  }
})
