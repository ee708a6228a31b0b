/**
 * Every text in the real logs, whoever's logs they are: all string values of all JSON lines.
 *
 * The zstd files are left out: they hold logs that are also there as plain files.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A string value of a log. */
export interface RealText {
  /** Path of the log below the folder. */
  readonly log: string
  /** The key it stands under, the nearest one. */
  readonly key: string
  readonly text: string
  /** What was said, written to a tool or came back from one, as against names, paths, ids and signatures. */
  readonly isMessage: boolean
}

const messageKeys = new Set([
  'text',
  'content',
  'output',
  'arguments',
  'thinking',
  'message',
  'summary',
  'stdout',
  'stderr',
  'input_text',
  'command',
  'result',
])

/** All of them, log by log. */
export function* realTexts(folder: string): Generator<RealText> {
  for (const log of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!log.endsWith('.jsonl')) continue
    for (const line of readFileSync(join(folder, log), 'utf8').split('\n')) {
      for (const [key, text] of stringsOf(parsed(line), '')) yield { log, key, text, isMessage: messageKeys.has(key) }
    }
  }
}

/** A damaged line holds no value; it is nobody's message. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    // Damaged lines are among the logs on purpose.
    return undefined
  }
}

function* stringsOf(value: unknown, key: string): Generator<readonly [key: string, text: string]> {
  if (typeof value === 'string') yield [key, value]
  else if (Array.isArray(value)) for (const item of value) yield* stringsOf(item, key)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* stringsOf(item, name)
  }
}
