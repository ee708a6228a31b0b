/**
 * The session query of DeepSeek Harness, streaming: a drop-in for the shipped engine, whose row has to be off. Named
 * exports only, because the loader takes a default export instead of all others.
 *
 * @module
 */
import type { HostEngineClass, HostQueryContext, HostQueryErrorClass } from './query-host.ts'
import { streamingEngine } from './streaming-engine.ts'

export type { KeptView, ViewRead } from './exact-view.ts'
export type { StreamSessionOptions } from './stream-session.ts'

/** As the harness names this plugin in its own messages. */
export const name = 'session-streams/session-query'

/** Services without which the plugin waits. A persistence is looked up where one is mounted. */
export const inject: string[] = ['sessions']

/**
 * Mounts the engine; the harness takes it back when the row goes.
 *
 * @param config - that of the shipped engine, which checks it.
 * @throws when the harness has no such engine to extend, or another one is mounted.
 */
export async function apply(ctx: HostQueryContext, config?: unknown): Promise<void> {
  const engine = streamingEngine(await shippedEngine(), ctx, await errorClass())
  await ctx.plugin(engine as never, config)
}

async function shippedEngine(): Promise<HostEngineClass> {
  let Engine: unknown
  try {
    Engine = (await import('@deepseek-ai/dsh-session-query-sqlite')).default
  } catch (cause) {
    throw new Error(`session-query extends the engine of this harness, and there is none: ${wayBack}`, { cause })
  }
  if (typeof Engine !== 'function')
    throw new Error(`session-query does not know the engine of this harness: ${wayBack}`)
  return Engine as HostEngineClass
}

const wayBack = 'take its row out and switch session-query-sqlite on again'

/** The class of the engine's own errors, when it can be found. */
async function errorClass(): Promise<HostQueryErrorClass | undefined> {
  try {
    const { SessionQueryError } = await import('@deepseek-ai/dsh-session-query')
    return SessionQueryError
  } catch {
    // Then the engine itself says that there is no such event.
    return undefined
  }
}
