/**
 * Writes the events of one session into the index.
 *
 * @module
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LogError } from '../../../pipeline/errors.ts'
import type { LogEvent } from '../../../pipeline/event.ts'
import type { LogDocument } from '../log-documents.ts'
import { marksOf, shadowSql } from './event-marks.ts'
import { indexWords } from './index-words.ts'
import { eventId, maxSeq } from './session-rows.ts'

/** Writes inside a transaction that somebody else holds. */
export class EventWriter {
  readonly #key: number
  readonly #path: string
  readonly #addEvent: StatementSync
  readonly #addWords: StatementSync
  readonly #shadow: StatementSync

  /** @param path - the log, for errors. */
  constructor(db: DatabaseSync, key: number, path: string) {
    this.#key = key
    this.#path = path
    this.#addEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?)')
    this.#addWords = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
    this.#shadow = db.prepare(shadowSql)
  }

  /** @throws LogError for a seq that the index cannot hold. */
  add({ seq, text, surface, recalled }: LogDocument, { position = 0 }: LogEvent): void {
    if (seq > maxSeq) {
      throw new LogError('LOG_DAMAGED', `${this.#path}: it has seqs too large for an index: search without one`)
    }
    const id = eventId(this.#key, seq)
    this.#addEvent.run(id, position, marksOf(surface, recalled))
    this.#addWords.run(id, indexWords(text))
  }

  readonly shadow = (seqs: readonly number[]): void => {
    for (const seq of seqs) if (seq <= maxSeq) this.#shadow.run(eventId(this.#key, seq))
  }
}
