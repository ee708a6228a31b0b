/**
 * The row's config: the tool's bounds, each at most what the contract allows.
 *
 * @module
 */
import z from '@deepseek-ai/schemastery'
import { lowerLimits, peerContextCaps, type PeerContextLimits } from '../tools/index.ts'
import type { HostConfigSchema } from './host-types.ts'

/** What a row may set. Everything left out keeps the contract's value. */
export interface Config {
  /** Messages returned when the model does not say. @defaultValue 4, or `maxMessages` when that is lower */
  readonly defaultMessages?: number
  /** Most messages a call gets. @defaultValue 8 */
  readonly maxMessages?: number
  /** UTF-8 bytes of one message. @defaultValue 4096 */
  readonly maxMessageBytes?: number
  /** UTF-8 bytes of all messages together. @defaultValue 16384 */
  readonly maxBytes?: number
  /** Tool activities returned. @defaultValue 8 */
  readonly maxTools?: number
  /** Whether secrets in messages and titles are masked. @defaultValue true */
  readonly redact?: boolean
}

const upTo = (cap: number) => z.number().step(1).min(1).max(cap)

/** The schema the loader validates the row with. */
export const Config: HostConfigSchema = z.object({
  defaultMessages: upTo(peerContextCaps.maxMessages),
  maxMessages: upTo(peerContextCaps.maxMessages),
  maxMessageBytes: upTo(peerContextCaps.maxMessageBytes),
  maxBytes: upTo(peerContextCaps.maxBytes),
  maxTools: upTo(peerContextCaps.maxTools),
  redact: z.boolean(),
})

/**
 * The bounds a config asks for.
 *
 * @throws {RangeError} also on what the schema lets pass: an unknown key, a default above its own maximum.
 */
export const limitsOf = (config: Config | undefined): PeerContextLimits => lowerLimits({ ...config })
