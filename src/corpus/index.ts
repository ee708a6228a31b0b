/**
 * Many logs as one corpus: stored ones, those in memory, and exact reads of both.
 *
 * @module
 */
export * from './corpus-errors.ts'
export type { SessionRecord } from './corpus-records.ts'
export { dshStore, type DshStoreOptions } from './dsh-store.ts'
export type * from './exact-read.ts'
export type { LiveSession, LiveSource } from './live-source.ts'
export type { LogStore, StoredSession, StoreListing, StoreOptions, UnreadableSession } from './log-store.ts'
export type { TitleResult } from './read-titles.ts'
export * from './session-corpus.ts'
export * from './stored-log.ts'
export { LogCache, type LogCacheOptions } from './stored/log-cache.ts'
export {
  ResumeCache,
  type ResumableView,
  type ResumedRead,
  type ResumedReadOptions,
  type ResumeOptions,
} from './resume.ts'
