/**
 * Appends to a compressed log as a running session does, a frame every millisecond, now and then in two halves.
 * Started by `follow.spec.ts`; ends by itself and prints how many records it wrote.
 *
 * @module
 */
import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { liveLine } from '../live-log.ts'
import { frame } from '../zstd-log.ts'

const [, , path = '', durationMs = '0'] = process.argv
const endsAt = performance.now() + Number(durationMs)
let seq = 0
let half: Buffer | undefined

const tick = (): void => {
  if (half === undefined) {
    const bytes = frame(`${liveLine(seq)}\n`)
    const cut = seq % 3 === 0 ? Math.floor(bytes.length / 2) : bytes.length
    appendFileSync(path, bytes.subarray(0, cut))
    if (cut < bytes.length) half = bytes.subarray(cut)
    seq += 1
  } else {
    appendFileSync(path, half)
    half = undefined
  }
  if (performance.now() < endsAt || half !== undefined) setTimeout(tick, 1)
}
process.stdout.write('ready\n')
tick()
