/**
 * A store of generated sessions in English, code and Chinese, in both encodings, with forks, subagents, compactions,
 * recalls and streamed deltas.
 *
 * @module
 */
import { random, type Random } from '../../bench/random.ts'
import { log, type LogBuilder } from './log-builder.ts'
import { testStore, type TestStore } from './session-store.ts'

export interface SearchCorpus {
  readonly store: TestStore
  /** Main sessions in the documented order: newest first, ties by id. */
  readonly stories: readonly LogBuilder[]
  readonly bytes: number
}

const english =
  'the retry queue of this parser returns a cached value when BRAID and AI meet; ship it or wait OR * near'
const code = 'const retryQueue = new Map<string, "quoted">(); // café naïve\n\tif (a.b_c !== 42) return retry_queue[x]'
const chinese =
  '我们先检查重试队列，然后缓存会话。重试AI两次，再读文件；测试通过，会话持久化完成。ﾊﾝｶｸ カタカナ 한국어 문장'
const pieces = [
  ...english.split(' '),
  ...code.split(' '),
  ...chinese.split(/(?<=[，。；])/),
  'Straße',
  'STRASSE',
  'ΣΊΣΥΦΟΣ',
  'σίσυφος',
]

/** What is looked for: words, phrases, parts of words, other cases, signs, things that are not there. */
export const queries: readonly string[] = [
  'retry queue',
  'RETRY',
  'ai',
  'AI',
  'raid',
  '重试',
  '缓存',
  '会话持久',
  '试A',
  '检查重试队列',
  'const retryQueue',
  '"quoted"',
  'a.b_c !== 42',
  'OR',
  '*',
  'near',
  '//',
  'café',
  'cafe',
  'straße',
  'STRASSE',
  'σίσυφος',
  'ΣΊΣΥΦΟΣ',
  'ｶｸ',
  'カタ',
  '국어',
  'nowhere at all',
  'retry  \n queue',
  'x]',
  '42',
  '4',
  'query is',
  'summary of',
  '试',
]

/** @param bytes - about how large; one session in ten is a subagent's. */
export function searchCorpus(bytes: number, seed = 7): SearchCorpus {
  const store = testStore()
  const source = random(seed)
  const stories: LogBuilder[] = []
  let written = 0
  for (let index = 0; written < bytes; index++) {
    const parent = index % 9 === 8 ? stories.at(-1) : undefined
    const id = `session-${index.toString(36)}`
    const createdAt = 1_700_000_000_000 + Math.floor(index / 2) * 1000
    const cwd = index % 3 === 0 ? '/srv/other' : '/srv/app'
    const isChild = index % 10 === 9
    const story = log({ id, createdAt, cwd, ...(isChild && { origin: 'subagent', delegationDepth: 1 }) })
    if (parent !== undefined) story.seed(parent)
    tell(story, source, Math.min(60, 4 + source.around(30)))
    const text = story.text()
    store.add(story, index % 4 === 3 ? 'session.jsonl.zstd' : 'session.jsonl')
    written += Buffer.byteLength(text)
    if (!isChild) stories.push(story)
  }
  const order = (a: LogBuilder, b: LogBuilder): number =>
    b.header.createdAt - a.header.createdAt || a.header.id.localeCompare(b.header.id)
  return { store, stories: stories.toSorted(order), bytes: written }
}

function tell(story: LogBuilder, source: Random, turns: number): void {
  const say = (words: number): string =>
    Array.from({ length: source.around(words) }, () => source.pick(pieces)).join(' ')
  for (let turn = 0; turn < turns; turn++) {
    story.turn().step().user(say(60))
    story.deltas([say(3), say(3)], turn % 2 === 0 ? 'text' : 'reasoning')
    story.assistant([
      { type: 'reasoning', text: 'nowhere at all' },
      { type: 'text', text: say(90) },
    ])
    if (source.next() < 0.5)
      story.call(`call-${turn}`, 'bash', { command: say(6) }).result(`call-${turn}`, { text: say(250) })
    if (source.next() < 0.1) {
      story.call(`recall-${turn}`, 'recall_memory', { query: 'query is' }).result(`recall-${turn}`, { text: say(20) })
    }
    if (source.next() < 0.05) story.plugin('memory', say(10), { form: 'recall' })
    if (source.next() < 0.05) story.checkpoint(`summary of ${say(20)}`)
    story.endStep().endTurn()
  }
}
