/**
 * A folder of sessions as the harness keeps them, written log by log.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sessionPlace } from '../../src/corpus/dsh-layout.ts'
import { log, type HeaderOptions, type LogBuilder } from './log-builder.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { zstdLog } from './zstd-log.ts'

export interface TestStore {
  readonly root: string
  /** Writes a log where its session belongs, under another name where one is given; returns the file's path. */
  add(story: LogBuilder | HeaderOptions, file?: string): string
  /** The folder a session belongs in. */
  folder(header: HeaderOptions): string
  /** Writes any file below the root. */
  write(path: string, content: string | Buffer): string
}

/** Makes an empty store for the running test. */
export function testStore(): TestStore {
  const root = join(temporaryFolder(), 'sessions')
  mkdirSync(root)
  const write: TestStore['write'] = (path, content) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  const place = ({ id, cwd }: HeaderOptions): string => sessionPlace(id ?? '', cwd) ?? 'no-place'
  return {
    root,
    write,
    folder: (header) => join(root, place(log(header).header)),
    add(told, file = 'session.jsonl') {
      const story = 'header' in told ? told : log(told)
      const content = file.endsWith('.zstd') ? zstdLog(story.lines()) : story.text()
      return write(join(place(story.header), file), content)
    },
  }
}
