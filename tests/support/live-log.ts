/**
 * A log that is being written: what its n-th record is, for the one who writes and the one who reads.
 *
 * @module
 */

const header = '{"type":"session","version":0,"id":"session-live","createdAt":1700000000000,"cwd":"/srv/app"}'

/** What the record says. `version` tells one writing of a log from another. */
export const liveText = (seq: number, version = ''): string => `message ${seq}${version}`

/** The record as it stands in the file, without its line end. */
export function liveLine(seq: number, version = ''): string {
  const content = [{ type: 'text', text: liveText(seq, version) }]
  const data = { content, source: { kind: 'user' }, role: 'user', note: 'x'.repeat(300) }
  return JSON.stringify({ type: 'user/message', seq, time: 1_700_000_000_000 + seq, data, surfaceOp: 'append' })
}

/** A whole log of so many records. */
export const liveLog = (records: number, version = ''): string =>
  [header, ...Array.from({ length: records }, (_, seq) => liveLine(seq, version))].map((line) => `${line}\n`).join('')
