/**
 * Keeps small the part of the heap in which short-lived objects are born.
 *
 * Left alone it grows with the time a read takes, to three times 16 MB, although next to nothing in it lives on.
 * @module
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes at which it may grow no more. On a log of 250 MB: peak 74 MB instead of 93, for 3 % more CPU time. */
const maxYoungBytes = 8 * 1024 * 1024
const lookEveryMs = 5

/** Stops its growth once it is large enough. Looks in the turns that a reader gives the event loop. */
export function keepYoungHeapSmall(): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young === undefined || young.space_size < maxYoungBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, lookEveryMs)
  // Never the reason why the process still runs.
  timer.unref()
}
