/**
 * A file as the platform tells of it, without a look inside.
 *
 * @module
 */
import { stat } from 'node:fs/promises'
import { LogError } from '../../pipeline/errors.ts'

/** What changes with everything that is written to a file. @throws LogError `LOG_NOT_FOUND`, or `LOG_NOT_READABLE`. */
export async function fileMark(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch (cause) {
    const isGone = ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')
    throw new LogError(isGone ? 'LOG_NOT_FOUND' : 'LOG_NOT_READABLE', `${path}: cannot be looked at`, { cause })
  }
}
