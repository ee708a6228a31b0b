/**
 * The sample: an agent asks about another in a real harness, and a person sees what it saw.
 *
 * @module
 */
import type { AgentHandle } from '@deepseek-ai/dsh-agent'
import type { Session } from '@deepseek-ai/dsh-session'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { PeerContextValue } from '../src/tools/index.ts'
import { bootHarness, type Harness } from './boot-harness.ts'
import { columns } from './columns.ts'
import { observedRead } from './observed-read.ts'
import { stageLines } from './stage-lines.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { valueLines } from './value-lines.ts'
import { cwd, peerId, sessions, writeWorkspace } from './workspace.ts'

const tool = 'get_peer_context'
const request = { sessionId: peerId, maxMessages: 5 }

/** Plays the sample and prints it. */
export async function sample(print: (lines: readonly string[]) => void): Promise<void> {
  const harness = await bootHarness({ root: temporaryFolder() })
  try {
    await writeWorkspace(harness)
    const asking = await harness.agent('asking', { cwd })
    const seen = await ask(harness, asking)
    const value = JSON.parse(seen) as PeerContextValue
    print([
      `A real harness runs in this process, with sessions that its own agent loop wrote. In ${cwd} the agent "asking"`,
      `calls ${tool}(${JSON.stringify(request)}). Its model gets this answer, ${seen.length} characters`,
      'on one line; here it is set out, and long texts are cut:',
      '',
      ...valueLines(value),
      '',
      ...leftOut(value),
      '',
      'What the tool answers the same agent about each session of the sample:',
      ...(await answers(harness, asking.agent.session)),
      '',
      ...(await stages(harness, value)),
    ])
  } finally {
    await harness.close()
  }
}

/** Lets the agent's own model make the call, in a real turn; returns the result as its next request carried it. */
async function ask(harness: Harness, { agent }: AgentHandle): Promise<string> {
  harness.model.script(
    { text: 'I look before I touch the same files.', calls: [{ id: 'ask-1', name: tool, arguments: request }] },
    { text: 'It is running all tests; I wait.' },
  )
  await harness.prompt(agent, `What is ${peerId} doing?`)
  for (const { content } of harness.model.requests.at(-1)?.messages ?? []) {
    for (const block of content) {
      if (block.type !== 'tool-result') continue
      const text = block.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      if (!block.isError) return text
      throw new Error(`${tool} failed: ${text}`)
    }
  }
  throw new Error(`the model never got an answer from ${tool}`)
}

function leftOut({ conversation, activity }: PeerContextValue): string[] {
  if (conversation === undefined || activity === undefined) throw new Error('an overview has both')
  const { retention: said } = conversation
  const { retention: done } = activity
  return [
    'What was left out:',
    ...columns(
      [
        ['', 'eligible', 'returned', 'omitted'],
        ['messages', said.eligibleMessages, said.returnedMessages, said.omittedMessages],
        ['bytes of text', said.eligibleBytes, said.returnedBytes, said.omittedBytes],
        ['tool calls', done.eligibleTools, done.returnedTools, done.omittedTools],
      ].map((row) => row.map(String)),
      [1, 2, 3],
    ),
    'Never eligible: reasoning, streamed deltas, arguments and results of tools, what plugins wrote, compacted history.',
  ]
}

/** One row for each session: what it is, and what the tool says. A refusal says the same whatever the reason. */
async function answers(harness: Harness, caller: Session): Promise<string[]> {
  const rows: string[][] = []
  const refusals = new Set<string>()
  for (const [sessionId, what] of Object.entries(sessions)) {
    const { error, value } = await harness.call(tool, { sessionId }, caller)
    rows.push([`  ${sessionId}`, what, error === undefined ? granted(value) : 'denied'])
    if (error !== undefined) refusals.add(`${error.info?.code}: ${error.message}`)
  }
  return [...columns(rows), ...[...refusals].map((words) => `Denied reads, each time: ${words}`)]
}

function granted(value: unknown): string {
  const { runtimeStatus, conversation, activity } = value as PeerContextValue
  const messages = conversation?.retention.returnedMessages
  return `${runtimeStatus}, ${messages} messages, ${activity?.retention.returnedTools} tool calls`
}

/** Reads the peer's log from disk and says what each stage did. */
async function stages(harness: Harness, seen: PeerContextValue): Promise<string[]> {
  const { ctx } = harness
  const peer = ctx.sessions.get(SessionId(peerId))
  const place = peer && ctx.sessionPersistence.locate(peer.header)
  if (place?.kind !== 'jsonl') throw new Error('the sample peer is not on disk')
  const read = await observedRead(place.path, { maxMessages: request.maxMessages })
  const { conversation, activity } = read.value
  const same = JSON.stringify([conversation, activity]) === JSON.stringify([seen.conversation, seen.activity])
  return [
    `What each stage does when the terminal door reads the same log from its file (the same answer: ${same ? 'yes' : 'no'}):`,
    ...stageLines(read),
  ]
}
