/**
 * The small job with Node object streams, one Transform per step, the line splitter among them written by hand.
 *
 * @module
 */
import { createReadStream } from 'node:fs'
import { Transform, Writable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type { Job } from './job.ts'
import { isWanted, Newest, pairing, partOf, type Parsed } from './newest.ts'

/** Bytes in, parsed lines out, header left out. */
function parseLines(): Transform {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isHeader = true
  return new Transform({
    readableObjectMode: true,
    transform(bytes: Buffer, _encoding, done) {
      const lines = (rest + decoder.write(bytes)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!isHeader) this.push(JSON.parse(line))
        isHeader = false
      }
      done()
    },
  })
}

/** One step; what it turns into `undefined` is dropped. */
const step = (run: (item: Parsed) => unknown): Transform =>
  new Transform({
    objectMode: true,
    transform(item, _encoding, done) {
      const next = run(item)
      if (next === undefined) done()
      else done(null, next)
    },
  })

/** Does the small job with what `parse` makes of the bytes of a log. */
export async function newestThrough(path: string, parse: Duplex): Promise<object> {
  const newest = new Newest()
  await pipeline(
    createReadStream(path),
    parse,
    step((event) => (isWanted(event) ? event : undefined)),
    step(partOf),
    step(pairing()),
    new Writable({
      objectMode: true,
      write(item, _encoding, done) {
        newest.add(item)
        done()
      },
    }),
  )
  return newest.value()
}

export const objectStreams: Job = { run: ({ path }) => newestThrough(path, parseLines()) }
