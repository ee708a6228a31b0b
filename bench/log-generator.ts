/**
 * Writes a generated session log to a file, as the harness would have: header line first, one record a line.
 *
 * `node bench/log-generator.ts --events 100000 --seed 1 --out FILE [--packed] [--text varied]`
 * @module
 */
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { LogEvent } from '../src/pipeline/index.ts'
import { packRows } from '../tests/support/pack-rows.ts'
import { generatedEvents, type GeneratedLog } from './generated-events.ts'

export interface LogFile extends GeneratedLog {
  /** Runs of deltas become storage rows. @defaultValue false */
  readonly packed?: boolean
}

/** The harness packs what one flush holds; about this many events. */
const eventsPerFlush = 64
/** Text is handed to the file in pieces of about this many characters. */
const pieceLength = 1 << 18

/** The lines of the log, header first, without line ends. Nothing longer than one flush is held. */
export function* generatedLines({ packed = false, ...log }: LogFile): Generator<string, void, undefined> {
  const id = `session-generated-${log.seed}-${log.events}`
  const createdAt = 1_785_000_000_000
  yield JSON.stringify({ type: 'session', version: 0, id, createdAt, cwd: '/srv/app', delegationDepth: 0 })
  let flush: LogEvent[] = []
  for (const event of generatedEvents(log)) {
    flush.push(event)
    if (packed && flush.length < eventsPerFlush) continue
    for (const record of packed ? packRows(flush) : flush) yield JSON.stringify(record)
    flush = []
  }
  for (const record of packRows(flush)) yield JSON.stringify(record)
}

/** Writes the log to `path`, waiting for each piece to be taken, and yields its size in bytes. */
export async function writeLog(path: string, log: LogFile): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w')
  try {
    return await writeLines(file, generatedLines(log))
  } finally {
    await file.close()
  }
}

async function writeLines(file: FileHandle, lines: Iterable<string>): Promise<number> {
  let bytes = 0
  let piece = ''
  const take = async (): Promise<void> => {
    const data = Buffer.from(piece)
    piece = ''
    bytes += data.length
    await file.appendFile(data)
  }
  for (const line of lines) {
    piece += `${line}\n`
    if (piece.length >= pieceLength) await take()
  }
  await take()
  return bytes
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const word = { type: 'string' } as const
  const options = { events: word, seed: word, out: word, text: word, packed: { type: 'boolean' } } as const
  const { events = '100000', seed = '1', out, text = 'repetitive', packed = false } = parseArgs({ options }).values
  if (out === undefined) throw new Error('say where to write: --out FILE')
  if (text !== 'repetitive' && text !== 'varied') throw new Error('--text is repetitive or varied')
  const log: LogFile = { events: Number(events), seed: Number(seed), text, packed }
  const bytes = await writeLog(out, log)
  stdout.write(`${out}: ${log.events} events, ${bytes} bytes, ${Math.round(bytes / log.events)} an event\n`)
}
