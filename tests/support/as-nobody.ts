/**
 * Tests of what happens without permission, also where the tests run as a user who may read everything.
 *
 * @module
 */
import { chmodSync } from 'node:fs'
import { geteuid, seteuid } from 'node:process'
import { test } from 'vitest'

/** The user that owns nothing on any system. */
const nobody = 65_534

export interface Nobody {
  /** Takes every permission off a file or folder. */
  readonly forbid: (path: string) => void
  /** Runs `step` as a user who has none of its owner's rights. */
  readonly run: (step: () => Promise<unknown>) => Promise<void>
}

/** Whether this process is another user's and cannot become nobody: then nothing is forbidden to it. */
const isAllowedEverything = (): boolean => {
  if (geteuid?.() !== 0) return geteuid === undefined
  try {
    seteuid?.(nobody)
    seteuid?.(0)
    return false
  } catch {
    // A worker thread, or a container without the right to change users.
    return true
  }
}

const forbid = (path: string): void => chmodSync(path, 0)

async function run(step: () => Promise<unknown>): Promise<void> {
  if (geteuid?.() !== 0) {
    await step()
    return
  }
  seteuid?.(nobody)
  try {
    await step()
  } finally {
    seteuid?.(0)
  }
}

/** A test of something forbidden; where everything is allowed it is skipped and says so. */
export function asNobody(title: string, body: (nobody: Nobody) => Promise<void>): void {
  if (isAllowedEverything()) test.skip(`${title} (not run: this user may read every file)`, () => undefined)
  else test(title, () => body({ forbid, run }))
}
