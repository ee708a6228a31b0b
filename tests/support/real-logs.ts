/**
 * The real logs that some tests read. They live outside the repository: `SESSION_STREAMS_DATA` names a folder
 * with `logs/` and `cases/` in it. Without it these tests say so and do not run.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const data: string | undefined = process.env['SESSION_STREAMS_DATA'] || undefined

export interface RealLog {
  readonly id: string
  readonly path: string
  readonly header: Readonly<Record<string, unknown>>
  /** The JSON value of every line after the header. */
  readonly records: readonly unknown[]
}

/** The folder of harness logs, each in the layout of a `sessions` folder. */
const hydratedFolder = (): string => join(data ?? '', 'logs', 'dsh', 'store-hydrated')

/** The folder of all logs, whoever's they are. */
export const logsFolder = (): string => join(data ?? '', 'logs')

/** A file of one case: what somebody once met in the field, and in its `expected.md` what is right. */
export const casePath = (name: string, file = 'input.jsonl'): string => join(data ?? '', 'cases', name, file)

/** Every log in it, by path. */
export function hydratedLogs(): RealLog[] {
  const paths = readdirSync(hydratedFolder(), { recursive: true, encoding: 'utf8' })
  const logs = paths.filter((path) => path.endsWith('.jsonl')).toSorted()
  return logs.map((path) => readLog(join(hydratedFolder(), path)))
}

function readLog(path: string): RealLog {
  const [first, ...records] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
  const header = first as Readonly<Record<string, unknown>>
  return { id: String(header['id']), path, header, records }
}

let said = false

/** A test over real logs; where there are none it is skipped, and says so in its title and once on the console. */
export function testRealLogs(title: string, run: () => Promise<void> | void, timeoutMs = 60_000): void {
  if (data !== undefined) {
    test(title, { timeout: timeoutMs }, run)
    return
  }
  test.skip(`${title} (not run: SESSION_STREAMS_DATA is unset)`, run)
  if (!said) console.warn('SESSION_STREAMS_DATA is unset: the tests over real logs do not run.')
  said = true
}
