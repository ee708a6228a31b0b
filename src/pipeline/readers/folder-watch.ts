/**
 * Waits until something may have happened in a folder.
 *
 * @module
 */
import { watch, type FSWatcher } from 'node:fs'

/** Looks at one folder until it is closed. */
export interface FolderWatch {
  /** Says that everything that has happened so far is known. */
  calm(): void
  /** Waits until something happens, a while has passed, or one of the signals is aborted. Never rejects. */
  change(...signals: readonly AbortSignal[]): Promise<void>
  close(): void
}

/**
 * Begins to watch a folder.
 *
 * The platform says when something changes, which is a hint and no more: on network drives and where watchers have
 * run out it says nothing, so every `pollMs` milliseconds are taken for a change as well.
 */
export function folderWatch(folder: string, pollMs: number): FolderWatch {
  let hasChanged = false
  let wake = (): void => undefined
  const stir = (): void => {
    hasChanged = true
    wake()
  }
  let watcher = watched(folder, stir)
  const close = (): void => {
    watcher?.close()
    watcher = undefined
  }
  watcher?.on('error', close)
  return {
    calm() {
      hasChanged = false
    },
    async change(...signals) {
      if (hasChanged || signals.some(({ aborted }) => aborted)) return
      await new Promise<void>((resolve) => {
        // This timer, and not the watcher, is what keeps the process alive: only while somebody waits.
        const timer = setTimeout(() => wake(), pollMs)
        wake = () => {
          wake = () => undefined
          clearTimeout(timer)
          for (const signal of signals) signal.removeEventListener('abort', onAbort)
          resolve()
        }
        const onAbort = (): void => wake()
        for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true })
      })
    },
    close,
  }
}

function watched(folder: string, stir: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, stir)
  } catch {
    // No watcher to be had: polling does.
    return undefined
  }
}
