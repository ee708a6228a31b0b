/**
 * One workspace in a real harness, with a session for each boundary of `get_peer_context`, live or cold.
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@deepseek-ai/dsh-session'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { bootHarness, type BootOptions, type Harness } from '../../demo/boot-harness.ts'
import type { PeerContextValue } from '../../src/tools/index.ts'
import { log, type HeaderOptions, type LogBuilder } from '../support/log-builder.ts'
import { tell } from './tell.ts'

export interface Workspace {
  readonly harness: Harness
  /** The session that asks. Live, in `/srv/app`. */
  readonly caller: Session
  /** Calls the tool as {@link caller}, or as another session. */
  call(args: unknown, as?: Session, signal?: AbortSignal): Promise<ToolExecutionResult>
  /** The value of a call that must succeed. */
  value(args?: object): Promise<PeerContextValue>
  close(): Promise<void>
}

export interface WorkspaceOptions extends Omit<BootOptions, 'root'> {
  /** Whether the harness is booted anew after the stories are told, so that all but the caller are on disk only. */
  readonly cold?: boolean
}

/** Boots a harness, tells it `stories`, and opens the caller's session. */
export async function openWorkspace(
  stories: readonly LogBuilder[],
  options: WorkspaceOptions = {},
): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), 'session-streams-'))
  let harness = await bootHarness({ ...options, root })
  for (const story of stories) await tell(harness, story)
  if (options.cold === true) {
    await harness.close()
    harness = await bootHarness({ ...options, root })
  }
  const caller = await tell(harness, log({ id: 'caller' }).title('Caller'))
  const call: Workspace['call'] = (args, as = caller, signal) => harness.call('get_peer_context', args, as, signal)
  return {
    harness,
    caller,
    call,
    async value(args = {}) {
      const result = await call({ sessionId: 'peer', ...args })
      if (result.isError) throw new Error(result.error.message)
      return result.value as unknown as PeerContextValue
    },
    async close() {
      await harness.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** A small conversation with one finished tool call. */
export const peerStory = (header: HeaderOptions = {}): LogBuilder =>
  log({ id: 'peer', ...header })
    .title('The peer')
    .turn()
    .user('please find the needle')
    .step()
    .assistant('I will look')
    .call('call-alpha', 'grep', { pattern: 'planted-argument' })
    .result('call-alpha', { text: 'planted-result' })
    .endStep()
    .endTurn()

/** Sessions that must not be read, by the boundary that hides them; `missing` is not among the stories. */
export const hidden: Readonly<Record<string, HeaderOptions>> = {
  other: { id: 'other', cwd: '/srv/other' },
  'no-cwd': { id: 'no-cwd' },
  'subagent-origin': { id: 'subagent-origin', origin: 'subagent', delegationDepth: 1, parentSession: 'caller' },
  'subagent-depth': { id: 'subagent-depth', delegationDepth: 1 },
  archived: { id: 'archived' },
}

/** The stories of {@link hidden}; archive `archived` after they are told. */
export const hiddenStories = (): LogBuilder[] =>
  Object.entries(hidden).map(([name, header]) => {
    const story = peerStory(header)
    if (name === 'no-cwd') Object.defineProperty(story, 'header', { value: withoutCwd(story.header) })
    return story
  })

const withoutCwd = <T extends object>({ cwd: _, ...rest }: T & { cwd?: string }) => rest

/** Archives a session in the real registry. */
export const archive = (harness: Harness, id: string): Promise<void> =>
  harness.ctx.workspaceRegistry.archiveSession(SessionId(id))
