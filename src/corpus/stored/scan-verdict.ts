/**
 * Which of several things that are wrong with a log the harness would name.
 *
 * It reads the file first, then brings every event into today's shape, then looks for types it does not know, and only
 * then replays the log. A stream meets all of this record by record, so what comes later is looked at only as long as
 * nothing earlier is wrong, and the log is read to its end in any case.
 * @see DSH `packages/session/session-persistence/src/coordinator.ts`: `prepareCore`
 * @module
 */
import { CorpusError, type CorpusErrorCode } from '../corpus-errors.ts'

/** The four looks the harness takes, in its order. */
export type Look = 'shape' | 'type' | 'replay'

const codes: Readonly<Record<Look, CorpusErrorCode>> = {
  shape: 'SESSION_QUERY_CORRUPT_SESSION',
  type: 'SESSION_QUERY_PERSISTENCE_FAILED',
  replay: 'SESSION_QUERY_CORRUPT_SESSION',
}

const order: readonly Look[] = ['shape', 'type', 'replay']

/** What has been found wrong with a log so far. */
export class ScanVerdict {
  readonly #faults = new Map<Look, string>()

  get isSound(): boolean {
    return this.#faults.size === 0
  }

  /** Whether a fault of this look would still change the verdict. */
  isOpen(look: Look): boolean {
    return order.slice(0, order.indexOf(look) + 1).every((earlier) => !this.#faults.has(earlier))
  }

  fault(look: Look, why: string): void {
    if (!this.#faults.has(look)) this.#faults.set(look, why)
  }

  /** @throws CorpusError when the log is not sound. */
  pass(): void {
    for (const look of order) {
      const why = this.#faults.get(look)
      if (why !== undefined) throw new CorpusError(codes[look], why)
    }
  }
}
