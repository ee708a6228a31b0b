/**
 * Format v2: streamed deltas are embedded in the message they make up, and are no records any more.
 *
 * A fork's own events begin after its last `session/end-seed` with `inherited: true`; the header no longer counts.
 * @module
 */
import type { Generation } from './generation.ts'
import { laterTypes } from './later-types.ts'
import { v1 } from './v1.ts'

/** Format v2. */
export const v2: Generation = { ...v1, version: 2, knownTypes: laterTypes, hasPackedRows: false }
