/**
 * The nodes from which the schemas of the memory tools are made.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'

const described = (node: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined ? node : { ...node, description }

export const text = (description?: string): JsonSchema => described({ type: 'string' }, description)
export const integer = (description?: string): JsonSchema => described({ type: 'integer' }, description)
export const yesOrNo: JsonSchema = { type: 'boolean' }
export const oneOfWords = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: [...words] })
export const orNull = (node: JsonSchema): JsonSchema => ({ oneOf: [node, { type: 'null' }] })
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object with these properties and no others; those in `optional` may be absent. */
export function closed(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}
