import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const young = fileURLToPath(new URL('../../../src/cli/young-heap.ts', import.meta.url))

/** Objects that live for a while, as records between two blocks do; then says how large the young heap became. */
const work = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const lately = []
  for (let turn = 0; turn < 150; turn++) {
    for (let made = 0; made < 20_000; made++) lately[made % 9_000] = { text: 'x' + made + turn, list: [made] }
    await new Promise((resolve) => setImmediate(resolve))
  }
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
`
const run = (program: string): string => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}
const keep = `import { keepYoungHeapSmall } from '${young}'\nkeepYoungHeapSmall()\n`
const megabyte = 1024 * 1024

test('the young heap stops growing at 8 MB, where it would have grown on', () => {
  expect(Number(run(work))).toBeGreaterThan(16 * megabyte)
  expect(Number(run(keep + work))).toBeLessThanOrEqual(16 * megabyte)
})

test('a process that has nothing left to do ends', () => {
  expect(run(`${keep}console.log('done')`)).toBe('done\n')
})
