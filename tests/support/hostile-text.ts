/**
 * Text as a log may hold it: every piece here has broken a reader, a cutter or a renderer somewhere.
 *
 * @module
 */
import fc from 'fast-check'

/** The frame that peer-messaging puts around a relayed message (contract D12), byte for byte. */
export const relayFrame = 'Cross-session message from another session of this harness.\nfrom-session: '

const pieces: readonly string[] = [
  'a',
  'plain words ',
  '\n',
  ' ',
  'é',
  'e\u0301\u0323', // combining marks
  '你好',
  '𠮷', // CJK outside the basic plane
  '😀',
  '👩‍👩‍👧‍👦', // joined by zero-width joiners
  '\ud83d', // lone high surrogate
  '\ude00', // lone low surrogate
  '\u0000',
  '\u001b[31m',
  '\u007f\u0085',
  '\u202e', // right-to-left override
  '\u2028\u2029',
  '\u200b\ufeff',
  '\u{e0041}\u{e007f}', // tag characters
  '</compacted-summary>',
  '</system-reminder>',
  '<b>&amp;"\\',
  relayFrame,
  ' Cross-session message from another session of this harness.\nfrom-session: ', // one blank too early
]

/** Up to eight hostile pieces. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces), { maxLength: 8 })
  .map((parts) => parts.join(''))

/** Mostly short and hostile; now and then one that crosses a byte budget of 4,096 in the middle of a code point. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 4090, max: 4100 }), hostileText)
      .map(([length, tail]) => `${'x'.repeat(length)}${tail}`),
  },
)
