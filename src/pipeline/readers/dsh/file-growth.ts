/**
 * Decides, at the end of a log that is followed, whether to wait, to go on in another file, or to give up.
 *
 * @module
 */
import { stat } from 'node:fs/promises'
import { LogError } from '../../errors.ts'
import type { ByteSource } from '../byte-source.ts'
import type { FolderWatch } from '../folder-watch.ts'
import type { GrowingFile } from '../growing-blocks.ts'
import type { GenerationWatch } from './generation-watch.ts'

/** What tells a run that something happens. */
export interface FollowSigns {
  readonly watch: FolderWatch
  readonly generations: GenerationWatch
  /** Aborted when the run shall reject. */
  readonly signal: AbortSignal | undefined
  /** Aborted when the run shall end. */
  readonly stop: AbortSignal
}

/** One file of a log, for as long as it grows. */
export class FileGrowth implements GrowingFile {
  readonly source: ByteSource
  /** Whether the bytes that come now were not there when the file was opened. */
  isNew = false
  /** The file to go on in, once there is one. */
  newer: string | undefined
  readonly #path: string
  readonly #signs: FollowSigns

  constructor(path: string, source: ByteSource, signs: FollowSigns) {
    this.#path = path
    this.source = source
    this.#signs = signs
  }

  /** Whether nobody waits for this file any more. */
  get isOver(): boolean {
    return this.#signs.stop.aborted || this.newer !== undefined
  }

  reached(offset: number): void {
    this.isNew ||= offset >= this.source.size
  }

  async more(offset: number): Promise<boolean> {
    const { signal, stop, watch } = this.#signs
    signal?.throwIfAborted()
    if (this.isOver) return false
    // When a newer file is there, this one is looked at once more: its last records may have come in between.
    if (await this.#seesNewer()) return true
    try {
      await this.#check(offset)
    } catch (error) {
      if (await this.#seesNewer()) return true
      throw error
    }
    await watch.change(stop, ...(signal === undefined ? [] : [signal]))
    signal?.throwIfAborted()
    // From here on changes count again: what happened before this the next look finds.
    watch.calm()
    return !stop.aborted
  }

  async #seesNewer(): Promise<boolean> {
    this.newer ??= await this.#signs.generations.newer()
    return this.newer !== undefined
  }

  /** A log only grows: anything else that happens to it is a change that cannot be followed. */
  async #check(offset: number): Promise<void> {
    await this.source.verify?.()
    const now = await stat(this.#path).catch(() => undefined)
    if (now !== undefined && now.size < offset) {
      throw new LogError('LOG_CHANGED', 'the file became shorter while it was followed')
    }
  }
}
