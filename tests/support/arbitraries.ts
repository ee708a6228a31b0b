/**
 * Whole logs for fast-check: valid for the harness's surface rules, hostile in everything else.
 *
 * A log is told as a list of verbs, so a counterexample shrinks by leaving verbs out.
 * @module
 */
import fc from 'fast-check'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { hostileText } from './hostile-text.ts'
import { log, type LogBuilder } from './log-builder.ts'
import {
  callIds,
  anyCallIds,
  starts,
  ends,
  plainEnds,
  messages,
  deltas,
  calls,
  others,
  replaces,
  chat,
  type Verb,
} from './verbs.ts'

/** Everything that can happen, in the proportions that break things. */
const anything = (ids: fc.Arbitrary<string>): fc.Arbitrary<Verb> =>
  fc.oneof(
    { weight: 2, arbitrary: starts },
    { weight: 1, arbitrary: ends },
    { weight: 6, arbitrary: messages },
    { weight: 4, arbitrary: calls(ids) },
    { weight: 2, arbitrary: deltas },
    { weight: 3, arbitrary: replaces },
    { weight: 2, arbitrary: others },
  )

/** Only what changes the surface. */
const surfaceOnly: fc.Arbitrary<Verb> = fc.oneof(
  {
    weight: 5,
    arbitrary: hostileText.map(
      (text): Verb =>
        (story) =>
          story.user(text),
    ),
  },
  {
    weight: 2,
    arbitrary: callIds.map(
      (id): Verb =>
        (story) =>
          story.result(id),
    ),
  },
  { weight: 2, arbitrary: replaces },
)

const told = (verbs: readonly Verb[], story: LogBuilder): LogBuilder => {
  for (const say of verbs) say(story)
  return story
}

const stories = (verb: fc.Arbitrary<Verb>, maxVerbs: number): fc.Arbitrary<LogBuilder> => {
  const verbs = fc.array(verb, { maxLength: maxVerbs, size: 'max' })
  const fork = fc
    .tuple(verbs, verbs)
    .map(([before, after]) => told(after, log({ id: 'fork' }).seed(told(before, log()))))
  return fc.oneof({ weight: 5, arbitrary: verbs.map((list) => told(list, log())) }, { weight: 1, arbitrary: fork })
}

/** Whole logs, forks among them, that the harness's surface fold accepts. */
export const logs: fc.Arbitrary<LogBuilder> = fc.oneof(
  { weight: 1, arbitrary: stories(anything(anyCallIds), 60) },
  { weight: 1, arbitrary: stories(chat, 60) },
)

/** The same without what the harness refuses to restore (empty call ids, malformed turns). */
export const restorableLogs: fc.Arbitrary<LogBuilder> = stories(
  fc.oneof(
    { weight: 2, arbitrary: starts },
    { weight: 1, arbitrary: plainEnds },
    { weight: 6, arbitrary: messages },
    { weight: 4, arbitrary: calls(callIds) },
    { weight: 3, arbitrary: deltas },
    { weight: 3, arbitrary: replaces },
  ),
  40,
)

/** Logs of hundreds of surface events and many replaces, so that whatever grows with the surface grows. */
export const surfaceLogs: fc.Arbitrary<LogBuilder> = stories(surfaceOnly, 400)

/** The events of {@link logs}. */
export const logEvents: fc.Arbitrary<readonly LogEvent[]> = logs.map(({ events }) => events)
