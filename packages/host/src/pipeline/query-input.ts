import type { JsonSchema } from '@host/plugin'
import { checkText } from '../request/storable-text.ts'
import type { UnknownProperties } from '../request/unknown-properties.ts'

/**
 * A query as the object that an endpoint's input describes: texts become the types that the schema names.
 * @throws Problem `bad_request`
 */
export function queryInput(
  query: URLSearchParams,
  schema: UnknownProperties,
): Readonly<Record<string, unknown>> | undefined {
  const texts = new Map<string, string[]>()
  for (const [name, text] of query) {
    checkText(name + text)
    // It names the workspace of the call, unless the endpoint has a use of its own for it.
    if (name === 'workspace' && schema.property(name) === undefined) continue
    const others = texts.get(name)
    if (others === undefined) texts.set(name, [text])
    else others.push(text)
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, coerceAll(all, schema, schema.property(name))]))
}

function coerceAll(texts: readonly string[], schema: UnknownProperties, property: JsonSchema | undefined): unknown {
  const resolved = property === undefined ? {} : schema.resolve(property)
  const items = resolved['items']
  if (isArray(resolved)) {
    return texts.map((text) => coerce(text, typeof items === 'object' && items !== null ? (items as JsonSchema) : {}))
  }
  // A value that is given twice where one is meant is the validator's to refuse.
  return texts.length === 1 ? coerce(texts[0] ?? '', resolved) : texts
}

function isArray(schema: JsonSchema): boolean {
  return typesOf(schema).includes('array')
}

function coerce(text: string, schema: JsonSchema): unknown {
  const types = typesOf(schema)
  if (types.includes('string')) return text
  if ((types.includes('integer') || types.includes('number')) && isNumeral(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function isNumeral(text: string): boolean {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)
}

function typesOf(schema: JsonSchema): readonly unknown[] {
  const { type, anyOf, const: constant } = schema
  if (Array.isArray(anyOf)) return anyOf.flatMap((branch) => typesOf(branch as JsonSchema))
  if (constant !== undefined) return [typeof constant]
  return Array.isArray(type) ? type : [type]
}
