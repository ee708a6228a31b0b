/**
 * What this process has used so far: CPU time with that of its children, and the most memory it ever had.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'

/** Linux counts the time of children in ticks of 10 ms. */
const msPerTick = 10

const procText = (name: string): string | undefined => {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8')
  } catch {
    // Not Linux: what only Linux tells is left out.
    return undefined
  }
}

/** User and system time in milliseconds, all threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

function childrenMs(): number {
  // The second field is a name in brackets and may hold blanks; children's user and system time are 16th and 17th.
  const fields = procText('stat')?.split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * msPerTick
}

/**
 * Peak resident memory in MiB.
 *
 * Not `maxRSS` where there is another way: on Linux a process inherits the peak of the one that started it.
 */
export function peakMb(): number {
  const kib = /VmHWM:\s+(\d+) kB/.exec(procText('status') ?? '')?.[1]
  return (kib === undefined ? process.resourceUsage().maxRSS : Number(kib)) / 1024
}
