/**
 * The small job in SQL, with DuckDB: newest messages, and calls joined with their results.
 *
 * Written to be fast: column types are said and not guessed, and each JSON value is looked into once.
 * @module
 */
import { peerPackage } from '../peers/peer-package.ts'
import type { Job } from './job.ts'

interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
}
interface Connection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ getRowObjectsJS(): readonly Answer[] }>
}
interface Answer {
  readonly said: readonly { readonly seq: bigint; readonly text: string }[]
  readonly done: readonly { readonly id: string; readonly isError: boolean; readonly name: string }[]
  readonly omitted: bigint
}

const file = (path: string): string =>
  `read_ndjson('${path.replaceAll("'", "''")}', columns = { type: 'VARCHAR', seq: 'BIGINT', data: 'JSON' })`

const small = (source: string): string => `
WITH wanted AS MATERIALIZED (
  SELECT type, seq, data FROM ${source}
  WHERE type IN ('user/message', 'assistant/message', 'tool/call', 'tool/result')
), contents AS (
  SELECT seq, json_extract(data, '$.content') AS content
  FROM wanted WHERE type = 'user/message' AND json_extract_string(data, '$.source.kind') = 'user'
  UNION ALL
  SELECT seq, json_extract(data, '$.message.content') FROM wanted WHERE type = 'assistant/message'
), texts AS (
  SELECT seq, array_to_string([b.text FOR b IN from_json(content, '[{"type":"VARCHAR","text":"VARCHAR"}]') IF b.type = 'text'], chr(10)) AS text
  FROM contents
), said AS (
  SELECT seq, text FROM texts WHERE text <> ''
), calls AS (
  SELECT field[1] AS id, field[2] AS name
  FROM (SELECT json_extract_string(data, ['$.callId', '$.name']) AS field FROM wanted WHERE type = 'tool/call')
), results AS (
  SELECT seq, field[1] AS id, field[2] = 'true' AS isError
  FROM (
    SELECT seq, json_extract_string(data, ['$.message.source.callId', '$.message.content[0].isError']) AS field
    FROM wanted WHERE type = 'tool/result'
  )
), done AS (
  SELECT seq, id, isError, name FROM results JOIN calls USING (id)
)
SELECT
  (SELECT list({ seq: seq, text: text } ORDER BY seq) FROM (FROM said ORDER BY seq DESC LIMIT 4)) AS said,
  (SELECT list({ id: sha256(id)[1:12], isError: isError, name: name } ORDER BY seq)
   FROM (FROM done ORDER BY seq DESC LIMIT 8)) AS done,
  greatest((SELECT count(*) FROM said) - 4, 0) + greatest((SELECT count(*) FROM done) - 8, 0) AS omitted
`

let DuckDBInstance: DuckDb['DuckDBInstance']

/** What `ask` answers on a new database, in the form in which the others have it. */
const job = (ask: (connection: Connection, path: string) => ReturnType<Connection['runAndReadAll']>): Job => ({
  async prepare() {
    DuckDBInstance = (await peerPackage<DuckDb>('@duckdb/node-api')).DuckDBInstance
  },
  async run({ path }) {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const [answer] = (await ask(connection, path)).getRowObjectsJS()
    if (answer === undefined) throw new Error('DuckDB has no answer')
    return {
      said: answer.said.map(({ seq, text }) => ({ kind: 'said', seq: Number(seq), text })),
      done: answer.done.map(({ id, isError, name }) => ({ kind: 'done', id, isError, name })),
      omitted: Number(answer.omitted),
    }
  },
})

/** One query over the file: nothing but what it asks for is ever stored. */
export const duckdbFile: Job = job((connection, path) => connection.runAndReadAll(small(file(path))))

/** The log becomes a table first, as one does who has more than one question. */
export const duckdbTable: Job = job(async (connection, path) => {
  await connection.run(`CREATE TABLE log AS FROM ${file(path)}`)
  return connection.runAndReadAll(small('log'))
})
