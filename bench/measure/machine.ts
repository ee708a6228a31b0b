/**
 * Where and when: without it a number says nothing.
 *
 * @module
 */
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os'
import { version } from 'node:process'

/** The machine and the moment. */
export interface Machine {
  readonly node: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly date: string
  /** Processes that wanted to run in the last minute, before anything was measured. */
  readonly load: number
  readonly isQuick: boolean
}

/** Looks around. */
export const machine = (isQuick: boolean): Machine => ({
  node: version,
  cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()}`,
  date: new Date().toISOString().slice(0, 10),
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  isQuick,
})

/** The same in one line. */
export const machineLine = ({ node, cpu, cores, memoryGb, system, date, load, isQuick }: Machine): string =>
  `${date} · Node ${node.slice(1)} · ${cores} × ${cpu}, ${memoryGb} GB, ${system} · load before ${load}` +
  (isQuick ? ' · quick run: fewer rounds, smaller logs' : '')
