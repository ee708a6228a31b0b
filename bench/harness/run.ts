/**
 * `npm run bench:harness [-- --events 100000] [--rounds 1] [--only overview]`
 *
 * The shipped session query and the drop-in, side by side in a real harness: each read in a fresh process, in turns.
 * @module
 */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process, { execPath, stderr, stdout } from 'node:process'
import { parseArgs, promisify } from 'node:util'
import { sessionPlace } from '../../src/corpus/dsh-layout.ts'
import { generatedLines } from '../log-generator.ts'
import { figureOf } from '../measure/figure.ts'
import { machine, machineLine } from '../measure/machine.ts'
import { verdictOn, type Cell, type Table } from '../report/table.ts'
import { tableAsText } from '../report/text.ts'
import { openWorkplace } from '../workplace.ts'
import type { HarnessRequest, HarnessSample, ReadName } from './child.ts'
import { writeDeltaLog } from './delta-log.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const [events, rounds] = [Number(values.events), Number(values.rounds)]
const run = promisify(execFile)

interface StoredLog {
  readonly name: string
  readonly path: string
  readonly sessionId: string
}

interface Row {
  readonly name: string
  readonly read: ReadName
  readonly log: StoredLog
  /** Whether a hundred events are appended and the read is made once more. */
  readonly grows?: boolean
  /** How many times faster it has to be. */
  readonly wanted?: number
}

const folder = mkdtempSync(join(tmpdir(), 'session-streams-harness-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))
const place = openWorkplace()

async function logs(): Promise<{ readonly text: StoredLog; readonly deltas: StoredLog }> {
  const { path, seed } = await place.log(events, 'zstd')
  const { id } = JSON.parse(generatedLines({ events, seed }).next().value as string) as { readonly id: string }
  const deltaPath = join(folder, 'deltas.jsonl.zstd')
  const deltaId = await writeDeltaLog(deltaPath, events)
  return {
    text: { name: 'text-heavy', path, sessionId: id },
    deltas: { name: 'delta-heavy', path: deltaPath, sessionId: deltaId },
  }
}

/** One read in a process and a harness of its own. */
async function take({ read, log, grows = false }: Row, streaming: boolean): Promise<HarnessSample[]> {
  stderr.write(stderr.isTTY ? `\u001b[2K${read} ${log.name} ${streaming ? 'drop-in' : 'shipped'}\r` : '')
  const root = mkdtempSync(join(folder, 'root-'))
  const { sessionId } = log
  const path = join(root, 'sessions', sessionPlace(sessionId, '/srv/app') as string, 'session.jsonl.zstd')
  mkdirSync(dirname(path), { recursive: true })
  copyFileSync(log.path, path)
  const request: HarnessRequest = { root, sessionId, events, streaming, read, ...(grows && { appendTo: path }) }
  const child = `${place.build}/bench/harness/child.js`
  const answer = await run(execPath, [child, JSON.stringify(request)], { maxBuffer: 1 << 26 })
  rmSync(root, { recursive: true })
  return JSON.parse(answer.stdout.trimEnd().split('\n').at(-1) ?? '') as HarnessSample[]
}

const { text, deltas } = await logs()
const rows: readonly Row[] = [
  { name: 'get_peer_context, overview', read: 'overview', log: text, grows: true, wanted: 15 },
  { name: 'get_peer_context, overview', read: 'overview', log: deltas, grows: true, wanted: 15 },
  { name: 'readSurface', read: 'surface', log: text, wanted: 4 },
  { name: 'readSurface', read: 'surface', log: deltas, wanted: 12 },
  { name: 'readSession', read: 'session', log: text },
  { name: 'readEvent', read: 'event', log: text },
  { name: 'readTitle', read: 'title', log: text },
]

type Measure = 'wallMs' | 'cpuMs' | 'stallMs' | 'peakMb'
const cell = (samples: readonly HarnessSample[], measure: Measure): Cell =>
  figureOf(samples.map((sample) => sample[measure]))
const cellsOf = (samples: readonly HarnessSample[]): Cell[] => [
  cell(samples, 'wallMs'),
  cell(samples, 'cpuMs'),
  cell(samples, 'stallMs'),
  cell(samples, 'peakMb'),
]
const median = (samples: readonly HarnessSample[]): number => figureOf(samples.map(({ wallMs }) => wallMs)).median

const where = machine(events < 1_000_000)
const table: (readonly Cell[])[] = []
const notes: string[] = []
for (const row of rows.filter(({ name, read }) => `${name} ${read}`.includes(values.only))) {
  const taken: { readonly shipped: HarnessSample[][]; readonly dropIn: HarnessSample[][] } = { shipped: [], dropIn: [] }
  for (let round = 0; round < rounds; round++) {
    taken.shipped.push(await take(row, false))
    taken.dropIn.push(await take(row, true))
  }
  const times = row.grows === true ? [0, 1] : [0]
  for (const time of times) {
    const [shipped, dropIn] = [taken.shipped, taken.dropIn].map((samples) => samples.map((some) => some[time])) as [
      HarnessSample[],
      HarnessSample[],
    ]
    const isSame = [...shipped, ...dropIn].every(({ digest }) => digest === shipped[0]?.digest)
    if (!isSame) throw new Error(`${row.name} of the ${row.log.name} log: the two do not give the same answer`)
    const name = time === 0 ? row.name : 'the same, after 100 more events'
    const ratio = median(shipped) / median(dropIn)
    table.push([name, row.log.name, 'shipped', ...cellsOf(shipped), null])
    table.push([name, row.log.name, 'drop-in', ...cellsOf(dropIn), `${ratio.toFixed(1)} x`])
    if (time === 0 && row.wanted !== undefined)
      notes.push(verdictOn(`${row.name}, ${row.log.name}: at least ${row.wanted} times faster`, ratio >= row.wanted))
  }
  if (row.grows !== true) continue
  const [first, again] = [0, 1].map((time) => taken.dropIn.map((some) => some[time] as HarnessSample)) as [
    HarnessSample[],
    HarnessSample[],
  ]
  const share = (median(again) / median(first)) * 100
  const most = (measure: Measure): number => Math.max(...[...first, ...again].map((sample) => sample[measure]))
  const cost = `${row.log.name}: 100 more events cost ${share.toFixed(1)} % of the first call`
  // A log of deltas is read so fast that what every call costs by itself is more than that.
  notes.push(row.log === text ? verdictOn(`${cost}, wanted under 2 %`, share < 2) : cost)
  const isBounded = most('peakMb') < 260 && most('stallMs') <= 120
  notes.push(verdictOn(`${row.log.name}: peak under 260 MB, no stall over 120 ms`, isBounded))
}

const result: Table = {
  title: `A cold session of ${events.toLocaleString('en-US')} events in a real harness`,
  command: 'npm run bench:harness',
  columns: ['read', 'log', 'engine', 'wall, ms', 'CPU, ms', 'longest stall, ms', 'peak, MB', 'faster'],
  rows: table,
  notes: [
    ...notes,
    'Each row: a fresh process with the whole harness booted; peak is that of the process, stall by monitorEventLoopDelay.',
    'Both answer the same, byte for byte; else there is no table.',
  ],
}
stdout.write(`${machineLine(where)}\n${tableAsText(result)}`)
