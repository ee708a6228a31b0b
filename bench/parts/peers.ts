/**
 * The overview beside other ways to read the same log, in the same rounds.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { Layout, Sample } from '../jobs/job.ts'
import { hasJq } from '../jobs/jq.ts'
import { ratioOf, type Samples } from '../measure/rounds.ts'
import { sampleCells, sampleColumns } from '../report/sample-cells.ts'
import type { Cell, Table } from '../report/table.ts'
import { doesNote, notRun, ours, plainPeers, zstdPeers, type PeerRow } from './peer-rows.ts'

export const peers: Part = {
  name: 'peers',
  says: 'the overview beside readline, ix, object streams, jq and the harness, in the same rounds',
  async run(bench): Promise<readonly Table[]> {
    const isHere = ({ job }: PeerRow): boolean => job !== 'jq' || hasJq()
    const missing = plainPeers.every(isHere) ? [] : ['jq: not run, it is not on the PATH.']
    return [
      await table(bench, 'plain', plainPeers.filter(isHere), [doesNote, ...missing, ...notRun]),
      await table(bench, 'zstd', zstdPeers, []),
    ]
  },
}

async function table(bench: Bench, layout: Layout, rows: readonly PeerRow[], notes: readonly string[]): Promise<Table> {
  const log = await bench.log(bench.largest, layout)
  const wanted = [ours, ...rows.filter(({ name }) => bench.wants(name))]
  const samples = await bench.inRounds(new Map(wanted.map(({ name, job }): [string, Case] => [name, { job, log }])))
  const base = samples.get(ours.name) ?? []
  const cells = wanted.map(({ name, does, wanted: least }): Cell[] => {
    const taken = samples.get(name)
    if (taken === undefined)
      return [name, ...sampleColumns.map(() => null), null, null, null, 'not read by this version']
    // A program of its own leaves its memory out of the process that started it.
    const figures = sampleCells(taken, log).map((cell, at) => (name === 'jq' && at === 4 ? null : cell))
    const ratios = base.length === 0 ? [null, null] : ratiosOf(taken, base)
    return [name, ...figures, ...ratios, least === undefined ? null : wantedText(least), does]
  })
  return {
    title: `Peers: ${bench.largest.toLocaleString('en-US')} events, ${layout}`,
    command: 'npm run bench -- peers',
    columns: ['who', ...sampleColumns, 'CPU × ours', 'wall × ours', 'wanted', 'does'],
    rows: cells,
    notes: [...valueNotes(wanted, samples), ...floorNote(rows[0], samples), ...notes],
  }
}

const ratiosOf = (taken: readonly Sample[], base: readonly Sample[]): Cell[] => [
  ratioOf(taken, base, ({ cpuMs }) => cpuMs),
  ratioOf(taken, base, ({ wallMs }) => wallMs),
]

const wantedText = (least: number): string => (least < 1 ? `ours ≤ ${(1 / least).toFixed(1)} × this` : `≥ ${least}`)

/** How far ours is from the floor, the other way round than the column has it. */
function floorNote(floor: PeerRow | undefined, samples: Samples<string, Sample>): string[] {
  const [base, least] = [samples.get(ours.name), samples.get(floor?.name ?? '')]
  if (base === undefined || least === undefined || floor === undefined) return []
  const [cpu, wall] = [ratioOf(base, least, ({ cpuMs }) => cpuMs), ratioOf(base, least, ({ wallMs }) => wallMs)]
  return [
    `Ours takes ${cpu.median.toFixed(1)} times the CPU time of “${floor.name}” and ${wall.median.toFixed(1)} times its wall time.`,
  ]
}

/** Who claims to do the same must come to the same; the bench fails where that is not so. */
function valueNotes(rows: readonly PeerRow[], samples: Samples<string, Sample>): string[] {
  const kinds = new Map<string, Map<string, string>>()
  for (const { name, value } of rows) {
    const digest = samples.get(name)?.[0]?.digest
    if (value !== undefined && digest !== undefined) kinds.set(value, (kinds.get(value) ?? new Map()).set(name, digest))
  }
  return [...kinds].flatMap(([value, digests]) => {
    if (new Set(digests.values()).size > 1) throw new Error(`not the same ${value}: ${JSON.stringify([...digests])}`)
    return digests.size > 1 ? [`The same value, byte for byte: ${[...digests.keys()].join('; ')}.`] : []
  })
}
