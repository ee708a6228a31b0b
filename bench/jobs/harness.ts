/**
 * The harness's own way: its session query reads the whole session, then the same view over what it returned.
 *
 * @module
 */
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SessionStore, { SessionId } from '@deepseek-ai/dsh-session'
import JsonlSessionPersistence from '@deepseek-ai/dsh-session-persistence-jsonl'
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import { collect, pipe } from '../../src/pipeline/index.ts'
import { memory } from '../../src/pipeline/readers/index.ts'
import { overview } from '../../src/stages/index.ts'
import { generatedLines } from '../log-generator.ts'
import type { BenchLog, Job } from './job.ts'

const context = new Context()
let sessionId = SessionId('')

/** Boots the services over a folder that holds this one log, where the harness expects it. */
async function prepare({ path, layout, events, seed }: BenchLog): Promise<void> {
  // Beside the log, so that a hard link is enough.
  const root = join(dirname(path), `harness-${layout}-${events}`)
  const header = JSON.parse(generatedLines({ events, seed }).next().value ?? '')
  sessionId = SessionId(header.id)
  await context.plugin(SessionStore)
  await context.plugin(JsonlSessionPersistence, { root, compression: layout.startsWith('zstd') ? 'zstd' : 'none' })
  await context.plugin(SqliteSessionQueryEngine, { path: ':memory:', openAt: 'never' })
  const place = context.sessionPersistence.locate({ ...header, id: sessionId })
  if (place === undefined) throw new Error('the harness has no place for this session')
  await rm(root, { recursive: true, force: true })
  await mkdir(dirname(place.path), { recursive: true })
  await link(path, place.path)
}

export const harness: Job = {
  prepare,
  async run(log) {
    const { events } = await context.sessionQuery.readSession(sessionId)
    // What it adds to close the turn the log broke off in is not in the log.
    const throughSeq = log.events - 1
    return Object.assign({}, ...(await collect(pipe(memory(events, { throughSeq }), overview()))))
  },
}
