/**
 * The parts of the bench, in the order in which they run. A further one is a file beside this and a line here.
 *
 * @module
 */
import type { Part } from '../bench.ts'
import { doors } from './doors.ts'
import { memory } from './memory.ts'
import { peers } from './peers.ts'
import { reread } from './reread.ts'
import { search } from './search.ts'
import { stages } from './stages.ts'
import { tail } from './tail.ts'
import { views } from './views.ts'

export const parts: readonly Part[] = [stages, doors, views, reread, tail, search, peers, memory]
