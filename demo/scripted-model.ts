/**
 * A model that says what a script tells it, through the harness's own adapter interface: no network, no key.
 *
 * @module
 */
import { CallId, LlmAdapter, type GenerateOptions, type StreamChunk } from '@deepseek-ai/dsh-llm'

/** What the model answers to one request. */
export interface Reply {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[]
  /** Waited for before the answer ends, to hold an agent in the middle of its turn. */
  readonly until?: Promise<unknown>
}

/** Answers requests with the replies of a script, in order; one request more than replies is an error. */
export class ScriptedModel extends LlmAdapter {
  /** Every request so far, as the agent loop assembled it. */
  readonly requests: GenerateOptions[] = []
  readonly #script: Reply[]

  constructor(script: Iterable<Reply> = []) {
    super()
    this.#script = [...script]
  }

  /** Adds replies at the end of the script. */
  script(...replies: readonly Reply[]): void {
    this.#script.push(...replies)
  }

  override async *stream(options: GenerateOptions): AsyncIterable<StreamChunk> {
    this.requests.push(options)
    const reply = this.#script.shift()
    if (reply === undefined) throw new Error(`the script has no reply to request ${this.requests.length}`)
    const blocks = [
      ...spoken('reasoning', reply.reasoning),
      ...spoken('text', reply.text),
      ...(reply.calls ?? []).map(called),
    ]
    for (const [index, block] of blocks.entries()) yield* block(index)
    await reply.until
    yield { type: 'usage', usage: { inputTokens: 100, outputTokens: 10 } }
    yield { type: 'finish', reason: { kind: reply.calls === undefined ? 'stop' : 'tool-calls' } }
  }
}

type Block = (index: number) => Iterable<StreamChunk>

/** Streams word by word, as real models do: most of a log is such deltas. */
function spoken(type: 'reasoning' | 'text', text: string | undefined): Block[] {
  if (text === undefined) return []
  return [
    (index) => [
      { type: 'block-start', index, blockType: type },
      ...text.split(/(?<= )/).map((word) => ({ type: `${type}-delta` as const, index, text: word })),
      { type: 'block-end', index, block: { type, text } },
    ],
  ]
}

function called(call: { readonly id: string; readonly name: string; readonly arguments: unknown }): Block {
  const id = CallId(call.id)
  const text = JSON.stringify(call.arguments)
  return (index) => [
    { type: 'block-start', index, blockType: 'tool-call' },
    { type: 'tool-call-delta', index, id, name: call.name, argumentsDelta: text },
    { type: 'block-end', index, block: { type: 'tool-call', id, name: call.name, arguments: text } },
  ]
}
