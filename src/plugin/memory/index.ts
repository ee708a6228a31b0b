/**
 * The memory plugin of DeepSeek Harness: `recall_memory`, `fetch_session` and three commands over the harness's own
 * search. Named exports only, because the loader takes a default export instead of all others.
 *
 * @module
 */
import { fetchSession, recallMemory, type MemoryCall } from '../../tools/index.ts'
import { codedErrors } from '../coded-error.ts'
import type { HostToolDefinition } from '../host-types.ts'
import { dshMemoryPort } from './dsh-memory-port.ts'
import { callerOf } from './memory-caller.ts'
import { memoryCommands } from './memory-commands.ts'
import { masksSecrets, type Config } from './memory-config.ts'
import type { HostLiveSession, HostMemoryContext } from './memory-host.ts'

export { Config } from './memory-config.ts'

/** As the harness names this plugin in its own messages. */
export const name = 'session-streams/memory'

/** Services without which the plugin waits. */
export const inject: string[] = ['sessionQuery', 'tools', 'commands']

/** Mounts two tools and three commands; the harness takes all five back when the row goes. */
export function apply(ctx: HostMemoryContext, config?: Config): void {
  const redact = masksSecrets(config)
  const port = dshMemoryPort(ctx)
  const callBy = (session: HostLiveSession | undefined, signal: AbortSignal | undefined): MemoryCall => ({
    port,
    caller: callerOf(session),
    redact,
    signal,
  })
  const coded = codedErrors()
  for (const tool of [recallMemory, fetchSession]) {
    ctx.effect(() => ctx.tools.register(hostTool(tool, callBy, coded)))
  }
  for (const command of memoryCommands(({ agent, signal }) => callBy(agent?.session, signal))) {
    ctx.effect(() => ctx.commands.register(command))
  }
}

/** Either tool: each renders its own value. */
type MemoryTool = Omit<typeof recallMemory, 'run' | 'render'> & {
  run(args: unknown, call: MemoryCall): Promise<unknown>
  render(value: unknown): string
}

/** A plain definition: `defineTool` would answer a bad argument itself. */
function hostTool(
  { name: toolName, description, parameters, schema, run, render }: MemoryTool,
  callBy: (session: HostLiveSession | undefined, signal: AbortSignal | undefined) => MemoryCall,
  coded: (error: unknown) => Promise<unknown>,
): HostToolDefinition {
  return {
    name: toolName,
    description,
    parameters: parameters as Record<string, unknown>,
    output: { schema, render: (_args, value) => [{ type: 'text', text: render(value) }] },
    // It reads and keeps nothing, so calls may overlap each other and any other tool's.
    isConcurrencySafe: () => true,
    async execute(args, call) {
      try {
        return await run(args, callBy(call.agent?.session, call.signal))
      } catch (error) {
        throw await coded(error)
      }
    },
  }
}
