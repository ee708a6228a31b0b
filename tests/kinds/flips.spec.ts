/**
 * One changed byte anywhere: an answer or a clear refusal, soon, and never what must not be shown.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { speak } from '../support/recording-terminal.ts'
import { see, seenOrRefused } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { frame, zstdLog } from '../support/zstd-log.ts'

/** Stands wherever nothing may be shown from. */
const planted = 'PLANTED-7f3a'

const story = log()
  .turn()
  .step()
  .event('request/header', { header: { system: planted, tools: [{ description: planted }] }, reason: planted })
  .user('one')
  .plugin('tool-jobs', planted)
  .user([
    { type: 'reasoning', text: planted },
    { type: 'file', text: planted, name: planted },
    { type: 'text', text: 'two' },
  ])
  .deltas([planted, planted, planted])
  .callDeltas('a', [planted, planted, planted], planted)
  .assistant([
    { type: 'reasoning', text: planted },
    { type: 'text', text: 'three' },
    { type: 'tool-call', id: planted, name: planted, arguments: planted },
  ])
  .call(planted, 'bash', { planted })
  .result(planted, { text: planted, meta: { planted }, error: { name: planted, code: planted } })
  .call('b', 'read', { planted })
  .event('plugin/event', { planted })
  .event('todo/write', { todos: [{ content: planted, status: 'pending' }] })
  .user('four')
  .replace(3, 5, 'in short')
  .endStep()
  .endTurn('error', { error: { message: planted, code: planted } })

const forms: Readonly<Record<string, Buffer>> = {
  plain: Buffer.from(story.text()),
  'plain and packed': Buffer.from(story.text({ packed: true })),
  'a zstd frame per record': zstdLog(story.lines({ packed: true })),
  'zstd frames without a checksum': zstdLog(story.lines({ packed: true }), 3, { checksum: false }),
  'one zstd frame': frame(asText(story.lines())),
}

/** Longest that one read of so small a log may take. */
const maxMs = 5_000

async function isHarmless(content: Buffer): Promise<void> {
  const since = performance.now()
  // Any error but a refusal is thrown on.
  const seen = await seenOrRefused(() => see(content))
  expect(performance.now() - since).toBeLessThan(maxMs)
  expect(JSON.stringify(seen)).not.toContain(planted)
}

const flipped = (content: Buffer, at: number, bits: number): Buffer => {
  const copy = Buffer.from(content)
  copy[at % copy.length]! ^= bits
  return copy
}

test('nothing of what is planted is shown of the sound log', async () => {
  for (const content of Object.values(forms)) {
    await isHarmless(content)
    expect((await see(content)).views.conversation.messages.map(({ text }) => text)).toEqual([
      'in short',
      'three',
      'four',
    ])
  }
})

test.each(Object.keys(forms))('any bit of any byte: %s', async (form) => {
  const content = forms[form]!
  await fc.assert(
    fc.asyncProperty(fc.nat(content.length - 1), fc.nat(7), (at, bit) => isHarmless(flipped(content, at, 1 << bit))),
    { numRuns: 400 },
  )
})

test.each(Object.keys(forms))('several bytes of any value: %s', async (form) => {
  const content = forms[form]!
  const changes = fc.array(fc.tuple(fc.nat(content.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 2,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      await isHarmless(list.reduce((bytes, [at, bits]) => flipped(bytes, at, bits), content))
    }),
    { numRuns: 150 },
  )
})

test('the terminal says nothing of it either, and never writes an escape of its own', async () => {
  const path = join(temporaryFolder(), 'any-name')
  const places = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(forms)), fc.nat(100_000), fc.nat(7)), {
    numRuns: 150,
    seed: 4,
  })
  for (const [form, at, bit] of places) {
    writeFileSync(path, flipped(forms[form]!, at, 1 << bit))
    const { exitCode, stdout, stderr } = await speak('context', path)
    expect(exitCode === 0 || exitCode === 1).toBe(true)
    expect(stdout + stderr).not.toContain(planted)
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  }
})
