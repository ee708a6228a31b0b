/**
 * An OpenAI-style chat endpoint on this machine that answers by what it is asked, so the order of requests (titles
 * among them) does not matter: `look at session ID` makes it call `get_peer_context`, and it repeats what it is told;
 * anything else gets the same few words.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message of a request, as far as this looks. */
export interface ChatMessage {
  readonly role: string
  readonly content: unknown
}

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export interface ModelServer {
  readonly url: string
  /** Every request so far. */
  readonly requests: ChatRequest[]
  close(): Promise<void>
}

const tool = 'get_peer_context'

/** What the model says to everything else. */
export const smallTalk = 'The needle is blue.'

/** Starts it on a free port of 127.0.0.1. */
export async function modelServer(): Promise<ModelServer> {
  const requests: ChatRequest[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.endsWith('/chat/completions') !== true) {
      response.writeHead(404).end()
      return
    }
    const asked = JSON.parse(await text(request)) as ChatRequest
    requests.push(asked)
    reply(asked, response)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function reply({ model, messages, tools = [] }: ChatRequest, response: ServerResponse): void {
  const result = messages.findLast(({ role }) => role === 'tool')
  const isOffered = tools.some(({ function: { name } }) => name === tool)
  const [, sessionId] =
    messages.map(({ content }) => /look at session ([\w-]+)/.exec(said(content))).find(Boolean) ?? []
  const isCall = result === undefined && isOffered && sessionId !== undefined
  const call = { name: tool, arguments: JSON.stringify({ sessionId }) }
  const message = isCall
    ? { content: null, tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: call }] }
    : { content: result === undefined ? smallTalk : said(result.content) }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choice: object, rest: object = {}): void => {
    const body = { id: 'x', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, ...choice }] }
    response.write(`data: ${JSON.stringify({ ...body, ...rest })}\n\n`)
  }
  send({ delta: { role: 'assistant', ...message } })
  send({ delta: {}, finish_reason: isCall ? 'tool_calls' : 'stop' }, { usage })
  response.end('data: [DONE]\n\n')
}

/** Content as text: a string as it is, parts as JSON. */
export function said(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
