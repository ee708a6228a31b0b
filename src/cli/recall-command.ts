/**
 * `session-streams recall QUERY`: finds what was said or done in stored sessions.
 *
 * @module
 */
import { Command, Option } from 'commander'
import type { SearchCoverage, SearchProgress } from '../corpus/search/corpus-search.ts'
import { dshStore } from '../corpus/dsh-store.ts'
import type { UnreadableSession } from '../corpus/log-store.ts'
import { memoryLimits, recallMemory, renderJson } from '../tools/index.ts'
import { corpusMemoryPort } from '../tools/corpus-memory-port.ts'
import { recallRequest } from '../tools/recall-request.ts'
import { askMemory, typedNumber } from './ask-memory.ts'
import { cachesFolder } from './caches-folder.ts'
import { unreadableText } from './list-text.ts'
import { progress, type Progress } from './progress.ts'
import { sessionList } from './session-list.ts'
import { sessionsFolder } from './sessions-folder.ts'
import type { Terminal } from './terminal.ts'

interface Options {
  readonly cwd?: string
  readonly session?: string
  readonly limit: number
  readonly cursor?: string
  readonly root?: string
  readonly index: boolean
  readonly rebuild: boolean
  readonly json: boolean
  readonly redact: boolean
}

/** Builds the command. */
export function recallCommand(terminal: Terminal): Command {
  const { hits } = memoryLimits
  return new Command('recall')
    .description('Find what was said or done in stored sessions: the newest hit of each, or all hits of one.')
    .argument('<query>', 'a word or phrase, as it was written; case and the kind of white space do not count')
    .option('--cwd <dir>', 'only sessions recorded in exactly this working directory')
    .addOption(new Option('--session <id>', 'the hits of this one session').conflicts('cwd'))
    .addOption(
      new Option('--limit <count>', `most hits, 1 to ${hits.max}`).argParser(typedNumber).default(hits.default),
    )
    .option('--cursor <text>', 'go on behind an earlier page')
    .option('--root <dir>', "the folder of sessions (default: the harness's own)")
    .option('--index', 'keep an index beside your caches and search in that', false)
    .option('--rebuild', 'make the index anew', false)
    .option('--json', 'print the value of the tool recall_memory, and nothing else', false)
    .option('--no-redact', 'show secrets as they are')
    .action((query: string, options: Options, command: Command) => recall(query, options, command, terminal))
}

async function recall(query: string, options: Options, command: Command, terminal: Terminal): Promise<void> {
  const { cwd, session, limit, cursor, root = sessionsFolder(), index, rebuild, json, redact } = options
  const args = { query, session_id: session, cwd, limit, cursor }
  const told = progressOf(index ? 'sessions indexed' : 'sessions searched', terminal)
  let coverage: SearchCoverage | undefined
  const port = corpusMemoryPort(dshStore(root), {
    ...(index || rebuild ? { index: { root, caches: cachesFolder(), rebuild } } : {}),
    onProgress: told.tell,
    onCoverage: (covered) => void (coverage = covered),
  })
  const value = await askMemory(
    command,
    terminal,
    () => recallRequest(args),
    (signal) => recallMemory.run(args, { port, redact, signal }),
  ).finally(told.end)
  if (coverage !== undefined) terminal.complain(unreadableLines(root, coverage.unreadable))
  terminal.print(`${json ? renderJson(value) : recallMemory.render(value)}\n`)
}

/** Most places that are named. */
const maxNamed = 5

function unreadableLines(root: string, unreadable: readonly UnreadableSession[]): string {
  const named = unreadableText(sessionList(root, [], unreadable.slice(0, maxNamed)))
  const more = unreadable.length - maxNamed
  return more > 0 ? `${named}session-streams: ${more} more unreadable: list --json names them all.\n` : named
}

/** Begins to count when the first session is done. */
function progressOf(words: string, terminal: Terminal): { tell(at: SearchProgress): void; end(): void } {
  const write = process.stderr.isTTY ? terminal.complain : undefined
  let told: Progress | undefined
  return {
    tell({ total }) {
      told ??= progress(words, total, write)
      told.step()
    },
    end: () => told?.end(),
  }
}
