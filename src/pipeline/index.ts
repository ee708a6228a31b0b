/**
 * The machine: events, batches, stages, and how they are joined and run.
 *
 * @module
 */
export * from './batch.ts'
export * from './block.ts'
export * from './both.ts'
export * from './compose.ts'
export * from './errors.ts'
export * from './event.ts'
export * from './ids.ts'
export * from './observe.ts'
export * from './pipe.ts'
export * from './reader.ts'
export * from './sinks.ts'
export * from './stage.ts'
