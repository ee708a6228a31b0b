/**
 * Peers that read lines with `node:readline` and its 'line' event, the faster of its two ways.
 *
 * @module
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { overview } from '../../src/stages/index.ts'
import type { Job } from './job.ts'

async function eachLine(path: string, take: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', take)
  await once(lines, 'close')
}

/** Parses every line, and nothing else. */
export const readlineParse: Job = {
  async run({ path }) {
    let records = 0
    await eachLine(path, (line) => {
      if (typeof JSON.parse(line) === 'object') records += 1
    })
    return records
  },
}

const batchItems = 512

/** The same views, fed in batches with the lines that `isWanted` lets through. */
const views = (isWanted: (line: string) => boolean): Job => ({
  async run({ path }) {
    const kernel = overview().start()
    const out: object[] = []
    let batch: LogEvent[] = []
    let isHeader = true
    await eachLine(path, (line) => {
      if (!isHeader && isWanted(line)) batch.push(JSON.parse(line) as LogEvent)
      isHeader = false
      if (batch.length < batchItems) return
      kernel.push(batch, out)
      batch = []
    })
    if (batch.length > 0) kernel.push(batch, out)
    kernel.end?.(out)
    return Object.assign({}, ...out)
  },
})

export const readlineViews: Job = views(() => true)

const heads = (overview().reads ?? []).map((type) => `{"type":"${type}",`)

/** The strongest simple way: lines that do not begin as a wanted record does are never parsed. */
export const readlineSkipViews: Job = views((line) => heads.some((head) => line.startsWith(head)))
