/**
 * An open file as a reader sees it: a size, and bytes at an offset. Tests put a counting one in its place.
 *
 * @module
 */
import { constants, readSync, type BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { LogError } from '../errors.ts'
import { FileSamples } from './file-samples.ts'

/** One open file. */
export interface ByteSource {
  /** Bytes it had when it was opened. */
  readonly size: number
  /** Equal for two openings of the same file: device and inode. Absent when nobody can tell. */
  readonly identity?: string
  /** Fills `into` from `offset` on; returns how many bytes were really read, 0 at the end. */
  read(into: Uint8Array, offset: number): Promise<number>
  /**
   * The same at once: the process stands still meanwhile. For a few bytes that are in the platform's cache, where it
   * costs a tenth of waking another thread. Absent: there is only the other way.
   */
  readNow?(into: Uint8Array, offset: number): number
  /**
   * Says, after everything was read, that all of it belongs together. Growth is no change.
   *
   * @throws LogError `LOG_CHANGED` when the path names another file now, or what was read is no longer there.
   */
  verify?(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a regular file for reading.
 *
 * Never waits: a FIFO or a device is opened non-blocking, looked at, and refused.
 * @throws LogError `LOG_NOT_FOUND`, `LOG_NOT_READABLE` or `LOG_NOT_A_FILE`.
 */
export async function openFile(path: string): Promise<ByteSource> {
  const handle = await openHandle(path)
  const opened = await handle.stat({ bigint: true })
  if (!opened.isFile()) {
    await handle.close()
    throw new LogError('LOG_NOT_A_FILE', `${path}: not a regular file`)
  }
  const size = Number(opened.size)
  const samples = new FileSamples(size)
  const read = async (into: Uint8Array, offset: number): Promise<number> => {
    try {
      return (await handle.read(into, 0, into.byteLength, offset)).bytesRead
    } catch (cause) {
      throw unreadable(offset, cause)
    }
  }
  return {
    size,
    identity: `${opened.dev}:${opened.ino}`,
    async read(into, offset) {
      const length = await read(into, offset)
      samples.take(into, offset, length)
      return length
    },
    readNow(into, offset) {
      try {
        return readSync(handle.fd, into, 0, into.byteLength, offset)
      } catch (cause) {
        throw unreadable(offset, cause)
      }
    },
    async verify() {
      const now = await stat(path, { bigint: true }).catch(() => undefined)
      if (now === undefined || now.dev !== opened.dev || now.ino !== opened.ino) throw changed('was replaced')
      if (now.size < opened.size) throw changed('became shorter')
      if (wasWritten(opened, now) && !(await samples.areStill(read))) throw changed('was rewritten')
    },
    close: () => handle.close(),
  }
}

const unreadable = (offset: number, cause: unknown): LogError =>
  new LogError('LOG_NOT_READABLE', `cannot be read at byte ${offset} (${codeOf(cause)})`, { cause })

const wasWritten = (before: BigIntStats, now: BigIntStats): boolean =>
  now.size !== before.size || now.mtimeNs !== before.mtimeNs || now.ctimeNs !== before.ctimeNs

const changed = (how: string): LogError => new LogError('LOG_CHANGED', `the file ${how} while it was read; try again`)

async function openHandle(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new LogError('LOG_NOT_FOUND', `${path}: no such file or directory`, { cause })
    }
    if (code === 'ELOOP') throw new LogError('LOG_NOT_A_FILE', `${path}: a link that leads to itself`, { cause })
    if (code === 'EACCES' || code === 'EPERM') {
      throw new LogError('LOG_NOT_READABLE', `${path}: no permission to read it`, { cause })
    }
    throw new LogError('LOG_NOT_READABLE', `${path}: cannot be opened (${code})`, { cause })
  }
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? 'unknown error'
