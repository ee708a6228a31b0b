/**
 * Makes the JavaScript of dist/ for Node 20 and newer; the declarations come from tsc.
 *
 * @module
 */
import { defineConfig, type Options } from 'tsup'
import { bundled } from './scripts/bundled.ts'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** commander is CommonJS: its `require('node:…')` has no `require` to call in an ES module. */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ kind, path }) =>
      kind === 'require-call' ? { path, namespace: 'required-builtin' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
      loader: 'js',
    }))
  },
}

const config: Options = {
  entry: {
    index: 'src/index.ts',
    'stages/index': 'src/stages/index.ts',
    'corpus/index': 'src/corpus/index.ts',
    'plugin/index': 'src/plugin/index.ts',
    'plugin/memory/index': 'src/plugin/memory/index.ts',
    'plugin/session-query/index': 'src/plugin/session-query/index.ts',
    'cli/bin': 'src/bin.ts',
  },
  format: 'esm',
  target: 'node20',
  splitting: true,
  dts: false,
  clean: true,
  removeNodeProtocol: false,
  noExternal: [...bundled],
  external: [/^@deepseek-ai\//],
  esbuildPlugins: [requiredBuiltins],
}

export default defineConfig(config) as Options
