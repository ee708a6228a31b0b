/**
 * What this process holds on to: looked up in `/proc`, so on Linux only.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** Whether it can be looked up here. */
export const knowsHandles: boolean = existsSync('/proc/self/fdinfo')

/** Yields what `look` makes of each open file descriptor; one that is gone meanwhile says nothing. */
function descriptors<T>(look: (descriptor: string) => T): T[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [look(descriptor)]
    } catch {
      // Closed between the listing and the look.
      return []
    }
  })
}

/** How often a file of this folder is open. */
export const openFiles = (folder: string): number =>
  descriptors((descriptor) => readlinkSync(`/proc/self/fd/${descriptor}`)).filter((path) => path.startsWith(folder))
    .length

/** How often this folder is watched. */
export function watchers(folder: string): number {
  const inode = `ino:${statSync(folder).ino.toString(16)} `
  const info = descriptors((descriptor) => readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')).join('\n')
  return info.split('\n').filter((line) => line.startsWith('inotify') && line.includes(inode)).length
}
