/**
 * Batches against items: what each way into and out of the machine costs per event.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { DoorCost } from '../jobs/door-cost.ts'
import { stageDoors, stepDoors } from '../jobs/doors.ts'
import { figureOf } from '../measure/figure.ts'
import { ratioOf } from '../measure/rounds.ts'
import type { Cell, Table } from '../report/table.ts'

const events = 100_000
const base = 'batches of 512'

export const doors: Part = {
  name: 'doors',
  says: 'batches, items(), perItem() and plain ix, nanoseconds per event',
  async run(bench): Promise<readonly Table[]> {
    return [
      await table(bench, 'steps', Object.keys(stepDoors([])), 'The doors: four steps that do next to nothing', [
        'Filter, map, filter, map over events in memory; every way yields the same number of items, checked.',
      ]),
      await table(bench, 'stages', Object.keys(stageDoors([])), 'Our doors: filterSources, filterBlocks, wellFormed', [
        'The same three exported stages over every event of a generated log.',
      ]),
    ]
  },
}

async function table(
  bench: Bench,
  work: string,
  names: readonly string[],
  title: string,
  notes: readonly string[],
): Promise<Table> {
  const log = await bench.log(events)
  const wanted = names.filter((name) => name === base || bench.wants(name))
  const cases = new Map(wanted.map((name): [string, Case] => [name, { job: 'door', log, detail: `${work}|${name}` }]))
  const samples = [...(await bench.inRounds(cases))].map(([name, taken]) => {
    return { name, costs: taken.map(({ value }) => value as DoorCost) }
  })
  const ours = samples.find(({ name }) => name === base)?.costs ?? []
  for (const { name, costs } of samples) {
    if (costs[0]?.itemsOut !== ours[0]?.itemsOut) throw new Error(`${name} yields other items than ${base}`)
  }
  const rows = samples.map(({ name, costs }): Cell[] => [
    name,
    figureOf(costs.map(({ cpuNs }) => cpuNs)),
    figureOf(costs.map(({ wallNs }) => wallNs)),
    ratioOf(costs, ours, ({ cpuNs }) => cpuNs),
    ratioOf(costs, ours, ({ wallNs }) => wallNs),
  ])
  const command = 'npm run bench -- doors'
  return {
    title,
    command,
    columns: ['way', 'CPU ns/event', 'wall ns/event', `CPU × ${base}`, `wall × ${base}`],
    rows,
    notes,
  }
}
