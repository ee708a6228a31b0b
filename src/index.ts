/**
 * session-streams: read agent session logs as streams.
 *
 * @module
 */
export * from './pipeline/index.ts'
export { items, perItem } from './pipeline/items.ts'
export * from './pipeline/readers/index.ts'
