/**
 * A surface as a plain array: what a surface table must agree with.
 *
 * @module
 */
import { expect } from 'vitest'
import type { PlacedNode } from '../../src/stages/index.ts'
import type { SurfaceTable } from '../../src/stages/surface-table.ts'

/** An append, or a replace of `length` nodes from the `from`-th one on; both counted in what is there. */
export type TableEdit =
  | { readonly kind: 'append'; readonly size: number }
  | { readonly kind: 'replace'; readonly from: number; readonly length: number; readonly size: number }

export class SurfaceModel {
  #nodes: (PlacedNode & { readonly seq: number })[] = []
  #seq = 0

  /** Does the edit here and on the table, and expects the same answer of both. */
  apply(edit: TableEdit, table: SurfaceTable): void {
    // Seqs have gaps: most events of a log hold no place on the surface.
    const seq = (this.#seq += 1 + (edit.size % 3))
    const position = 7 * seq
    const { size } = edit
    if (edit.kind === 'append' || this.#nodes.length === 0) {
      expect(table.append(seq, size, position)).toBe(seq)
      this.#nodes.push({ seq, place: seq, size, position })
      return
    }
    const from = edit.from % this.#nodes.length
    const gone = this.#nodes.slice(from, from + Math.max(1, edit.length))
    const [first, last] = [gone[0]!, gone.at(-1)!]
    expect(table.replace({ start: first.seq, end: last.seq }, seq, size, position)).toEqual({
      place: first.place,
      shadowed: {
        seqs: gone.map((node) => node.seq),
        toPlace: last.place,
        items: gone.filter((node) => node.size > 0).length,
        size: gone.reduce((total, node) => total + node.size, 0),
      },
    })
    this.#nodes.splice(from, gone.length, { seq, place: first.place, size, position })
  }

  /** The newest nodes that have a size, oldest first. */
  newest(count: number): PlacedNode[] {
    const sized = this.#nodes.filter(({ size }) => size > 0)
    return sized
      .slice(Math.max(0, sized.length - count))
      .map(({ place, size, position }) => ({ place, size, position }))
  }
}
