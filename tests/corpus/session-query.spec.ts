/**
 * The harness's session query and ours, side by side.
 *
 * @module
 */
import { querySuite } from './query-suite.ts'
import { sessionSuite } from './session-suite.ts'
import { corpusSubject, engineSubject } from './subjects.ts'

const subjects = [engineSubject, corpusSubject(true), corpusSubject(false)]

for (const encoding of ['none', 'zstd'] as const) {
  for (const subject of subjects) {
    querySuite(subject, encoding)
    sessionSuite(subject, encoding)
  }
}
