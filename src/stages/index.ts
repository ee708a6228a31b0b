/**
 * The parts: pure, synchronous stages that also run in a browser, and the views assembled from them.
 *
 * @module
 */
export * from './cut-text.ts'
export * from './filter-blocks.ts'
export * from './filter-sources.ts'
export * from './fingerprint.ts'
export * from './fold-backwards.ts'
export * from './fold-surface.ts'
export * from './latest-title.ts'
export type * from './message.ts'
export * from './own-events.ts'
export * from './pair-calls.ts'
export { maskText, redact, type MaskedText, type Redacted } from './redact.ts'
export * from './retain-window.ts'
export { findSecrets, type Secret } from './secrets/find-secrets.ts'
export { sourceOf, type Source } from './source.ts'
export type * from './surface-edit.ts'
export * from './surface-nodes.ts'
export * from './track-turns.ts'
export * from './unit.ts'
export * from './views/activity.ts'
export * from './views/conversation.ts'
export * from './views/conversation-tail.ts'
export * from './views/overview.ts'
export * from './well-formed.ts'
