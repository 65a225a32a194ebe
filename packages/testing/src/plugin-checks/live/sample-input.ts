/**
 * Inputs from a JSON Schema: a valid one, as far as a schema shows, and one whose every property has a wrong type.
 * Depth and length are bounded, so that a recursive schema ends.
 */
import type { JsonSchema } from '@host/plugin'

const deepest = 6
const formats: Readonly<Record<string, string>> = {
  email: 'someone@example.test',
  uri: 'https://example.test/',
  url: 'https://example.test/',
  uuid: '0190b9f2-7b1a-7c3e-9d55-0a1b2c3d4e5f',
  'date-time': '2026-01-31T08:15:00.000Z',
  date: '2026-01-31',
  time: '08:15:00',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.test',
  'time-zone': 'UTC',
}
/** Tried in order where a pattern is asked for. */
const texts = ['sample', 'a', '/sample', 'sample.created', '1', 'A1', 'https://example.test/', '2026-01-31', '#123456']

/** A value that matches a schema, as far as it shows. */
export function sampleOf(schema: JsonSchema): unknown {
  return new Sampler(schema).value(schema, 0)
}

/** An object whose every property is of a wrong type; undefined when the schema names no property. */
export function wrongTypesOf(schema: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  const judged = Object.entries(propertiesOf(schema)).filter(([, property]) => isPlain(property))
  const names = judged.map(([name]) => name)
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, { wrong: { type: [] } }]))
}

/** Whether a property takes texts, numbers, yes or no, or lists, and no object that could be anything. */
function isPlain(property: JsonSchema): boolean {
  const branches = [...listOf(property['anyOf']), ...listOf(property['oneOf'])]
  if (branches.length > 0) return branches.every(isPlain)
  const types = Array.isArray(property['type']) ? (property['type'] as unknown[]) : [property['type']]
  return types.every((type) => ['string', 'number', 'integer', 'boolean', 'array', 'null'].includes(String(type)))
}

/** The properties of an object's schema, at the top. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const own = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const branches = [...listOf(schema['anyOf']), ...listOf(schema['oneOf']), ...listOf(schema['allOf'])]
  return Object.assign({}, ...branches.map(propertiesOf), own) as Readonly<Record<string, JsonSchema>>
}

class Sampler {
  readonly #root: JsonSchema

  constructor(root: JsonSchema) {
    this.#root = root
  }

  value(schema: JsonSchema, depth: number): unknown {
    if (depth > deepest) return null
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return schema['enum'][0]
    if ('default' in schema) return schema['default']
    const target = typeof schema['$ref'] === 'string' ? this.#resolve(schema['$ref']) : undefined
    if (target !== undefined) return this.value(target, depth + 1)
    const [branch] = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]
    if (branch !== undefined) return this.value(branch, depth + 1)
    const parts = listOf(schema['allOf'])
    if (parts.length > 0) return this.value(Object.assign({}, ...parts) as JsonSchema, depth + 1)
    return this.#ofType(schema, depth)
  }

  #ofType(schema: JsonSchema, depth: number): unknown {
    const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type']
    if (type === 'string') return textOf(schema)
    if (type === 'integer' || type === 'number') return numberOf(schema)
    if (type === 'boolean') return true
    if (type === 'array') return this.#list(schema, depth)
    if (type === 'object') return this.#object(schema, depth)
    return null
  }

  #list(schema: JsonSchema, depth: number): unknown[] {
    const least = Math.min(Math.max(Number(schema['minItems'] ?? 1), 1), 10)
    const items = schema['items'] as JsonSchema | undefined
    return Array.from({ length: items === undefined ? 0 : least }, () => this.value(items ?? {}, depth + 1))
  }

  #object(schema: JsonSchema, depth: number): object {
    const required = new Set(schema['required'] as readonly string[] | undefined)
    const entries = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
    return Object.fromEntries(
      entries.filter(([name]) => required.has(name)).map(([name, property]) => [name, this.value(property, depth + 1)]),
    )
  }

  #resolve(reference: string): JsonSchema | undefined {
    const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
    const found = steps.reduce<unknown>((node, step) => (Object(node) as Record<string, unknown>)[step], this.#root)
    return typeof found === 'object' && found !== null ? (found as JsonSchema) : undefined
  }
}

function textOf(schema: JsonSchema): string {
  const { format, pattern } = schema
  const least = Math.min(Number(schema['minLength'] ?? 0), 1000)
  const most = Number(schema['maxLength'] ?? 1000)
  if (typeof format === 'string' && formats[format] !== undefined) return formats[format]
  const fits = (text: string): boolean =>
    text.length >= least && text.length <= most && (typeof pattern !== 'string' || matches(pattern, text))
  return texts.find(fits) ?? 'sample'.padEnd(least, 'e').slice(0, most)
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

function numberOf(schema: JsonSchema): number {
  const least = Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? 0) + 1)
  const most = Number(schema['maximum'] ?? Number.MAX_SAFE_INTEGER)
  return Math.min(Math.max(1, least), most)
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as readonly JsonSchema[]) : []
}
