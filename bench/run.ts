/**
 * `npm run bench -- [PART ...] [--quick] [--only ROW] [--json FILE] [--markdown]`
 *
 * Runs the parts that are named, all when none is, and prints their tables.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import process, { exit, stderr, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Bench } from './bench.ts'
import { machine, machineLine } from './measure/machine.ts'
import { parts } from './parts/index.ts'
import { putIntoMarkdown } from './report/markdown.ts'
import { tableAsJson } from './report/table.ts'
import { tableAsText } from './report/text.ts'
import { openWorkplace } from './workplace.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const document = `${root}docs/performance.md`

const help = `npm run bench -- [PART ...] [options]

${parts.map(({ name, says }) => `  ${name.padEnd(12)}${says}`).join('\n')}

  --quick       fewer rounds, logs of at most 100k events
  --only ROW    only rows with ROW in their name, beside what they are compared with; not with --markdown
  --json FILE   also writes all figures as JSON
  --markdown    also refreshes these parts in docs/performance.md

BENCH_DIR=FOLDER keeps the generated logs there and uses them again.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    markdown: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const unknown = positionals.filter((name) => parts.every((part) => part.name !== name))
// One row alone must not replace a whole table of the document.
const isWrong = unknown.length > 0 || (values.markdown && values.only !== undefined)
if (values.help || isWrong) {
  stdout.write(help)
  exit(isWrong ? 2 : 0)
}

// Ends by `exit`, so that the folder with the logs goes too.
process.once('SIGINT', () => exit(130))
process.once('SIGTERM', () => exit(143))

const where = machine(values.quick)
const say = (progress: string): void => void (stderr.isTTY && stderr.write(`\u001b[2K${progress}\r`))
const bench = new Bench(openWorkplace(), { isQuick: values.quick, only: values.only }, say)
const results: Record<string, object[]> = {}
stdout.write(`${machineLine(where)}\n`)
for (const part of parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const tables = await part.run(bench)
  say('')
  for (const table of tables) stdout.write(tableAsText(table))
  results[part.name] = tables.map(tableAsJson)
  if (values.markdown) putIntoMarkdown(document, part.name, machineLine(where), tables)
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ machine: where, parts: results }, null, 2)}\n`)
if (values.markdown) execFileSync(`${root}node_modules/.bin/oxfmt`, [document], { stdio: 'inherit' })
