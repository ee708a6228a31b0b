/**
 * What may be asked of a host, one tool per file, over a {@link SessionPort}.
 *
 * @module
 */
export { fetchSession } from './fetch-session.ts'
export { getPeerContext } from './get-peer-context.ts'
export { memoryLimits } from './memory-limits.ts'
export type {
  EventPage,
  HeaderLease,
  MemoryCall,
  MemoryCaller,
  MemoryHit,
  MemoryPage,
  MemoryPort,
  MemoryWindow,
  SessionHit,
  WindowEvent,
} from './memory-port.ts'
export { isRecallMessage, recallTools } from './memory-recalled.ts'
export { MemoryError, PeerContextError, peerContextErrorWords } from './model-errors.ts'
export { lowerLimits, peerContextCaps, peerContextLimits, type PeerContextLimits } from './peer-context-limits.ts'
export { peerContextSchema } from './peer-context-schema.ts'
export { peerContextValue, type PeerContextValue } from './peer-context-value.ts'
export { SessionNotFound, type SessionPort } from './port.ts'
export { recallMemory } from './recall-memory.ts'
export { renderJson } from './render-json.ts'
