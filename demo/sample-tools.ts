/**
 * The tools that the agents of the sample workspace work with. They only pretend: nothing outside is touched.
 *
 * @module
 */
import type { Context } from '@deepseek-ai/cordis'
import { defineTool } from '@deepseek-ai/dsh-tools'

/** As the harness names this plugin. */
export const name = 'sample-tools'
export const inject: string[] = ['tools']

/** The tool whose call is still running when the peer is asked about. */
export const endlessTool = 'run_all_tests'

/** Registers a tool that works, one that fails, and one that takes until it is stopped. */
export function apply({ tools }: Context): void {
  tools.register(
    defineTool({
      name: 'read_file',
      description: 'Read a file.',
      parameters: { path: { type: 'string', required: true } },
      output: { schema: { type: 'string' }, render: (_args, text) => [{ type: 'text', text }] },
      execute: ({ path }) => Promise.resolve(`the text of ${path}`),
    }),
  )
  tools.register(
    defineTool({
      name: 'run_tests',
      description: 'Run some tests.',
      parameters: { only: { type: 'string', required: true } },
      output: { schema: { type: 'string' }, render: (_args, text) => [{ type: 'text', text }] },
      execute: ({ only }) => Promise.reject(new Error(`1 test of ${only} failed`)),
    }),
  )
  tools.register(
    defineTool({
      name: endlessTool,
      description: 'Run all tests.',
      parameters: {},
      output: { schema: { type: 'string' }, render: (_args, text) => [{ type: 'text', text }] },
      execute: (_args, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    }),
  )
}
