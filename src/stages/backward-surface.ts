/**
 * A surface met from its end: decides which nodes are current before the nodes they replaced are known.
 *
 * A node's place is its own seq, or that of the first node it replaced, however often that was repeated. A replace
 * takes everything off the surface that stands from the place of its first node to that of its last; such stretches
 * lie inside one another or apart. Places fall as the log is read backwards, so a stretch opens at the node that
 * ends it, closes at the node that begins it, and what is met while one is open is gone.
 * @module
 */
import { LogError } from '../pipeline/errors.ts'

/** What one node says. */
export interface Said<T> {
  readonly seq: number
  readonly item: T
  readonly size: number
  readonly position: number
}

/** A node that says something and is current, with its place. */
export interface FoundNode<T> extends Said<T> {
  readonly place: number
}

/** A node that replaced others, until its place is known. */
interface Heir<T> {
  /** The oldest node known to stand at the beginning and at the end of its stretch; older ones may follow. */
  start: number
  end: number
  readonly said?: Said<T>
}

/** A surface as plain data. */
export interface SavedBackwardSurface<T> {
  readonly heirs: readonly Heir<T>[]
  /** Indexes of those whose stretch is open, the outermost first. */
  readonly open: readonly number[]
  readonly found: readonly FoundNode<T>[]
  readonly floor: number
}

/** The newest current nodes. Holds those, and one entry per replace whose place is not known and that may be current. */
export class BackwardSurface<T> {
  readonly #maxReplaces: number
  readonly #byStart = new Map<number, Heir<T>>()
  readonly #byEnd = new Map<number, Heir<T>>()
  readonly #open: Heir<T>[]
  /** Newest first. */
  readonly #found: FoundNode<T>[]
  /** Seq of the node met last. */
  #floor: number

  constructor(maxReplaces: number, saved?: SavedBackwardSurface<T>) {
    this.#maxReplaces = maxReplaces
    const heirs = (saved?.heirs ?? []).map((heir) => ({ ...heir }))
    this.#open = (saved?.open ?? []).map((index) => heirs[index] as Heir<T>)
    for (const heir of heirs) {
      this.#byStart.set(heir.start, heir)
      if (!this.#open.includes(heir)) this.#byEnd.set(heir.end, heir)
    }
    this.#found = [...(saved?.found ?? [])]
    this.#floor = saved?.floor ?? Number.POSITIVE_INFINITY
  }

  save(): SavedBackwardSurface<T> {
    const heirs = [...this.#byStart.values()]
    const open = this.#open.map((heir) => heirs.indexOf(heir))
    return { heirs: heirs.map((heir) => ({ ...heir })), open, found: [...this.#found], floor: this.#floor }
  }

  /** Meets a node that was appended. */
  append(seq: number, said: Said<T> | undefined): void {
    this.#descend(seq)
    const ending = this.#byEnd.get(seq)
    if (ending !== undefined) {
      this.#byEnd.delete(seq)
      this.#open.push(ending)
    }
    const starting = this.#byStart.get(seq)
    if (starting !== undefined) {
      if (this.#open.pop() !== starting) throw undecided('a replace that cuts another one in two')
      this.#byStart.delete(seq)
    }
    // The node that took this one's place stands here now, unless a larger stretch is open around it.
    const here = starting === undefined ? said : starting.said
    if (this.#open.length === 0 && here !== undefined) this.#found.push({ ...here, place: seq })
  }

  /** Meets a node that took the place of the nodes from `start` to `end`. */
  replace(seq: number, start: number, end: number, said: Said<T> | undefined): void {
    this.#descend(seq)
    if (start >= seq || end >= seq) throw undecided('a replace of what did not exist')
    const ending = this.#byEnd.get(seq)
    const starting = this.#byStart.get(seq)
    if (ending === undefined && starting === undefined) {
      return this.#keep({ start, end, ...(said !== undefined && { said }) })
    }
    // It was itself replaced, by a stretch that begins or ends with it and so reaches as far as its own.
    if (ending !== undefined && starting !== undefined && ending !== starting) throw undecided('a node replaced twice')
    if (starting !== undefined) this.#move(this.#byStart, starting, seq, (starting.start = start))
    if (ending !== undefined) this.#move(this.#byEnd, ending, seq, (ending.end = end))
  }

  /**
   * The newest `count` nodes, newest first, when no node that is still unread can be among them.
   *
   * Nodes found so far stand after all that are unread. Next stands, when a stretch is open, the node that took its
   * place: everything unread that stands after that node is gone.
   * @throws LogError `LOG_NEEDS_FULL_READ` when a replace names a node that should have been met.
   */
  newest(count: number): readonly FoundNode<T>[] | undefined {
    if (this.#found.length < count && this.#found.length + (this.#next === undefined ? 0 : 1) < count) return undefined
    this.#checkMet(this.#floor)
    return this.#all().slice(0, count)
  }

  /** All nodes, newest first, when no more come. */
  whole(): readonly FoundNode<T>[] {
    this.#checkMet(Number.NEGATIVE_INFINITY)
    return this.#all()
  }

  get #next(): FoundNode<T> | undefined {
    const outermost = this.#open[0]
    return outermost?.said && { ...outermost.said, place: outermost.start }
  }

  #all(): readonly FoundNode<T>[] {
    const next = this.#next
    return next === undefined ? [...this.#found] : [...this.#found, next]
  }

  #descend(seq: number): void {
    if (seq >= this.#floor) throw undecided('events that do not come newest first')
    this.#floor = seq
  }

  #keep(heir: Heir<T>): void {
    if (this.#byStart.has(heir.start) || this.#byEnd.has(heir.end)) throw undecided('a node replaced twice')
    if (this.#byStart.size >= this.#maxReplaces)
      throw undecided(`more than ${this.#maxReplaces} replaces of what stands further up`)
    this.#byStart.set(heir.start, heir)
    this.#byEnd.set(heir.end, heir)
  }

  #move(by: Map<number, Heir<T>>, heir: Heir<T>, from: number, to: number): void {
    by.delete(from)
    if (by.has(to)) throw undecided('a node replaced twice')
    by.set(to, heir)
  }

  /** Every node a replace named above `floor` must have been met. */
  #checkMet(floor: number): void {
    for (const ends of [this.#byStart, this.#byEnd]) {
      for (const seq of ends.keys()) if (seq > floor) throw undecided('a replace of what is not on the surface')
    }
  }
}

const undecided = (why: string): LogError =>
  new LogError('LOG_NEEDS_FULL_READ', `what the surface holds cannot be told from the end of the log: ${why}`)
