/**
 * jq, filtering four record types and printing their seqs: less than any view, and what many would reach for.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Job } from './job.ts'

const filter =
  'select(.type == "user/message" or .type == "assistant/message" or .type == "tool/call" or .type == "tool/result") | .seq'

/** Whether this machine has it. */
export const hasJq = (): boolean => spawnSync('jq', ['--version']).status === 0

export const jq: Job = {
  async run({ path }) {
    const [code] = await once(spawn('jq', ['-c', filter, path], { stdio: ['ignore', 'ignore', 'inherit'] }), 'close')
    if (code !== 0) throw new Error(`jq ended with ${String(code)}`)
  },
}
