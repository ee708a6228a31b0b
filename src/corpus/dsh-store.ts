/**
 * The sessions that the DeepSeek Harness keeps in a folder.
 *
 * @see DSH `packages/session/session-persistence-jsonl/src/index.ts`: `listArtifacts`, `findLog`
 * @module
 */
import { join } from 'node:path'
import { LogError } from '../pipeline/errors.ts'
import { openFile } from '../pipeline/readers/byte-source.ts'
import { sessionName } from './dsh-layout.ts'
import { eachOf } from './each-of.ts'
import type { LogStore, StoredSession, StoreListing, StoreOptions, UnreadableSession } from './log-store.ts'
import { failedAt, PlaceError } from './place-error.ts'
import { rootFolder, type RootFolder } from './root-folder.ts'
import { projectFolders, sessionFolders, type Tell } from './store-folders.ts'
import { readStored, type OpenFile } from './stored-head.ts'

/** How a store is read. */
export interface DshStoreOptions {
  /** Most log files that are open at the same time while listing. @defaultValue 16 */
  readonly maxOpenFiles?: number
  /** How a log file is opened. @defaultValue a real file, read only, never waited for */
  readonly open?: OpenFile
}

const defaultMaxOpenFiles = 16

/**
 * A store in the harness's layout, both encodings and all generations side by side.
 *
 * Holds nothing between calls: each looks at the folder anew. Memory: the records it returns, and the names of one
 * folder. Never writes.
 * @param root - the harness's folder of sessions; followed when it is a link.
 */
export function dshStore(root: string, options: DshStoreOptions = {}): LogStore {
  const { maxOpenFiles = defaultMaxOpenFiles, open = openFile } = options
  return {
    list: ({ signal } = {}) => list(root, maxOpenFiles, open, signal),
    find: (id, { signal } = {}) => find(root, id, open, signal),
  }
}

type Signal = StoreOptions['signal']

async function list(path: string, maxOpenFiles: number, open: OpenFile, signal: Signal): Promise<StoreListing> {
  signal?.throwIfAborted()
  const root = await rootFolder(path)
  // By path: a session that is also linked to is one session.
  const found = new Map<string, StoredSession>()
  const unreadable = new Map<string, string>()
  const tell: Tell = ({ place, reason }) => void unreadable.set(place, reason)
  const read = async (folder: string): Promise<void> => {
    try {
      const session = await readStored(root, folder, open, signal)
      if (session !== undefined) found.set(session.path, session)
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error
      tell(error)
    }
  }
  await eachOf(sessionFolders(root, tell, signal), maxOpenFiles, read, signal)
  for (const copy of copies(found.values())) {
    found.delete(copy.path)
    unreadable.set(copy.path, sameId)
  }
  return { sessions: [...found.values()].sort(newestFirst), unreadable: [...unreadable].map(asRow).sort(byPath) }
}

const sameId = 'another folder holds a session of the same id'

/** All sessions whose id is not theirs alone: which of them is meant would be a guess. */
function copies(sessions: Iterable<StoredSession>): StoredSession[] {
  const byId = new Map<string, StoredSession>()
  const shared = new Set<StoredSession>()
  for (const session of sessions) {
    const other = byId.get(session.header.id)
    if (other === undefined) byId.set(session.header.id, session)
    else shared.add(other).add(session)
  }
  return [...shared]
}

async function find(path: string, id: string, open: OpenFile, signal: Signal): Promise<StoredSession | undefined> {
  signal?.throwIfAborted()
  const root = await rootFolder(path)
  const name = sessionName(id)
  if (name === undefined) return undefined
  const found = new Map<string, StoredSession>()
  let failure: PlaceError | undefined
  // What is wrong with a project is no answer about this session.
  for await (const project of projectFolders(root, () => undefined, signal)) {
    try {
      const session = await storedAt(root, join(project, name), open, signal)
      if (session?.header.id === id) found.set(session.path, session)
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error
      failure ??= error
    }
  }
  const [session, ...others] = found.values()
  if (others.length > 0) throw new LogError('LOG_HEADER_INVALID', `${path}: two folders hold a session of this id`)
  if (session === undefined && failure !== undefined) throw failure
  return session
}

async function storedAt(
  root: RootFolder,
  place: string,
  open: OpenFile,
  signal: Signal,
): Promise<StoredSession | undefined> {
  const folder = await root.settle(place).catch((error: unknown) => {
    throw failedAt(place, error)
  })
  return folder === undefined ? undefined : readStored(root, folder, open, signal)
}

/** As the harness has it; ids that its language counts as equal are still told apart. */
const newestFirst = ({ header: a }: StoredSession, { header: b }: StoredSession): number =>
  b.createdAt - a.createdAt || a.id.localeCompare(b.id) || (a.id < b.id ? -1 : 1)

const asRow = ([path, reason]: readonly [string, string]): UnreadableSession => ({ path, reason })
const byPath = (a: UnreadableSession, b: UnreadableSession): number => (a.path < b.path ? -1 : 1)
