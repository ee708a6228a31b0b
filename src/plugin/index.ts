/**
 * The door to DeepSeek Harness: mounts `get_peer_context` on `ctx.tools`. Named exports only, because the loader
 * takes a default export instead of all others.
 *
 * @module
 */
import type { SessionHeader } from '../pipeline/index.ts'
import { getPeerContext, peerContextSchema, type PeerContextValue } from '../tools/index.ts'
import { codedErrors } from './coded-error.ts'
import { limitsOf, type Config } from './config.ts'
import { dshPort } from './dsh-port.ts'
import type { HostContext, HostToolDefinition } from './host-types.ts'

export { Config } from './config.ts'

/** As the harness names this plugin in its own messages. */
export const name = 'session-streams'

/** Services without which the plugin waits. A workspace registry is looked up where one is mounted. */
export const inject: string[] = ['sessionQuery', 'agents', 'tools']

/** Mounts the tool; the harness takes it back when the row goes. Throws when `config` asks for what cannot be. */
export function apply(ctx: HostContext, config?: Config): void {
  ctx.tools.register(peerContextTool(ctx, config))
}

/** A plain definition: `defineTool` would answer a bad argument itself, and name it. */
function peerContextTool(ctx: HostContext, config: Config | undefined): HostToolDefinition {
  const limits = limitsOf(config)
  const port = dshPort(ctx)
  const coded = codedErrors()
  return {
    name: getPeerContext.name,
    description: getPeerContext.description,
    parameters: { ...getPeerContext.parameters },
    output: {
      schema: peerContextSchema,
      render: (_args, value) => [{ type: 'text', text: getPeerContext.render(value as PeerContextValue) }],
    },
    // It reads snapshots and keeps nothing, so calls may overlap each other and any other tool's.
    isConcurrencySafe: () => true,
    async execute(args, call) {
      const caller = call.agent?.session.header as SessionHeader | undefined
      try {
        return await getPeerContext.run(args, caller, port, call.signal, limits)
      } catch (error) {
        throw await coded(error)
      }
    },
  }
}
