/**
 * Boots an installed bundle as a profile does: the real Loader and Include, a file of rows, the bundle's own patch over
 * it, and over that the rows of a user. Copied beside the program that uses it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Context } from '@deepseek-ai/cordis'
import Include, { entryListSchema } from '@deepseek-ai/cordis-plugin-include'
import Loader from '@deepseek-ai/cordis-plugin-loader'
import { load } from 'js-yaml'

/** Boots `cordis.yml` of the working directory; the first argument of the program is the user's rows, as JSON. */
export async function bootRows(): Promise<Context> {
  const folder = pathToFileURL(`${process.cwd()}/`)
  const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
  const bundle = 'node_modules/session-streams'
  const manifest = JSON.parse(read(`${bundle}/package.json`)) as {
    readonly dsh: { readonly bundle: { readonly patch: string } }
  }
  const own = JSON.parse(process.argv[2] ?? '[]') as readonly object[]
  const patches = [
    ...(load(read(`${bundle}/${manifest.dsh.bundle.patch}`), { schema: entryListSchema }) as object[]),
    ...own,
  ]
  const ctx = new Context()
  await ctx.plugin(Loader, { baseUrl: folder.href })
  ctx.loader.builtins['include'] = Include
  const config = { path: new URL('cordis.yml', folder).href, patches }
  await ctx.loader.create({ name: 'cordis:include', config })
  await ctx.loader.await()
  return ctx
}
