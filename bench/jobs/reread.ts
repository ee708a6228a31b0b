/**
 * A re-read of a log that has grown a little, beside a cold read of all of it.
 *
 * @module
 */
import { deepStrictEqual, ok } from 'node:assert'
import { hash } from 'node:crypto'
import { appendFile, constants, copyFile, rm } from 'node:fs/promises'
import { ResumeCache } from '../../src/corpus/resume.ts'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { overview } from '../../src/stages/index.ts'
import { generatedEvents } from '../generated-events.ts'
import { zstdFrame } from '../zstd-log.ts'
import type { Job } from './job.ts'

/** What reading one log came to. */
export interface RereadCost {
  /** The first read, in a fresh process. */
  readonly coldMs: number
  /** Each of the re-reads, every one after another append. */
  readonly rereadMs: readonly number[]
}

const view = { key: 'overview', stage: overview({ sha256: (text) => hash('sha256', text) }) }
/** Events in one append. */
export const appended = 200
/** Enough for the code to be warm in most of them, as in a process that goes on asking. */
const rereads = 200

/** A short story told again, with its seqs behind those of the log. */
const tail = (from: number): readonly LogEvent[] =>
  [...generatedEvents({ events: appended, seed: 2 })].map(({ seq, sourceEventSeqs, surfaceOp, ...event }) => ({
    ...event,
    seq: seq + from,
    ...(sourceEventSeqs && { sourceEventSeqs: sourceEventSeqs.map((cited) => Number(cited) + from) }),
    ...(typeof surfaceOp === 'object'
      ? { surfaceOp: { ...surfaceOp, start: surfaceOp.start + from, end: surfaceOp.end + from } }
      : surfaceOp && { surfaceOp }),
  }))

export const reread: Job = {
  async run({ path, layout, events }): Promise<RereadCost> {
    const grown = `${path}.growing`
    await copyFile(path, grown, constants.COPYFILE_FICLONE)
    try {
      const cache = new ResumeCache()
      const coldMs = await timed(() => cache.run(grown, view))
      const rereadMs: number[] = []
      for (let turn = 0; turn < rereads; turn++) {
        const lines = tail(events + turn * appended).map((event) => JSON.stringify(event))
        await appendFile(grown, layout === 'plain' ? `${lines.join('\n')}\n` : zstdFrame(lines))
        rereadMs.push(await timed(() => cache.run(grown, view)))
      }
      const resumed = await cache.run(grown, view)
      const cold = await cache.run(grown, view, { cold: true })
      deepStrictEqual([resumed.items, resumed.report.damagedRecords], [cold.items, 0])
      ok(resumed.fromOffset > 0, 'the log was read from the front')
      return { coldMs, rereadMs }
    } finally {
      await rm(grown, { force: true })
    }
  },
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await step()
  return performance.now() - since
}
