/**
 * The JSON schema keywords used here: for results the subset that the harness enforces, for arguments bounds besides.
 *
 * @see DSH `packages/core/tools/src/json-schema.ts`: `JsonSchemaNode`
 * @module
 */

/** One node of a schema. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  items?: JsonSchema
  enum?: (string | number | boolean | null)[]
  description?: string
  /** Arguments only: the harness refuses it in a result's schema. */
  minimum?: number
  /** Arguments only. */
  maximum?: number
}
