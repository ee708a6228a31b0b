/**
 * The row of the bundle and the documented rows; `tests/sets` boots them in a real profile.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { memoryLimits } from '../../../src/tools/index.ts'

const text = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = text('docs/memory.md')

it('the bundle brings memory switched off, and leaves the search engine of the profile alone', () => {
  const patch = load(text('cordis.patch.yml')) as readonly { readonly insert?: readonly object[] }[]
  const inserted = patch.flatMap(({ insert = [] }) => insert)
  expect(inserted).toContainEqual({ id: 'memory', name: 'session-streams/memory', disabled: true })
  expect(JSON.stringify(patch)).not.toContain('session-query-sqlite')
})

it('R001-08: the documented rows switch on the engine and memory, and are those of the page', () => {
  const rows = load(text('docs/rows/memory.yml'))
  expect(rows).toEqual([
    { id: 'session-query-sqlite', config: { path: ':memory:', openAt: 'first-search' } },
    { id: 'memory', disabled: false },
  ])
  expect(load(/```yaml\n([^]*?)```/.exec(page)?.[1] ?? '')).toEqual(rows)
})

it('R001-05: page, rows and patch say that no working directory is a boundary', () => {
  expect(page).toMatch(/whatever their working\s+directory and whatever `get_peer_context` denies/)
  expect(text('docs/rows/memory.yml')).toMatch(/whatever their working directory/)
  expect(text('cordis.patch.yml')).toMatch(/memory is off[^]*beyond its working directory/)
})

it('the page names the limits in force', () => {
  const { query, sessionId, cwd, cursor, hits, neighbours, text: budget, snippet } = memoryLimits
  const figures: number[] = [query.maxLength, sessionId.maxLength, cwd.maxLength, cursor.maxLength, hits.max]
  figures.push(hits.default, neighbours.max, neighbours.default, budget.min, budget.default, budget.max)
  figures.push(snippet.maxLength)
  for (const figure of figures) expect(page.replaceAll(/(\d),(\d{3})/g, '$1$2')).toMatch(new RegExp(`\\b${figure}\\b`))
})
