/**
 * What one door costs per event, in a warm process of its own.
 *
 * @module
 */
import { collect, pipe } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { nsPerItem } from '../measure/loop.ts'
import { stageDoors, stepDoors } from './doors.ts'
import type { Job } from './job.ts'

/** What one door came to. */
export interface DoorCost {
  readonly itemsOut: number
  /** Nanoseconds per event in: the medians of this process. */
  readonly cpuNs: number
  readonly wallNs: number
}

const timings = 5

/** `detail` is the kind of work, `steps` or `stages`, and behind a bar the door's name. */
export const doorCost: Job = {
  async run({ path }, detail): Promise<DoorCost> {
    const [work = '', name = ''] = detail.split('|')
    const events = await collect(pipe((await openLog(path)).read))
    const door = (work === 'steps' ? stepDoors(events) : stageDoors(events))[name]
    if (door === undefined) throw new RangeError(`no door ${name}`)
    const { cost } = await nsPerItem({ cost: door }, events.length, timings)
    return { itemsOut: await door(), cpuNs: cost.cpu.median, wallNs: cost.wall.median }
  },
}
