/**
 * The columns that every measurement of a whole log has.
 *
 * @module
 */
import type { BenchLog, Sample } from '../jobs/job.ts'
import { figureOf } from '../measure/figure.ts'
import type { Cell } from './table.ts'

export const sampleColumns: readonly string[] = ['wall ms', 'CPU ms', 'events/s', 'MB/s', 'peak MB']

/** Cells for these columns: medians with their spread; rates and memory by the median alone. */
export function sampleCells(samples: readonly Sample[], { events, bytes }: BenchLog): Cell[] {
  const wall = figureOf(samples.map(({ wallMs }) => wallMs))
  const seconds = wall.median / 1000
  return [
    wall,
    figureOf(samples.map(({ cpuMs }) => cpuMs)),
    Math.round(events / seconds),
    bytes / 1e6 / seconds,
    figureOf(samples.map(({ peakMb }) => peakMb)).median,
  ]
}
