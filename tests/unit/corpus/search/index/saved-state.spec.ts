/**
 * What the index file keeps between two processes has the shape that its format number stands for.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { collect, pipe, type LogEvent } from '../../../../../src/pipeline/index.ts'
import { openLog } from '../../../../../src/pipeline/readers/index.ts'
import { indexFormat } from '../../../../../src/corpus/search/index/index-file.ts'
import { LogDocuments } from '../../../../../src/corpus/search/log-documents.ts'
import { fetchEventText } from '../../../../../src/tools/fetch-event-text.ts'
import { isRecallMessage, recallTools } from '../../../../../src/tools/index.ts'
import { log } from '../../../../support/log-builder.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

/** The names and kinds in a value, all the way down. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  if (value instanceof Map || ArrayBuffer.isView(value)) return value.constructor.name
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, shapeOf(part)])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

test('when this fails, raise indexFormat: an index that older code wrote would be read wrongly', async () => {
  const path = log({ seedLength: 0 }).turn().user('a').user('b').checkpoint('c').write(`${temporaryFolder()}/s.jsonl`)
  const { header, read } = await openLog(path)
  const rules = { textOf: fetchEventText, addedWords: [], isHidden: () => false, isRecallMessage, recallTools }
  const documents = new LogDocuments(rules, header)
  let mark: unknown
  const reader = (): ReturnType<typeof read> => read({ mark: (place) => void (mark = place) })
  const events: LogEvent[] = await collect(pipe(reader))
  for (const event of events)
    documents.take(
      event,
      () => undefined,
      () => undefined,
    )
  expect({ indexFormat, state: shapeOf({ mark, documents: documents.save() }) }).toMatchInlineSnapshot(`
    {
      "indexFormat": 1,
      "state": {
        "documents": {
          "calls": [],
          "inherited": "number",
          "labels": {
            "isLost": "boolean",
            "table": {
              "heirs": "Map",
              "live": "number",
              "places": "Map",
              "slots": [
                {
                  "nexts": "Int32Array",
                  "positions": "Float64Array",
                  "seqs": "Float64Array",
                  "sizes": "Uint32Array",
                },
              ],
              "used": "number",
            },
          },
        },
        "mark": {
          "header": {
            "createdAt": "number",
            "cwd": "string",
            "delegationDepth": "number",
            "id": "string",
            "seedLength": "number",
            "version": "number",
          },
          "isAfterDamage": "boolean",
          "offset": "number",
          "tally": {
            "capturedThroughSeq": "number",
            "damagedRecords": "number",
            "fileBytes": "number",
            "records": "number",
            "rereadRecords": "number",
            "unknownEvents": "number",
          },
        },
      },
    }
  `)
})
