/**
 * Format v1: v0 under another number.
 *
 * @module
 */
import type { Generation } from './generation.ts'
import { v0 } from './v0.ts'

/** Format v1. */
export const v1: Generation = { ...v0, version: 1 }
