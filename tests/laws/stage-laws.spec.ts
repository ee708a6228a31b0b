import { expect, test } from 'vitest'
import * as exported from '../../src/stages/index.ts'
import { stageLaws } from './stage-laws.ts'
import { madeOfStages, notStages, stageRows } from './stages.table.ts'

test('every stage that ./stages exports is in the table', () => {
  const functions = Object.entries(exported).filter(([, value]) => typeof value === 'function')
  const listed = [...stageRows.map(({ name }) => name), ...Object.keys(notStages)]
  expect(listed.toSorted()).toEqual(functions.map(([name]) => name).toSorted())
})

for (const row of [...stageRows, ...madeOfStages]) stageLaws(row)
