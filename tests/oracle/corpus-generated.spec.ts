/**
 * Exact reads of generated logs, long enough for many marks and frames, against the harness's own session query.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { generatedLines } from '../../bench/log-generator.ts'
import { exactReads } from '../support/exact-comparison.ts'
import { queryEngine, type Encoding } from '../support/query-engine.ts'
import { zstdLog } from '../support/zstd-log.ts'

const kinds: readonly [Encoding, boolean][] = [
  ['none', true],
  ['none', false],
  ['zstd', true],
  ['zstd', false],
]

test.each(kinds)(
  'exact reads of a generated log (%s, packed: %s) are those of the harness',
  async (encoding, packed) => {
    const lines = [...generatedLines({ events: 20_000, seed: 7, text: 'varied', packed })]
    const { id, cwd } = JSON.parse(lines[0] as string) as { readonly id: string; readonly cwd: string }
    const bytes = encoding === 'zstd' ? zstdLog(lines, 50) : `${lines.join('\n')}\n`
    const engine = await queryEngine(encoding)
    function* seqs(length: number): Generator<number, void> {
      for (let seq = 0; seq <= length; seq += 311) yield seq
      yield length - 1
      yield length
    }
    const answers = await engine.withLog({ id, cwd }, bytes, (asked) => exactReads(asked, id, seqs))
    expect(answers.length).toBeGreaterThan(60)
    for (const { read, engine: theirs, ours } of answers) expect(ours, read).toStrictEqual(theirs)
    await engine.close()
  },
)
