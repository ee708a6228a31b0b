/**
 * Passing over records unparsed is only faster: it changes no answer, no figure and no reported damage.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatedLines } from '../../bench/log-generator.ts'
import { logs } from '../support/arbitraries.ts'
import { askedViews, sameBothWays } from '../support/both-ways.ts'
import { convertLog } from '../support/convert-generation.ts'
import { dataFiles } from '../support/data-files.ts'
import { disturbed, lineDisturbances, lineWrongs } from '../support/line-disturbances.ts'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { testRealLogs } from '../support/real-logs.ts'

/** How many bytes a read brings. */
const reads = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1 << 18) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_500 }) },
)

test.each(askedViews)('a sound log says the same when it is asked for %s', async (view) => {
  await fc.assert(
    fc.asyncProperty(logs, fc.boolean(), reads, async (story, packed, maxReadBytes) => {
      await sameBothWays(story.text({ packed }), { maxReadBytes }, view)
      await sameBothWays(asText(convertLog(story.header, story.events, 4).lines), { maxReadBytes }, view)
    }),
    { numRuns: 15 },
  )
})

/** One of everything, packed rows and messages side by side. */
const sample = log()
  .turn()
  .step()
  .user('one')
  .deltas(['a', 'b', 'c', 'd'])
  .chunk({ type: 'finish', reason: { kind: 'stop' } })
  .assistant('two')
  .call('a', 'bash')
  .callDeltas('a', ['{', '}'], 'bash')
  .result('a')
  .event('todo/write', { todos: [{ content: 'x', status: 'pending' }] })
  .title('title')
  .endStep()
  .checkpoint('in short')
  .user('three')
  .endTurn()

describe('a log with one thing wrong, at every place in it', () => {
  test.each(lineWrongs)('%s', async (what) => {
    // Packed rows, and deltas too few to be packed.
    const lines = sample.lines({ packed: true })
    for (let place = 0; place < lines.length - 1; place++) await sameBothWays(asText(disturbed(lines, what, place)))
  })
})

test('a log with several things wrong, in reads of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      logs,
      fc.boolean(),
      lineDisturbances,
      reads,
      fc.boolean(),
      async (story, packed, wrongs, maxReadBytes, crossed) => {
        let lines: readonly string[] = story.lines({ packed })
        for (const [what, place] of wrongs) {
          try {
            lines = disturbed(lines, what, place)
          } catch {
            // What takes a record apart needs one that is sound.
          }
        }
        const text = asText(lines)
        await sameBothWays(crossed ? text.replaceAll('\n', '\r\n') : text, { maxReadBytes })
      },
    ),
    { numRuns: 120 },
  )
})

test('a record that has to be parsed after all, when the read that brought it is gone', async () => {
  const lines = log().deltas(['a', 'b', 'c']).user('one').deltas(['d', 'e']).turn().lines()
  for (const missing of [3, 4, 6]) {
    const text = asText(lines.toSpliced(missing, 1))
    for (let maxReadBytes = 60; maxReadBytes < text.length / 2; maxReadBytes++)
      await sameBothWays(text, { maxReadBytes }, 'conversation')
  }
})

test('a log that ends anywhere', async () => {
  const text = sample.text({ packed: true })
  for (let length = 1; length < text.length; length += 11) await sameBothWays(text.slice(0, length))
})

test('a long log, and the same with a byte changed here and there', async () => {
  const text = asText([...generatedLines({ events: 2_000, seed: 7, packed: true })])
  await sameBothWays(text)
  for (let at = 1_000; at < text.length; at += Math.ceil(text.length / 12))
    await sameBothWays(`${text.slice(0, at)}#${text.slice(at + 1)}`)
})

testRealLogs('every file of the folder, whatever it holds', async () => {
  const files = dataFiles()
  expect(files.length).toBeGreaterThan(500)
  for (const path of files) await sameBothWays({ path })
})
