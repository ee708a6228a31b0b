/**
 * Replaces call ids by short one-way fingerprints.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { defineStage, type Stage } from '../pipeline/stage.ts'

/** How the hash is computed. */
export interface FingerprintOptions {
  /** SHA-256 of a text's UTF-8 bytes, as hex. @defaultValue a portable one; `crypto.hash` of Node is ten times as fast */
  readonly sha256?: ((text: string) => string) | undefined
}

/** Hex digits kept: 48 bits tell the calls of one log apart and cannot be turned back into an id. */
const digits = 12

/**
 * Yields every item; where it has a `callId`, that is now the first 12 hex digits of its SHA-256.
 *
 * Does not make ids unique: equal ids have equal fingerprints.
 *
 * Order  as it came.
 * Holds  nothing.
 * Cost   one hash per item with a call id: put it after whatever drops items.
 * Ends   yields nothing more.
 *
 * @example
 * await collect(fingerprint()(batches)) // { callId: 'call-alpha' } => { callId: '80db97f9e7bc' }
 */
export function fingerprint<T extends object>(options: FingerprintOptions = {}): Stage<T, T> {
  const hash = options.sha256 ?? portable
  return defineStage('fingerprint', () => ({
    push(batch, out) {
      for (const item of batch) {
        const { callId } = item as { readonly callId?: unknown }
        out.push(typeof callId === 'string' ? { ...item, callId: hash(callId).slice(0, digits) } : item)
      }
      return 'more'
    },
  }))
}

const portable = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
