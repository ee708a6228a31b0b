/**
 * Appends to a log as a running session does, a record every millisecond, now and then in two halves. Started by
 * `live.spec.ts`; ends by itself.
 *
 * @module
 */
import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { liveLine } from '../live-log.ts'

const [, , path = '', durationMs = '0'] = process.argv
const endsAt = performance.now() + Number(durationMs)
let seq = 0
let half = ''

const tick = (): void => {
  if (half === '') {
    const line = `${liveLine(seq)}\n`
    const cut = seq % 3 === 0 ? Math.floor(line.length / 2) : line.length
    appendFileSync(path, line.slice(0, cut))
    half = line.slice(cut)
    seq += 1
  } else {
    appendFileSync(path, half)
    half = ''
  }
  if (performance.now() < endsAt || half !== '') setTimeout(tick, 1)
}
process.stdout.write('ready\n')
tick()
