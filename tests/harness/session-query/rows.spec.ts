/**
 * The row of the bundle and the documented rows; `tests/sets` boots them in a real profile.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'

const text = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const rows = (name: string): unknown => load(text(`docs/rows/${name}.yml`))
const page = text('docs/session-query.md')

it('the bundle brings the drop-in switched off, with the config of the shipped profiles', () => {
  const patch = load(text('cordis.patch.yml')) as readonly { readonly insert?: readonly object[] }[]
  expect(patch.flatMap(({ insert = [] }) => insert)).toContainEqual({
    id: 'session-query',
    name: 'session-streams/session-query',
    disabled: true,
    config: { path: ':memory:', openAt: 'never' },
  })
})

it('the documented rows change both engines at once, and are those of the page', () => {
  expect(rows('session-query')).toEqual([
    { id: 'session-query-sqlite', disabled: true },
    { id: 'session-query', disabled: false },
  ])
  expect(rows('session-query-back')).toEqual([
    { id: 'session-query', disabled: true },
    { id: 'session-query-sqlite', disabled: false },
  ])
  const fences = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = '']) => load(yaml))
  expect(fences).toEqual([rows('session-query'), rows('session-query-back'), rows('session-query-memory')])
})

it('the page says who gains and who does not, and that it authorizes nobody', () => {
  for (const said of [/search/i, /filters/i, /web page/i, /authoriz/i, /way back/i, /streamed delta/i]) {
    expect(page).toMatch(said)
  }
})
