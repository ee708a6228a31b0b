/**
 * Every real log of the harness, read by the shipped engine and by the drop-in.
 *
 * @module
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { openLog } from '../../../src/pipeline/readers/index.ts'
import { dataFiles } from '../../support/data-files.ts'
import { testRealLogs } from '../../support/real-logs.ts'
import { readBoth, twoEngines, type Encoding } from './two-engines.ts'

const stores: readonly [Encoding, string, number][] = [
  ['none', 'store-hydrated', 100],
  ['zstd', 'store-zstd', 10],
]

describe('the drop-in answers as the shipped engine does', () => {
  for (const [encoding, folder, least] of stores) {
    testRealLogs(
      `for each log of ${folder}`,
      async () => {
        const both = await twoEngines(encoding)
        const { shipped, dropIn } = both
        const paths = dataFiles(`logs/dsh/${folder}`).filter((path) => /\/session\.jsonl(\.zstd)?$/.test(path))
        expect(paths.length).toBeGreaterThan(least)
        for (const path of paths) {
          const log = await openLog(path)
          await log.close()
          const { id, cwd } = log.header
          // One at a time: each read lists the whole folder first.
          const place = both.put({ id, ...(cwd !== undefined && { cwd }) }, readFileSync(path))
          for (const { read, ...answers } of await readBoth(both, id, (length) => [0, length >> 1, length - 1])) {
            expect(answers.dropIn, `${read} of ${path}`).toStrictEqual(answers.shipped)
          }
          rmSync(dirname(dirname(place)), { recursive: true })
        }
        // Most of it was read from the files: that is what it is for.
        expect(dropIn.inspected()).toBeLessThan(shipped.inspected() / 2)
        await both.close()
      },
      600_000,
    )

    testRealLogs(
      `for all titles of ${folder} at once`,
      async () => {
        const root = mkdtempSync(join(tmpdir(), 'session-streams-store-'))
        const source = join(process.env['SESSION_STREAMS_DATA'] ?? '', 'logs/dsh', folder)
        cpSync(source, root, { recursive: true, dereference: true })
        const both = await twoEngines(encoding, root)
        const { shipped, dropIn } = both
        const listed = await shipped.query.listSessions()
        expect(await dropIn.query.listSessions()).toStrictEqual(listed)
        const ids = listed.map(({ header: { id } }) => id)
        const asked = [...ids, 'nobody' as (typeof ids)[number], ...ids.slice(0, 1)]
        expect(await dropIn.query.readTitleSnapshots(asked)).toStrictEqual(
          await shipped.query.readTitleSnapshots(asked),
        )
        await both.close()
        rmSync(root, { recursive: true, force: true })
      },
      600_000,
    )
  }
})
