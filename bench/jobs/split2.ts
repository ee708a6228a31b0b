/**
 * The small job with Node object streams over split2, the line splitter most people take.
 *
 * @module
 */
import type { Duplex } from 'node:stream'
import { peerPackage } from '../peers/peer-package.ts'
import type { Job } from './job.ts'
import { newestThrough } from './object-streams.ts'

interface Split2 {
  readonly default: (parse: (line: string) => unknown) => Duplex
}

let split: Split2['default']

export const split2: Job = {
  async prepare() {
    split = (await peerPackage<Split2>('split2')).default
  },
  // The header comes along; it is of no wanted type.
  run: ({ path }) => newestThrough(path, split(JSON.parse)),
}
