/**
 * Branded ids: a session id and a call id are both strings, and never each other.
 *
 * The harness treats both as opaque: any string is legal, also an empty one or one with `/` in it.
 * @module
 */

declare const brand: unique symbol

/** A string that is known to be an id of one kind. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

/** Names one session. Never joined into a path as it is. */
export type SessionId = Id<'SessionId'>

/** Names one tool call inside one step. May repeat, may be empty. */
export type CallId = Id<'CallId'>

/** Takes `text` as a session id. Does not check it: every string is one. */
export const SessionId = (text: string): SessionId => text as SessionId

/** Takes `text` as a call id. Does not check it: every string is one. */
export const CallId = (text: string): CallId => text as CallId
