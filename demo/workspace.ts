/**
 * The sample workspace: sessions of every kind, each written by the harness's own agent loop and a scripted model.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import type { Agent, AgentHandle } from '@deepseek-ai/dsh-agent'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import type { Harness } from './boot-harness.ts'
import { afterCompaction, beforeCompaction, compaction, runningTurn, type Prompt } from './sample-story.ts'
import * as sampleTools from './sample-tools.ts'

/** The folder in which all sessions of the sample work, but one. */
export const cwd = '/srv/shop'

/** The session that the others are asked about: it is in the middle of a turn. */
export const peerId = 'checkout-bug'

/** Sessions by id, in words for a person. */
export const sessions: Readonly<Record<string, string>> = {
  [peerId]: 'in the middle of a turn',
  'release-notes': 'waits for its user',
  'old-migration': 'not loaded, on disk only',
  'checkout-fork': `a fork of ${peerId}`,
  'checkout-search': `a subagent of ${peerId}`,
  billing: 'works in another folder, /srv/billing',
  'first-try': 'archived',
  'no-such-session': 'does not exist',
}

/** Lets all of it happen. The peer's last tool call still runs when this resolves. */
export async function writeWorkspace(harness: Harness): Promise<void> {
  const { ctx } = harness
  await ctx.plugin(sampleTools)
  const peer = await harness.agent(peerId, { cwd })
  await say(harness, peer.agent, beforeCompaction)
  compact(peer.agent.session)
  await say(harness, peer.agent, afterCompaction)
  const fork = ctx.sessions.fork(peer.agent.session, undefined, SessionId('checkout-fork'))
  await ctx.sessions.flush(fork)

  const parentSession = SessionId(peerId)
  await briefSession(harness, 'checkout-search', { cwd, parentSession, origin: 'subagent', delegationDepth: 1 })
  await briefSession(harness, 'release-notes', { cwd })
  const cold = await briefSession(harness, 'old-migration', { cwd })
  await cold.dispose()
  await briefSession(harness, 'billing', { cwd: '/srv/billing' })
  await briefSession(harness, 'first-try', { cwd })
  await ctx.workspaceRegistry.archiveSession(SessionId('first-try'))

  await startAndLeave(harness, peer.agent, runningTurn)
}

async function say(harness: Harness, agent: Agent, { prompt, replies }: Prompt): Promise<void> {
  harness.model.script(...replies)
  await harness.prompt(agent, prompt)
}

type Meta = NonNullable<Parameters<Harness['ctx']['agents']['create']>[0]['meta']>

/** One prompt, one answer. */
async function briefSession(harness: Harness, id: string, meta: Meta): Promise<AgentHandle> {
  const agentOptions = { provider: 'scripted', model: 'scripted-1' }
  const handle = await harness.ctx.agents.create({ sessionId: SessionId(id), meta, agentOptions })
  await say(harness, handle.agent, { prompt: `What is left to do for ${id}?`, replies: [{ text: 'Nothing urgent.' }] })
  return handle
}

/** Gives a prompt whose last tool call does not end, and resolves when that call runs. */
async function startAndLeave(harness: Harness, agent: Agent, { prompt, replies }: Prompt): Promise<void> {
  harness.model.script(...replies)
  agent.followup(createUserMessage({ content: [{ type: 'text', text: prompt }], source: { kind: 'user' } }))
  const isRunning = (): boolean => {
    const last = agent.session.events.at(-1)
    return last?.type === 'tool/call' && last.data.name === sampleTools.endlessTool
  }
  for (let waits = 0; !isRunning() && waits < 500; waits++) await setTimeout(10)
  if (!isRunning()) throw new Error('the sample peer did not get to its last tool call')
  await harness.ctx.sessions.flush(agent.session)
}

/** Replaces everything said so far, but the task, by a summary: the event that the harness's compaction appends. */
function compact(session: Session): void {
  const nodes = session.surface.nodes.slice(1)
  const content = compaction.map((text) => ({ type: 'text' as const, text }))
  session.append('user/message', createUserMessage({ content, source: { kind: 'plugin', plugin: 'compact' } }), {
    surfaceOp: { op: 'replace', start: nodes[0]!, end: nodes.at(-1)! },
    sourceEventSeqs: nodes,
  })
}
