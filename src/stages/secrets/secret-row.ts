/**
 * One row of the secret table: where a kind of secret may begin, and how far it reaches.
 *
 * @module
 */

/** A range of UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One kind of secret. */
export interface SecretRow {
  /** As it stands in the mask: kebab-case. */
  readonly kind: string
  /** Literals of three units or more, in any case. The row is asked only where one of them stands. */
  readonly openings: readonly string[]
  /**
   * The secret whose opening stands at `at`, or nothing. It need not begin at the opening.
   *
   * Looks at a bounded stretch before it accepts; what it takes beyond that is not looked at twice, because the row
   * is not asked again before the end of what it found.
   */
  readonly find: (text: string, at: number) => Span | undefined
  /** Where the shape is published: an address or the name of a document. */
  readonly source: string
}
