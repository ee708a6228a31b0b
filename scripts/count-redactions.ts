/**
 * Counts what redaction masks in the real logs, kind by kind, and shows each: to be looked at by a person, because a
 * made-up password in sample code and a real one look the same.
 *
 * `SESSION_STREAMS_DATA` names the folder of logs. Prints secrets: not for a public place.
 * @module
 */
import { join } from 'node:path'
import { findSecrets } from '../src/stages/secrets/find-secrets.ts'
import { realTexts } from '../tests/support/real-texts.ts'

interface Count {
  messages: number
  others: number
}

const data = process.env['SESSION_STREAMS_DATA']

function count(folder: string): void {
  const counts = new Map<string, Count>()
  const seen = { texts: 0, messages: 0, units: 0 }
  for (const { log, key, text, isMessage } of realTexts(folder)) {
    seen.texts += 1
    seen.messages += isMessage ? 1 : 0
    seen.units += text.length
    for (const { start, end, kind } of findSecrets(text)) {
      const row = counts.get(kind) ?? { messages: 0, others: 0 }
      row[isMessage ? 'messages' : 'others'] += 1
      counts.set(kind, row)
      const around = [text.slice(Math.max(0, start - 32), start), text.slice(start, end), text.slice(end, end + 16)]
      console.log(`${kind}  ${log} (${key}): ${JSON.stringify(around)}`)
    }
  }
  console.log(`\n${seen.texts} texts, ${seen.messages} of them messages, ${seen.units} characters (UTF-16 units)`)
  if (counts.size === 0) console.log('nothing was masked')
  for (const [kind, { messages, others }] of counts)
    console.log(`${kind}: ${messages} in messages, ${others} elsewhere`)
}

if (data === undefined || data === '') console.log('SESSION_STREAMS_DATA is unset: there are no logs to count in.')
else count(join(data, 'logs'))
