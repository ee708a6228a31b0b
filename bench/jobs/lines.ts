/**
 * The records of a log one by one, as text: `for await` over `node:readline`, header left out.
 *
 * @module
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export async function* recordLines(path: string): AsyncGenerator<string, void, undefined> {
  let isHeader = true
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!isHeader) yield line
    isHeader = false
  }
}
