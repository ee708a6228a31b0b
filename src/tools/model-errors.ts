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
