/**
 * Keeps the newest items within a budget, and says exactly how much it left out.
 *
 * @module
 */
import { LogError } from '../pipeline/errors.ts'
import { defineStage, type Kernel, type Stage } from '../pipeline/stage.ts'
import { holdText, textOf } from './hold-text.ts'
import { maskedCut, plainCut } from './masked-cut.ts'
import type { NodeEdit, SurfaceEdit } from './surface-edit.ts'
import { units, type Unit } from './unit.ts'
import { WindowEntries, type SavedEntries } from './window-entries.ts'

/** How much is kept. */
export interface RetainWindowOptions {
  /** Most items, at least 1. */
  readonly maxItems: number
  /** Most text per item, in `unit`. @defaultValue no bound of its own */
  readonly maxItemSize?: number
  /** Most text in all, in `unit`. @defaultValue no bound */
  readonly maxSize?: number
  /** What text is measured in. @defaultValue UTF-8 bytes */
  readonly unit?: Unit
  /** Mask secrets in the text that is kept; figures count the log's own text all the same. @defaultValue false */
  readonly redact?: boolean
  /** As it stands in errors and figures, where a view has several. @defaultValue retain-window */
  readonly stageName?: string
}

/** How many items, and how much text in them. */
export interface Amount {
  readonly items: number
  readonly size: number
}

/** What became of all items: `eligible = returned + omitted`, for items and for size. */
export interface Retention {
  readonly kind: 'retention'
  readonly eligible: Amount
  readonly returned: Amount
  readonly omitted: Amount
  /** Secrets that were masked; absent when none was. */
  readonly redactions?: number
}

/** An item that was kept, its text cut where `truncated` says so. */
export type Kept<T> = T & { readonly truncated?: true }

interface Saved<T> {
  readonly entries: SavedEntries<T>
  readonly eligible: Amount
}

/**
 * Yields the kept items, oldest first, and then one {@link Retention}.
 *
 * Chosen newest first: the item that crosses the budget is cut to what is left, and there it ends. An item that
 * would be cut to nothing is left out and ends it too.
 *
 * Order  surface order, all at the end.
 * Holds  the newest `2 * maxItems` items, each text at most its bound plus 4 KiB, copied.
 * Cost   a comparison per edit; a copy of the text's beginning per item.
 * Ends   asks for at most `maxItems` records again when a late replace brought back text it had let go.
 *
 * @throws LogError `LOG_REREAD_FAILED` (as cause of a StageError) when the reader cannot read records again.
 */
export function retainWindow<T extends object>(
  options: RetainWindowOptions,
): Stage<SurfaceEdit<T>, Kept<T> | Retention> {
  const { maxItems, unit = units.bytes, redact = false, stageName = 'retain-window' } = options
  const { maxItemSize = Number.POSITIVE_INFINITY, maxSize = Number.POSITIVE_INFINITY } = options
  // No more of an item than this can ever be returned.
  const maxHeld = Math.min(maxItemSize, maxSize)
  const cut = redact ? maskedCut(unit) : plainCut(unit)
  if (!(maxItems >= 1)) throw new RangeError(`retainWindow: maxItems must be at least 1, not ${maxItems}`)

  const start = (saved?: Saved<T>): Kernel<SurfaceEdit<T>, Kept<T> | Retention, Saved<T>> => {
    const entries = new WindowEntries<T>(maxItems, saved?.entries)
    let eligible: Amount = saved?.eligible ?? { items: 0, size: 0 }

    const held = holdText<T>(unit, maxHeld)

    const take = ({ place, item, size, position, shadowed }: NodeEdit<T>): void => {
      if (shadowed !== undefined) {
        eligible = { items: eligible.items - shadowed.items, size: eligible.size - shadowed.size }
        entries.remove(place, shadowed.toPlace)
      }
      if (item === undefined) return
      eligible = { items: eligible.items + 1, size: eligible.size + size }
      if (entries.hasRoom(place)) entries.insert({ place, size, position, item: held(item, size) })
    }

    return {
      push(batch) {
        for (const edit of batch) {
          if (edit.kind === 'node') take(edit)
          else if (edit.kind === 'newest') entries.settle(edit.nodes)
          else entries.fill(edit.place, (size) => held(edit.item, size))
        }
        return 'more'
      },
      reread: () => entries.missing(),
      end(out) {
        const kept: Kept<T>[] = []
        let left = maxSize
        let returnedSize = 0
        let redactions = 0
        for (const { item, size } of entries.newestFirst()) {
          if (item === undefined) throw unreadable()
          const capped = cut(textOf(item), maxItemSize)
          const crosses = capped.cost > left
          const shown = crosses ? cut(textOf(item), left) : capped
          const isCut = shown.size < size
          if (isCut && shown.size === 0) break
          kept.push(size === 0 ? item : { ...item, text: shown.text, ...(isCut && { truncated: true as const }) })
          returnedSize += shown.size
          redactions += shown.redactions
          left -= shown.cost
          if (crosses) break
        }
        for (const item of kept.reverse()) out.push(item)
        const returned = { items: kept.length, size: returnedSize }
        const omitted = { items: eligible.items - returned.items, size: eligible.size - returned.size }
        out.push({ kind: 'retention', eligible, returned, omitted, ...(redactions > 0 && { redactions }) })
      },
      save: () => ({ entries: entries.save(), eligible }),
    }
  }
  return defineStage(stageName, start, { waits: true })
}

const unreadable = (): LogError =>
  new LogError('LOG_REREAD_FAILED', 'a late replace needs records again, and this reader cannot read any twice')
