/**
 * What happens to a surface, as a stream: the language between `fold-surface` and `retain-window`.
 *
 * @module
 */

/** One current node, by its place: what is known of it without its text. */
export interface PlacedNode {
  /** Grows along the surface; a node that takes the place of others has the place of the first of them. */
  readonly place: number
  /** Size of what it says, in the unit of the fold. */
  readonly size: number
  /** Where the reader finds its record again. */
  readonly position: number
}

/** What a replace took off the surface. */
export interface Shadowed {
  /** Seqs of the nodes, in surface order. */
  readonly seqs: readonly number[]
  /** Place of the last of them; the first one's place is that of the edit. */
  readonly toPlace: number
  /** How many of them said something, and how much. */
  readonly items: number
  readonly size: number
}

/** A node joins the surface, at its end or in the place of others. */
export interface NodeEdit<T> {
  readonly kind: 'node'
  readonly place: number
  readonly seq: number
  /** What the node says; absent when it says nothing that is wanted. */
  readonly item?: T
  /** Size of `item`, 0 when absent. */
  readonly size: number
  readonly position: number
  readonly shadowed?: Shadowed
}

/** The log has ended after a replace took nodes away: these are now the newest that say something, oldest first. */
export interface NewestEdit {
  readonly kind: 'newest'
  readonly nodes: readonly PlacedNode[]
}

/** A node's record was read once more: this is what it says. */
export interface AgainEdit<T> {
  readonly kind: 'again'
  readonly place: number
  readonly item: T
}

/** Anything that happens to a surface. */
export type SurfaceEdit<T> = NodeEdit<T> | NewestEdit | AgainEdit<T>
