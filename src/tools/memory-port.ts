/**
 * What `recall_memory` and `fetch_session` need of a host: a search, the header that decides, and one window of a log.
 *
 * @module
 */
import type { SessionHeader } from '../pipeline/index.ts'

/** One event that was found. */
export interface MemoryHit {
  readonly seq: number
  readonly type: string
  /** Unix epoch milliseconds. */
  readonly time: number
  /** `current`, `shadowed` or `log-only`. */
  readonly surface: string
  /** Text around the match; an edge at which it was cut out of a longer text is marked by `…`. */
  readonly snippet: string
  /** The host knows that the event is text of another session, or a result of these tools. Absent: it cannot say. */
  readonly recalled?: boolean
}

/** The strongest event of one session. */
export interface SessionHit {
  /** As the index has it. Enough to ask for the session, not to show it: that takes a {@link HeaderLease}. */
  readonly sessionId: string
  readonly live: boolean
  readonly persisted: boolean
  readonly best: MemoryHit
}

/** How much an answer speaks of, where the host reads logs itself. Keys that would say nothing are absent. */
export interface MemoryCoverage {
  /** Sessions that were searched for this page, and the bytes of their logs. */
  readonly sessions: number
  readonly bytes: number
  /** Sessions that only a later page searches, and why: `page is full` or `byte budget`. */
  readonly left_sessions?: number
  readonly left_bytes?: number
  readonly left_because?: string
  /** Sessions and places of the store that cannot be read. */
  readonly unreadable_sessions?: number
  /** Records that were passed over in the logs that were parsed. */
  readonly damaged_records?: number
}

/** Hits in the order of the host, and where they go on. */
export interface MemoryPage<Hit> {
  readonly hits: readonly Hit[]
  /** Hits that the host itself left out because they had been recalled. @defaultValue 0 */
  readonly recalled?: number
  /** Absent where the host does not say. */
  readonly coverage?: MemoryCoverage
  /** Opaque; absent on the last page. */
  readonly nextCursor?: string | undefined
}

/** Hits within one session, and that session's header. */
export interface EventPage extends MemoryPage<MemoryHit> {
  /** As trustworthy as the host can make it without another search. */
  readonly header: SessionHeader
  /** How many leading events the session inherited, where the host says so; else `header.seedLength` does. */
  readonly inheritedEventCount?: number | undefined
}

/** The header a session really has, held by the host until it is released. */
export interface HeaderLease {
  /** May throw when it is read: a host that looks only then. */
  readonly header: SessionHeader
  readonly inheritedEventCount?: number | undefined
  release(): void
}

/** A raw event as a window shows it; `surface` where the host can say it. */
export interface WindowEvent {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly data: unknown
  readonly surface?: string
}

/** One event and its neighbours, in the order of the log. */
export interface MemoryWindow {
  readonly header: SessionHeader
  readonly targetSeq: number
  readonly startSeq: number
  /** Inclusive. */
  readonly endSeq: number
  readonly inheritedEventCount?: number | undefined
  readonly events: readonly WindowEvent[]
}

/** A search; `cursor` comes from the page before. */
export interface MemorySearch {
  readonly query: string
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * A corpus, seen from the two tools. Every failure of a call reaches the caller as it is, a stale cursor among them.
 */
export interface MemoryPort {
  /** One hit per session; `cwd` is the exact recorded directory. */
  searchSessions(
    search: MemorySearch & { readonly cwd?: string | undefined },
    signal?: AbortSignal,
  ): Promise<MemoryPage<SessionHit>>
  searchEvents(search: MemorySearch & { readonly sessionId: string }, signal?: AbortSignal): Promise<EventPage>
  /** Asks for the headers behind one page of hits, one at a time; what it may remember, it remembers for that page. */
  observer(signal?: AbortSignal): (hit: SessionHit) => Promise<HeaderLease>
  /** @param place - `before` and `after` count raw events. */
  readEvent(
    place: { readonly sessionId: string; readonly seq: number; readonly before: number; readonly after: number },
    signal?: AbortSignal,
  ): Promise<MemoryWindow>
}

/** Who calls, as far as a search must know to leave the caller's own words out. */
export interface MemoryCaller {
  readonly sessionId: string
  /** First seq of the step that calls; absent when no step does. */
  readonly fromSeq?: number | undefined
  /** Whether the caller's own event is text of another session, or a result of these tools. */
  isRecalled(seq: number): boolean
}

/** How one call is answered. */
export interface MemoryCall {
  readonly port: MemoryPort
  readonly caller?: MemoryCaller | undefined
  /** Mask secrets in snippets and texts. Only a host may say no. @defaultValue true (D20) */
  readonly redact?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}
