/**
 * The readers: where batches come from.
 *
 * @module
 */
export { type ByteSource, openFile } from './byte-source.ts'
export { follow, type Follow, type FollowOptions } from './dsh/follow.ts'
export type { LogMark } from './dsh/log-mark.ts'
export type { Damage, LogReport } from './dsh/log-report.ts'
export { defaultMaxRecordBytes, openLog, type OpenLog, type OpenLogOptions } from './dsh/open-log.ts'
export { openReverse, type OpenReverse, type OpenReverseOptions } from './dsh/open-reverse.ts'
export type { ReverseReport } from './dsh/reverse-report.ts'
export { rotatedType, type Rotation } from './dsh/rotation.ts'
export { memory, type MemoryOptions } from './memory.ts'
export { retryChanged } from './retry-changed.ts'
