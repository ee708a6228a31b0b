/**
 * An open file as a reader sees it: a size, and bytes at an offset. Tests put a counting one in its place.
 *
 * @module
 */
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { LogError } from '../errors.ts'

/** One open file. */
export interface ByteSource {
  /** Bytes it had when it was opened. */
  readonly size: number
  /** Fills `into` from `offset` on; returns how many bytes were really read, 0 at the end. */
  read(into: Uint8Array, offset: number): Promise<number>
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
  const stat = await handle.stat()
  if (!stat.isFile()) {
    await handle.close()
    throw new LogError('LOG_NOT_A_FILE', `${path}: not a regular file`)
  }
  return {
    size: stat.size,
    async read(into, offset) {
      try {
        return (await handle.read(into, 0, into.byteLength, offset)).bytesRead
      } catch (cause) {
        throw new LogError('LOG_NOT_READABLE', `${path}: cannot be read at byte ${offset} (${codeOf(cause)})`, {
          cause,
        })
      }
    },
    close: () => handle.close(),
  }
}

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
