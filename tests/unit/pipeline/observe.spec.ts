import { describe, expect, test } from 'vitest'
import { both, collect, compose, observe, pipe, type LogEvent, type StageFigures } from '../../../src/pipeline/index.ts'
import { memory } from '../../../src/pipeline/readers/index.ts'
import { filterBlocks, filterSources, foldSurface, overview, pairCalls } from '../../../src/stages/index.ts'
import { opened, split } from '../../support/batching.ts'
import { log } from '../../support/log-builder.ts'
import { longLog } from '../../support/long-log.ts'
import { changing, ending, taking } from '../../support/simple-stages.ts'

const counts = (rows: readonly StageFigures[]): object[] =>
  rows.map(({ stageName, itemsIn, itemsOut, dropped }) => ({ stageName, itemsIn, itemsOut, dropped }))

/** Keeps the processor busy, so that a part has time to its name. */
const busy = (ms: number): void => {
  for (const since = performance.now(); performance.now() - since < ms;);
}

describe('observe', () => {
  test('counts what went in, came out and was dropped, one row per part in order', async () => {
    const story = log().user('one').plugin('hooks', 'injected').user([]).call('a', 'bash').user('two')
    const { stage, report } = observe(compose(filterSources(), filterBlocks()))
    await collect(pipe(memory(story.events), stage))
    expect(counts(report())).toEqual([
      { stageName: 'filter-sources', itemsIn: 4, itemsOut: 3, dropped: 1 },
      { stageName: 'filter-blocks', itemsIn: 3, itemsOut: 2, dropped: 1 },
    ])
  })

  test('sees the parts inside both, inside a fold and inside a view', async () => {
    const { stage, report } = observe(overview())
    await collect(pipe(memory(log().turn().user('hi').endTurn().events), stage))
    const names = report().map(({ stageName }) => stageName)
    expect(names).toEqual(expect.arrayContaining(['filter-sources', 'fold-surface', 'pair-calls', 'track-turns']))
    expect(new Set(names).size).toBe(names.length)
  })

  test('counts what is yielded at the end, and never a negative drop', async () => {
    const { stage, report } = observe(ending(1))
    await collect(stage(opened<number>([])))
    expect(counts(report())).toEqual([{ stageName: 'ending', itemsIn: 0, itemsOut: 1, dropped: 0 }])
  })

  test('adds up over all runs', async () => {
    const { stage, report } = observe(changing((item: number) => item))
    for (const batches of [[[1, 2]], [[3]]]) await collect(stage(opened(batches)))
    expect(counts(report())).toEqual([{ stageName: 'changing', itemsIn: 3, itemsOut: 3, dropped: 0 }])
  })

  test('has nothing to report before a run', () => {
    expect(observe(pairCalls()).report()).toEqual([])
  })

  test('changes neither what is yielded, nor the name, nor what is read', async () => {
    const plain = overview()
    const { stage } = observe(overview())
    const run = (one: typeof stage): Promise<unknown[]> => collect(pipe(memory(longLog(2_000)), one))
    expect(await run(stage)).toEqual(await run(plain))
    expect({ ...stage }).toMatchObject({ stageName: plain.stageName, reads: plain.reads })
  })

  test('leaves a stage that stops its right to stop', async () => {
    const source = opened(split([1, 2, 3], [1]))
    await collect(observe(both(taking<number>(1), taking<number>(2))).stage(source))
    expect(source).toMatchObject({ pulled: 2, closed: 1 })
  })
})

describe('the time of a part', () => {
  const slow = changing((item: number) => busy(item), 'slow')
  const timeOf = (rows: readonly StageFigures[], name: string): number =>
    rows.find(({ stageName }) => stageName === name)?.timeMs ?? Number.NaN

  test('is its own: a slow neighbour does not add to it', async () => {
    const { stage, report } = observe(
      compose(
        changing((item: number) => item, 'quick'),
        slow,
      ),
    )
    await collect(stage(opened([[15], [15]])))
    expect(timeOf(report(), 'slow')).toBeGreaterThanOrEqual(29)
    expect(timeOf(report(), 'quick')).toBeLessThan(15)
  })

  test('leaves out the parts that run inside it', async () => {
    const inner = changing((event: LogEvent) => {
      busy(15)
      return { seq: event.seq, text: 'said' }
    }, 'inner')
    const { stage, report } = observe(foldSurface(inner))
    await collect(pipe(memory(log().user('one').user('two').events), stage))
    expect(timeOf(report(), 'inner')).toBeGreaterThanOrEqual(29)
    expect(timeOf(report(), 'fold-surface')).toBeLessThan(15)
  })
})
