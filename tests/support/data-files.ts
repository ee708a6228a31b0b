/**
 * Every file of the folder of real logs, whatever it holds: see `real-logs.ts`.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of everything in it, or in a folder below it, that may be a log. */
export function dataFiles(below = ''): string[] {
  const root = join(process.env['SESSION_STREAMS_DATA'] ?? '', below)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.(jsonl|zstd|json|txt)$/.test(name)).map((name) => join(root, name))
}
