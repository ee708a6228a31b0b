/**
 * Boots a real DeepSeek Harness inside this process: Cordis and the real session, query, persistence, tool, workspace
 * and agent services over a temporary folder, with a scripted model. `npm start` and the harness tests share it.
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import AgentRegistry, { type Agent, type AgentHandle } from '@deepseek-ai/dsh-agent'
import AgentLoop from '@deepseek-ai/dsh-agent-loop'
import LlmRuntime, { CallId, createUserMessage } from '@deepseek-ai/dsh-llm'
import SessionStore, { SessionId, type Session } from '@deepseek-ai/dsh-session'
import JsonlSessionPersistence from '@deepseek-ai/dsh-session-persistence-jsonl'
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import SessionTitle from '@deepseek-ai/dsh-session-title'
import Storage from '@deepseek-ai/dsh-storage'
import * as StorageDomain from '@deepseek-ai/dsh-storage-domain'
import * as StorageJson from '@deepseek-ai/dsh-storage-json'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import ToolRuntime, { type ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import WorkspaceRegistry from '@deepseek-ai/dsh-workspace'
import * as plugin from '../src/plugin/index.ts'
import * as sessionQuery from '../src/plugin/session-query/index.ts'
import { ScriptedModel, type Reply } from './scripted-model.ts'

/** How the harness is to be booted. */
export interface BootOptions {
  /** Folder of logs and storages, kept when the harness closes. @defaultValue a new one, removed at the end */
  readonly root?: string
  /** Encoding of the logs on disk. @defaultValue 'none' */
  readonly compression?: 'none' | 'zstd'
  /** What the model says, in order. @defaultValue nothing */
  readonly script?: Iterable<Reply>
  /** Config of this package's plugin; `false` leaves the plugin out. @defaultValue the contract's bounds */
  readonly plugin?: plugin.Config | false
  /** Whether the registry of workspaces, which knows archived sessions, is mounted. @defaultValue true */
  readonly workspaces?: boolean
  /** Whether full-text search is on, as no shipped profile has it. @defaultValue false */
  readonly search?: boolean
  /** Whether this package's session query stands in the place of the shipped engine. @defaultValue false */
  readonly streaming?: boolean
}

/** A running harness. */
export interface Harness {
  readonly ctx: Context
  readonly root: string
  readonly model: ScriptedModel
  /** Creates an agent on a new session. */
  agent(id: string, meta?: { readonly cwd?: string }): Promise<AgentHandle>
  /** Gives the agent a prompt and waits until it has nothing left to do. */
  prompt(agent: Agent, text: string): Promise<void>
  /** Runs a tool as the given session would. */
  call(name: string, args: unknown, as: Session | undefined, signal?: AbortSignal): Promise<ToolExecutionResult>
  /** Stops everything, writes what is buffered, and removes the folder unless it was given. */
  close(): Promise<void>
}

/** Boots a harness and mounts this package's plugin in it. */
export async function bootHarness(options: BootOptions = {}): Promise<Harness> {
  const root = options.root ?? (await mkdtemp(join(tmpdir(), 'session-streams-')))
  const model = new ScriptedModel(options.script)
  const ctx = new Context()
  await mountServices(ctx, root, options)
  ctx.llm.registerAdapter(['scripted'], model)
  if (options.plugin !== false) await ctx.plugin(plugin, options.plugin ?? {})
  let calls = 0
  return {
    ctx,
    root,
    model,
    agent: (id, meta = {}) =>
      ctx.agents.create({
        sessionId: SessionId(id),
        meta,
        agentOptions: { provider: 'scripted', model: 'scripted-1' },
      }),
    async prompt(agent, text) {
      agent.followup(createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } }))
      await agent.whenIdle()
      await ctx.sessions.flush(agent.session)
    },
    call(name, args, as, signal = new AbortController().signal) {
      const callId = CallId(`call-${++calls}`)
      // The registry looks at the caller's id and session only, so a session stands in for the agent driving it.
      const agent = as === undefined ? {} : { agent: { id: as.id, session: as } as unknown as Agent }
      return ctx.tools.execute({ name, arguments: args, callId, signal, ...agent })
    },
    async close() {
      await ctx.fiber.dispose()
      if (options.root === undefined) await rm(root, { recursive: true, force: true })
    },
  }
}

async function mountServices(ctx: Context, root: string, options: BootOptions): Promise<void> {
  await ctx.plugin(LlmRuntime)
  await ctx.plugin(SessionStore)
  await ctx.plugin(SystemPrompt, {})
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(SessionTitle, { fallbackMaxWords: 5, fallbackMaxBytes: 40, maxTitleBytes: 80 })
  const compression = options.compression ?? 'none'
  await ctx.plugin(JsonlSessionPersistence, { root: join(root, 'sessions'), compression, packChunks: true })
  const engine = { path: ':memory:', openAt: options.search === true ? 'first-search' : 'never' } as const
  await (options.streaming === true ? ctx.plugin(sessionQuery, engine) : ctx.plugin(SqliteSessionQueryEngine, engine))
  await ctx.plugin(Storage)
  await ctx.plugin(StorageJson, { root: join(root, 'storages') })
  await ctx.plugin(StorageDomain, { backend: 'json' })
  if (options.workspaces !== false) await ctx.plugin(WorkspaceRegistry)
  await ctx.plugin(AgentLoop, { agents: [] })
}
