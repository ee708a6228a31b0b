/**
 * The bounds of `get_peer_context`: the contract's caps, which a host may lower and never raise.
 *
 * @module
 */

/** Highest value of each bound. `maxMessages` is also what the argument of that name may ask for. */
export const peerContextCaps = {
  /** Messages returned. */
  maxMessages: 8,
  /** UTF-8 bytes of one message. */
  maxMessageBytes: 4096,
  /** UTF-8 bytes of all messages together. */
  maxBytes: 16_384,
  /** Tool activities returned. */
  maxTools: 8,
} as const

/** The bounds in force. */
export interface PeerContextLimits extends Readonly<Record<keyof typeof peerContextCaps, number>> {
  /** Messages returned when the call does not say. @defaultValue 4 */
  readonly defaultMessages: number
  /** Whether secrets in messages and titles are masked. Only a host may say no. @defaultValue true */
  readonly redact: boolean
}

/** The contract's own bounds. */
export const peerContextLimits: PeerContextLimits = { ...peerContextCaps, defaultMessages: 4, redact: true }

/** Highest value of every number a host may set. */
const caps = { ...peerContextCaps, defaultMessages: peerContextCaps.maxMessages }

/**
 * The contract's bounds, lowered where `chosen` says so.
 *
 * @throws {RangeError} naming the first bound that is unknown, not a positive integer, or above its cap.
 */
export function lowerLimits({ redact, ...chosen }: Readonly<Record<string, unknown>> = {}): PeerContextLimits {
  if (typeof (redact ?? true) !== 'boolean') throw new RangeError('limit redact must be true or false')
  const lowered: Partial<Record<keyof typeof caps, number>> = {}
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== undefined && value !== null) lowered[knownName(name)] = within(name, value)
  }
  const { maxMessages = caps.maxMessages } = lowered
  const defaultMessages = lowered.defaultMessages ?? Math.min(peerContextLimits.defaultMessages, maxMessages)
  if (defaultMessages > maxMessages) throw new RangeError('limit defaultMessages must not exceed maxMessages')
  return { ...caps, ...lowered, defaultMessages, redact: redact !== false }
}

function knownName(name: string): keyof typeof caps {
  if (Object.hasOwn(caps, name)) return name as keyof typeof caps
  throw new RangeError(`unknown limit ${JSON.stringify(name)}; known are ${Object.keys(peerContextLimits).join(', ')}`)
}

function within(name: string, value: unknown): number {
  const cap = caps[knownName(name)]
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= cap) return value as number
  throw new RangeError(`limit ${name} must be an integer from 1 to ${cap}`)
}
