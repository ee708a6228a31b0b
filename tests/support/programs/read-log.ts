/**
 * Reads one log and prints what it shows, and what memory that took. Started by `read-in-child.ts`.
 *
 * @module
 */
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import zlib from 'node:zlib'
import { peakMb } from '../../../bench/measure/usage.ts'
import { keepYoungHeapSmall } from '../../../src/cli/young-heap.ts'
import { openLog } from '../../../src/pipeline/readers/index.ts'
import { fabricatedLog } from '../fabricated-log.ts'
import type { ReadRequest } from '../read-in-child.ts'
import { seeLog, seenOrRefused } from '../see.ts'

const { path = 'nowhere', fabricated, maxRecordBytes, withoutZstd } = JSON.parse(process.argv[2] ?? '{}') as ReadRequest
keepYoungHeapSmall()
if (withoutZstd === true) {
  Object.defineProperty(zlib, 'createZstdDecompress', { value: undefined })
  // So that `import * as zlib` sees it too.
  syncBuiltinESMExports()
}
const answer = await seenOrRefused(async () => {
  const log = await openLog(path, {
    ...(fabricated !== undefined && { open: () => Promise.resolve(fabricatedLog(fabricated)) }),
    ...(maxRecordBytes !== undefined && { maxRecordBytes }),
  })
  return seeLog(log)
})
const said = 'code' in answer ? { refused: answer } : { views: answer.views, report: answer.report }
process.stdout.write(JSON.stringify({ ...said, peakMb: peakMb() }))
