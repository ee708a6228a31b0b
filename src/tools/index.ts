/**
 * What may be asked of a host, one tool per file, over a {@link SessionPort}.
 *
 * @module
 */
export { getPeerContext } from './get-peer-context.ts'
export { PeerContextError, peerContextErrorWords } from './model-errors.ts'
export { lowerLimits, peerContextCaps, peerContextLimits, type PeerContextLimits } from './peer-context-limits.ts'
export { peerContextSchema } from './peer-context-schema.ts'
export { peerContextValue, type PeerContextValue } from './peer-context-value.ts'
export { SessionNotFound, type SessionPort } from './port.ts'
export { renderJson } from './render-json.ts'
