/**
 * Which of the events on a page are one event, because a fork inherited it.
 *
 * @module
 */
import type { SessionHeader } from '../pipeline/index.ts'

/** Where a hit is, and what its session inherited. */
export interface HitPlace {
  readonly header: SessionHeader
  readonly inheritedEventCount?: number | undefined
  readonly seq: number
}

/** Whether the event came with the fork. False where the host does not say how much was inherited. */
export const isInherited = ({ header, inheritedEventCount, seq }: HitPlace): boolean =>
  header.parentSession !== undefined && seq < (inheritedEventCount ?? header.seedLength ?? 0)

/**
 * How many places are an event that another place on the page already is.
 *
 * A fork keeps the seqs of what it inherited, so the parent's event of that seq is the same one. Followed through
 * parents that are on the page themselves; of others nothing is known here.
 */
export function inheritedRepeats(places: readonly HitPlace[]): number {
  const byId = new Map(places.map((place) => [place.header.id as string, place]))
  const first = new Set(places.map((place) => JSON.stringify([originOf(place, byId), place.seq])))
  return places.length - first.size
}

function originOf({ header, inheritedEventCount, seq }: HitPlace, byId: ReadonlyMap<string, HitPlace>): string {
  let place: HitPlace = { header, inheritedEventCount, seq }
  // Parents that name each other are no ancestry; nobody is met twice.
  for (let steps = 0; steps <= byId.size && isInherited(place); steps++) {
    const { parentSession = '' } = place.header
    const parent = byId.get(parentSession)
    if (parent === undefined) return parentSession
    place = { ...parent, seq }
  }
  return place.header.id
}
