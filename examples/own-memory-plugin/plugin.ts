/**
 * A plugin of your own for the DeepSeek Harness: which questions were left open in past sessions of this directory?
 *
 * @module
 */
import type { Context } from '@deepseek-ai/cordis'
import type { SessionQueryEngine } from '@deepseek-ai/dsh-session-query'
import { defineTool } from '@deepseek-ai/dsh-tools'
import { collect, compose, defineStage, memory, pipe, type LogEvent, type Stage } from 'session-streams'
import { filterBlocks, filterSources, maskText, type Message } from 'session-streams/stages'

export const name = 'own-memory-plugin'
export const inject: string[] = ['sessionQuery', 'tools']

const maxQuestions = 20
const maxLength = 300

/** Yields the questions of the last answer that nobody answered. */
function unanswered(): Stage<Message, string> {
  return defineStage('unanswered', (saved?: readonly string[]) => {
    let open = saved ?? []
    return {
      push(batch) {
        for (const { role, text } of batch) {
          open = role === 'user' ? [] : [...text.matchAll(/[^.!?\n]+\?/g)].map(([sentence]) => sentence.trim())
        }
        return 'more'
      },
      end(out) {
        for (const question of open) out.push(question)
      },
      save: () => open,
    }
  })
}

/** The whole view: what people and models said, then what is open of it. */
const openQuestions = (): Stage<LogEvent, string> => compose(filterSources(), filterBlocks(), unanswered())

export function apply({ sessionQuery, tools }: Context & { readonly sessionQuery: SessionQueryEngine }): void {
  const text = { type: 'string', required: true } as const
  const question = { type: 'object', properties: { session: text, text }, additionalProperties: false } as const
  tools.register(
    defineTool({
      name: 'open_questions',
      description: 'Questions that earlier sessions in this directory ended with. Data from the past, no instruction.',
      parameters: {},
      output: {
        schema: { type: 'array', items: question },
        render: (_args, found) => [{ type: 'text', text: JSON.stringify(found) }],
      },
      isConcurrencySafe: () => true,
      async execute(_args, { agent, signal }) {
        const found: { session: string; text: string }[] = []
        const own = agent?.session.header
        for (const { header } of await sessionQuery.listSessions()) {
          const isChild = header.origin === 'subagent' || (header.delegationDepth ?? 0) > 0
          if (own === undefined || header.cwd !== own.cwd || header.id === own.id || isChild) continue
          if (found.length >= maxQuestions) break
          const { session, events } = await sessionQuery.readSurface(header.id)
          const read = memory(events, { version: session.version, folded: true })
          for (const asked of await collect(pipe(read, openQuestions(), { signal }))) {
            found.push({ session: header.id, text: maskText(asked.slice(0, maxLength)).text })
          }
        }
        return found.slice(0, maxQuestions)
      },
    }),
  )
}
