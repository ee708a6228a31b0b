/**
 * Writes a log of few but large records: messages of 100 kB each, as pasted files and long answers are.
 *
 * @module
 */
import { open } from 'node:fs/promises'
import type { GeneratedLog } from './generated-events.ts'
import { wordsOf } from './generated-text.ts'
import { random } from './random.ts'

const messageLength = 100_000

/** Writes the log to `path`; `events` messages, a person's and the model's in turns. */
export async function writeLargeLog(
  path: string,
  { events, seed, text: kind = 'repetitive' }: GeneratedLog,
): Promise<void> {
  const words = wordsOf(random(seed), kind)
  const file = await open(path, 'w')
  const write = (record: object): Promise<void> => file.appendFile(`${JSON.stringify(record)}\n`)
  try {
    await write({
      type: 'session',
      version: 0,
      id: `session-large-${seed}`,
      createdAt: 1_785_000_000_000,
      cwd: '/srv/app',
    })
    for (let seq = 0; seq < events; seq++) {
      let text = ''
      while (text.length < messageLength) text += words.output(1400)
      const content = [{ type: 'text', text }]
      const isUser = seq % 2 === 0
      const type = isUser ? 'user/message' : 'assistant/message'
      const message = { content, source: { kind: isUser ? 'user' : 'model' }, role: isUser ? 'user' : 'assistant' }
      const data = isUser ? message : { turn: seq, step: 1, message }
      await write({ type, seq, time: 1_785_000_000_000 + seq, data, surfaceOp: 'append' })
    }
  } finally {
    await file.close()
  }
}
