/**
 * Brings one session in the index up to its log: reads what was appended, or all of it.
 *
 * @module
 */
import { stat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { LogError } from '../../../pipeline/errors.ts'
import type { ByteSource } from '../../../pipeline/readers/byte-source.ts'
import type { LogMark } from '../../../pipeline/readers/dsh/log-mark.ts'
import { openLog } from '../../../pipeline/readers/dsh/open-log.ts'
import { retryChanged } from '../../../pipeline/readers/retry-changed.ts'
import type { StoredSession } from '../../log-store.ts'
import { continues, revisionOf } from '../../revision.ts'
import { LogDocuments } from '../log-documents.ts'
import { readTypes, type SearchRules } from '../search-rules.ts'
import { EventWriter } from './event-writer.ts'
import { partOf } from './log-part.ts'
import { rollBack } from './index-file.ts'
import { forgetEvents, newKey, isUpToDate, putSessionRow, sessionRow, type IndexedTo } from './session-rows.ts'
import { whenFree } from './when-free.ts'

/** How a log is read. */
export interface UpdateOptions {
  readonly open: (path: string) => Promise<ByteSource>
  readonly signal: AbortSignal | undefined
}

/**
 * Indexes a session. Each part of its log is one transaction: a process that is killed leaves what it had done, and
 * the next one goes on there. Between two parts other processes may write.
 *
 * Memory: one record, 24 bytes per node of the surface, and what SQLite keeps.
 * @throws LogError when the log cannot be read, and the signal's own reason.
 */
export async function updateSession(
  db: DatabaseSync,
  session: StoredSession,
  rules: SearchRules,
  options: UpdateOptions,
): Promise<void> {
  const { signal } = options
  const { id } = session.header
  for (let grow = 1; ;) {
    signal?.throwIfAborted()
    if (isUpToDate(db, id, session.path, await momentOf(session.path))) return
    await whenFree(() => db.exec('BEGIN IMMEDIATE'), signal)
    try {
      const { isWhole, hasMoved } = await retryChanged(() => indexPart(db, session, grow, rules, options))
      db.exec('COMMIT')
      if (isWhole) return
      // A record longer than a part: the next one is larger.
      grow = hasMoved ? 1 : grow * 2
    } catch (error) {
      rollBack(db)
      throw error
    }
  }
}

/** One part: from where the index ends to as far as one transaction goes. */
async function indexPart(
  db: DatabaseSync,
  { header, path }: StoredSession,
  grow: number,
  rules: SearchRules,
  { open, signal }: UpdateOptions,
): Promise<{ readonly isWhole: boolean; readonly hasMoved: boolean }> {
  const moment = await momentOf(path)
  const source = await open(path)
  const row = sessionRow(db, header.id)
  let known: IndexedTo | undefined
  let part: Awaited<ReturnType<typeof partOf>>
  let revision: Awaited<ReturnType<typeof revisionOf>>
  try {
    const isSame = row?.path === path && row.revision !== undefined && (await continues(source, row.revision))
    known = isSame ? row.to : undefined
    revision = await revisionOf(source, isSame ? row.revision : undefined)
    part = await partOf(source, known?.mark, grow, signal)
  } catch (error) {
    await source.close()
    throw error
  }
  const log = await openLog(path, { open: () => Promise.resolve(part.source), ...(known && { from: known.mark }) })
  const key = row?.key ?? newKey(db)
  forgetEvents(db, key, (known?.mark.tally.capturedThroughSeq ?? -1) + 1)
  const documents = new LogDocuments(rules, log.header, known?.documents)
  const writer = new EventWriter(db, key, path)
  let to = known
  const mark = (place: unknown): void => {
    // What is saved must not change with what comes behind the mark.
    to = structuredClone({ mark: place as LogMark, documents: documents.save() })
  }
  for await (const events of log.read({ reads: readTypes, mark, ...(signal && { signal }) })) {
    for (const event of events) documents.take(event, (document) => writer.add(document, event), writer.shadow)
    signal?.throwIfAborted()
  }
  const hasMoved = to !== undefined && to.mark.offset > (known?.mark.offset ?? 0)
  putSessionRow(db, header.id, {
    key,
    path,
    // Only when the whole file is in the index is there nothing more to do for as long as it stays as it is.
    moment: part.isWhole ? moment : '',
    ...(revision && { revision }),
    to,
    inheritedEventCount: documents.inheritedEventCount,
    isLost: documents.settled('current') === 'unknown',
    damagedRecords: log.report.damagedRecords,
  })
  return { isWhole: part.isWhole, hasMoved }
}

/** A file at one moment: changes with everything that is written to it. */
async function momentOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch (cause) {
    throw new LogError('LOG_NOT_FOUND', `${path}: no longer there`, { cause })
  }
}
