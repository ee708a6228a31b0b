/**
 * Spoils the bytes of a log behind its header: cuts, flips, repeats, inserts.
 *
 * @module
 */
import fc from 'fast-check'

/** What is done to the bytes, at a place given by any number. */
export type Spoiling = (bytes: Buffer, from: number) => Buffer

const lineFeed = 0x0a

const spoilings: Readonly<Record<string, (bytes: Buffer, at: number, length: number, byte: number) => Buffer>> = {
  torn: (bytes, at) => bytes.subarray(0, at),
  flipped: (bytes, at, _, byte) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)]),
  missing: (bytes, at, length) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
  'ended in NULs': (bytes, _, length) => Buffer.concat([bytes, Buffer.alloc(length)]),
  'filled with NULs': (bytes, at, length) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length), bytes.subarray(at)]),
  'broken in two': (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from('\n'), bytes.subarray(at)]),
  'without a line': (bytes, at) => {
    const start = bytes.lastIndexOf(lineFeed, at) + 1
    const end = bytes.indexOf(lineFeed, at) + 1
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  },
  'with a line twice': (bytes, at) => {
    const start = bytes.lastIndexOf(lineFeed, at) + 1
    const end = bytes.indexOf(lineFeed, at) + 1
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
  },
}

/** Any of these, anywhere behind the byte `from`. */
export const spoiling: fc.Arbitrary<Spoiling> = fc
  .tuple(fc.constantFrom(...Object.keys(spoilings)), fc.nat(), fc.integer({ min: 1, max: 200 }), fc.nat(255))
  .map(([how, place, length, byte]) => (bytes: Buffer, from: number) => {
    const span = bytes.length - from
    return span < 2
      ? bytes
      : (spoilings[how] as (typeof spoilings)[string])(bytes, from + (place % (span - 1)), length, byte)
  })
