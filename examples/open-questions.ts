/**
 * Reuse: a stage of your own between ours, and ix operators at the end. Prints the first three questions of a log.
 *
 *     node examples/open-questions.ts [LOG]
 *
 * @module
 */
import { filter, take } from 'ix/asynciterable/operators'
import { defineStage, items, openLog, pipe, type Stage } from 'session-streams'
import { filterBlocks, filterSources, type Message } from 'session-streams/stages'

/** A sentence that asks something, and who asked it. */
interface Question {
  readonly role: Message['role']
  readonly text: string
}

/**
 * Yields every sentence that ends in a question mark.
 *
 * Order  as they were asked.
 * Holds  nothing.
 * Cost   one scan per message.
 * Ends   yields nothing more.
 */
function questions(): Stage<Message, Question> {
  return defineStage('questions', () => ({
    push(batch, out) {
      for (const { role, text } of batch) {
        for (const [sentence] of text.matchAll(/[^.!?\n]+\?/g)) out.push({ role, text: sentence.trim() })
      }
      return 'more'
    },
  }))
}

const log = await openLog(process.argv[2] ?? 'examples/session.jsonl')
const asked = items(pipe(log.read, filterSources(), filterBlocks(), questions()))
const isLong = ({ text }: Question): boolean => text.length > 10
for await (const { role, text } of asked.pipe(filter(isLong), take(3))) console.log(`${role}: ${text}`)
