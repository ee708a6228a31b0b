/**
 * How far a log has been read, so that a later read goes on there.
 *
 * @module
 */
import type { SessionHeader } from '../../event.ts'
import type { DecodedPlace } from '../log-bytes.ts'
import type { LogTally } from './log-report.ts'

/** The place of the record that is read next, and all the reader knows there. Plain data; good as long as the bytes before it are. */
export interface LogMark extends DecodedPlace {
  readonly header: SessionHeader
  /** Figures of what stands before it. */
  readonly tally: LogTally
  /** Whether what stands right before it is damaged. */
  readonly isAfterDamage: boolean
}
