/**
 * The overview beside other ways to read the same log, in the same rounds.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { BenchLog, Layout, Sample } from '../jobs/job.ts'
import { hasJq } from '../jobs/jq.ts'
import type { Figure } from '../measure/figure.ts'
import { ratioOf, type Samples } from '../measure/rounds.ts'
import { hasPeers } from '../peers/peer-package.ts'
import { sampleCells, sampleColumns } from '../report/sample-cells.ts'
import { verdictOn, type Cell, type Table } from '../report/table.ts'
import { doesNote, notRun, ours, plainPeers, zstdFloor, zstdPeers, type PeerRow } from './peer-rows.ts'

export const peers: Part = {
  name: 'peers',
  says: 'the overview beside readline, streams of five libraries, jq, DuckDB and the harness, in the same rounds',
  async run(bench): Promise<readonly Table[]> {
    const has = { jq: hasJq(), peers: hasPeers() }
    const isHere = ({ needs }: PeerRow): boolean => needs === undefined || has[needs]
    const missing = (Object.keys(has) as (keyof typeof has)[]).flatMap((needed) => {
      const names = plainPeers.filter((row) => row.needs === needed && !isHere(row)).map(({ name }) => name)
      return names.length === 0 ? [] : [`${names.join('; ')}: ${notRun[needed]}`]
    })
    return [
      await table(bench, 'plain', plainPeers.filter(isHere), [doesNote, ...missing]),
      await table(bench, 'zstd', zstdPeers, []),
      await table(
        bench,
        'zstd-varied',
        [zstdFloor],
        ['Text that packs less well: twenty thousand words, in no order.'],
      ),
    ]
  },
}

async function table(bench: Bench, layout: Layout, rows: readonly PeerRow[], notes: readonly string[]): Promise<Table> {
  const log = await bench.log(bench.largest, layout)
  const wanted = [ours, ...rows.filter(({ name }) => bench.wants(name))]
  const samples = await bench.inRounds(new Map(wanted.map(({ name, job }): [string, Case] => [name, { job, log }])))
  const base = samples.get(ours.name) ?? []
  const cells = wanted.map(({ name, does, needs, wanted: least }): Cell[] => {
    const taken = samples.get(name)
    if (taken === undefined)
      return [name, ...sampleColumns.map(() => null), null, null, null, 'not read by this version']
    // A program of its own leaves its memory out of the process that started it.
    const figures = sampleCells(taken, log).map((cell, at) => (needs === 'jq' && at === 4 ? null : cell))
    const ratios = base.length === 0 ? [] : ratiosOf(taken, base)
    return [name, ...figures, ...(ratios.length === 0 ? [null, null] : ratios), wantedCell(least, ratios), does]
  })
  return {
    title: `Peers: ${bench.largest.toLocaleString('en-US')} events, ${layout}`,
    command: 'npm run bench -- peers',
    columns: ['who', ...sampleColumns, 'CPU × ours', 'wall × ours', 'wanted', 'does'],
    rows: cells,
    notes: [
      ...valueNotes(wanted, samples),
      ...floorNote(rows[0], samples),
      ...packedNote(log, samples.get(zstdFloor.name)),
      ...notes,
    ],
  }
}

const ratiosOf = (taken: readonly Sample[], base: readonly Sample[]): Figure[] => [
  ratioOf(taken, base, ({ cpuMs }) => cpuMs),
  ratioOf(taken, base, ({ wallMs }) => wallMs),
]

/** What is wanted, in CPU time as in wall time, and whether both medians say so. */
function wantedCell(least: number | undefined, ratios: readonly Figure[]): Cell {
  if (least === undefined) return null
  const text = least < 1 ? `ours ≤ ${(1 / least).toFixed(1)} × this` : `≥ ${least}`
  return verdictOn(text, ratios.length > 0 && ratios.every(({ median }) => median >= least))
}

/** How far ours is from the floor, the other way round than the column has it. */
function floorNote(floor: PeerRow | undefined, samples: Samples<string, Sample>): string[] {
  const [base, least] = [samples.get(ours.name), samples.get(floor?.name ?? '')]
  if (base === undefined || least === undefined || floor === undefined) return []
  const [cpu, wall] = [ratioOf(base, least, ({ cpuMs }) => cpuMs), ratioOf(base, least, ({ wallMs }) => wallMs)]
  return [
    `Ours takes ${cpu.median.toFixed(1)} times the CPU time of “${floor.name}” and ${wall.median.toFixed(1)} times its wall time.`,
  ]
}

/** How well a zstd log packs: what the decoder made of it, beside the file. */
function packedNote({ bytes }: BenchLog, decoded: readonly Sample[] = []): string[] {
  return decoded.slice(0, 1).map(({ value }) => `Packed to 1 / ${(Number(value) / bytes).toFixed(1)}.`)
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
