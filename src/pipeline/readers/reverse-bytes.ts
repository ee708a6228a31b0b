/**
 * A piece of a decoded log that is read back to front.
 *
 * @module
 */

/** Each stands directly before the one yielded last. `bytes` is only valid until the next one is asked for. */
export interface ReverseBlock {
  readonly bytes: Buffer
  /** Offset of its first byte: in a plain file, in the file; in a compressed one, in its decoded frame. */
  readonly offset: number
  /** In a compressed log: offset in the file of the frame it comes from. */
  readonly frameOffset?: number
  /** Set instead of bytes: something stands here that cannot be decoded. */
  readonly damage?: string
}
