/**
 * One object for the whole input of a tool: the wildcards of its route, the input of the endpoint, and for writing
 * tools the dry-run switch and the idempotency key.
 */
import type { Endpoint, JsonSchema } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'

type Properties = Readonly<Record<string, JsonSchema>>

/** Further options of every writing tool. */
export const callOptions: Properties = Object.freeze({
  dryRun: Object.freeze({
    type: 'boolean',
    description: 'Check rights and input without running the call.',
  }),
  idempotencyKey: Object.freeze({
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]+$',
    description: 'A unique key for this call: a repeated call with the same key runs once and returns the same result.',
  }),
})

/** The input schema of a tool. */
export function inputSchemaOf(endpoint: Endpoint, isWriting: boolean): JsonSchema & { readonly type: 'object' } {
  const { $schema: _, ...own } = endpoint.jsonSchema('input')
  const wildcards = Object.fromEntries(wildcardsOf(endpoint.pattern).map((name) => [name, wildcardSchema(name)]))
  const required = Object.keys(wildcards)
  const schema = own['type'] === 'null' ? {} : rootOf(own)
  return { ...withProperties(schema, { ...wildcards, ...(isWriting ? callOptions : {}) }, required), type: 'object' }
}

/** The names in a pattern that a call fills in. */
export function wildcardsOf(pattern: string): readonly string[] {
  return parsePattern(pattern).segments.flatMap((segment) =>
    (segment.kind === 'param' || segment.kind === 'rest') && segment.name !== undefined ? [segment.name] : [],
  )
}

function wildcardSchema(name: string): JsonSchema {
  return { type: 'string', minLength: 1, description: `The ${name} of the record.` }
}

/** A root that is only a reference, replaced by its target. */
function rootOf(schema: JsonSchema): JsonSchema {
  const [, place, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(schema['$ref'])) ?? []
  if (place === undefined || name === undefined) return schema
  const { $ref: _, ...rest } = schema
  return { ...(schema[place] as Properties | undefined)?.[name], ...rest }
}

/** Puts properties beside those of a schema; where it has branches, into each. */
function withProperties(schema: JsonSchema, more: Properties, required: readonly string[]): JsonSchema {
  const { anyOf, oneOf, ...rest } = schema
  const branches = (some: unknown): readonly JsonSchema[] =>
    (some as readonly JsonSchema[]).map((branch) => withProperties({ type: 'object', ...branch }, more, required))
  const own = (rest['required'] ?? []) as readonly string[]
  const all = [...required, ...own.filter((name) => !required.includes(name))]
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: branches(anyOf) }),
    ...(oneOf !== undefined && { oneOf: branches(oneOf) }),
    properties: { ...((rest['properties'] ?? {}) as Properties), ...more },
    ...(all.length > 0 && { required: all }),
    ...(anyOf === undefined && oneOf === undefined && { additionalProperties: rest['additionalProperties'] ?? false }),
  }
}
