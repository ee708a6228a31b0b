/**
 * Codes to words: the only place where a failure of a tool becomes text that a model may see.
 *
 * The words are fixed. They name no boundary, no id, no path and nothing a backend said.
 * @module
 */

/** Every way in which `get_peer_context` can fail, cancellation apart. Closed. */
export type PeerContextErrorCode = 'PEER_CONTEXT_DENIED' | 'PEER_CONTEXT_UNAVAILABLE'

/** The one sentence for each code. */
export const peerContextErrorWords: Readonly<Record<PeerContextErrorCode, string>> = {
  PEER_CONTEXT_DENIED: 'No permission to read the context of that session.',
  PEER_CONTEXT_UNAVAILABLE: 'The context of that session cannot be read at the moment; nothing was returned.',
} satisfies Record<PeerContextErrorCode, string>

/** A refusal or a failure of `get_peer_context`. Carries a code and its words, and no cause: causes have words too. */
export class PeerContextError extends Error {
  override readonly name: string = 'PeerContextError'
  readonly code: PeerContextErrorCode

  constructor(code: PeerContextErrorCode) {
    super(peerContextErrorWords[code])
    this.code = code
  }
}

/** Why a memory tool cannot search. */
export type MemoryErrorCode = 'SESSION_QUERY_SEARCH_DISABLED'

/** The one sentence for each code: what to change, since the call itself was fine. */
const memoryErrorWords: Readonly<Record<MemoryErrorCode, string>> = {
  SESSION_QUERY_SEARCH_DISABLED:
    "Session search is off in this profile: give its row session-query-sqlite the config { path: ':memory:', openAt: " +
    'first-search } and restart.',
} satisfies Record<MemoryErrorCode, string>

/** A failure of a memory tool that its user can mend. The failure behind it is its `cause`. */
export class MemoryError extends Error {
  override readonly name: string = 'MemoryError'
  readonly code: MemoryErrorCode

  constructor(code: MemoryErrorCode, cause?: unknown) {
    super(memoryErrorWords[code], { cause })
    this.code = code
  }
}

/** What both memory tools say of a subagent's session, whatever was asked of it. */
export const subagentRefusal = (): Error => new Error('Subagent sessions are outside DSH Session Memory scope.')
