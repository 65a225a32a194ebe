/**
 * Values that a JSON Schema allows, as far as its keywords say: the host may refuse them for further checks of the
 * library. Schemas refer to components of their document.
 */
import fc, { type Arbitrary } from 'fast-check'
import type { OpenApiDocument } from '@host/plugin/platform'

type Schema = Readonly<Record<string, unknown>>

/** How deep a schema that refers to itself is followed. */
const deepest = 4

const formats: Readonly<Record<string, Arbitrary<string>>> = {
  email: fc.nat(99).map((number) => `stranger-${number}@example.test`),
  uri: fc.webUrl({ validSchemes: ['https'] }),
  url: fc.webUrl({ validSchemes: ['https'] }),
  'date-time': fc
    .date({ min: new Date(0), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  date: fc.date({ min: new Date(0), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)),
  uuid: fc.uuid(),
}

/** Makes values for the schemas of one document. */
export class ValuesOf {
  readonly #document: OpenApiDocument

  constructor(document: OpenApiDocument) {
    this.#document = document
  }

  schema(schema: Schema, depth = 0): Arbitrary<unknown> {
    if (typeof schema['$ref'] === 'string') return this.schema(this.#resolve(schema['$ref']), depth + 1)
    if ('const' in schema) return fc.constant(schema['const'])
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as readonly unknown[]))
    const branches = schemasOf(schema['anyOf'] ?? schema['oneOf'])
    if (branches.length > 0) return this.#branched(schema, branches, depth)
    const parts = schemasOf(schema['allOf'])
    if (parts.length > 0) return this.#joined([without(schema, 'allOf'), ...parts], depth)
    return this.#typed(schema, depth)
  }

  #branched(schema: Schema, branches: readonly Schema[], depth: number): Arbitrary<unknown> {
    const own = without(without(schema, 'anyOf'), 'oneOf')
    const isPlain = !('properties' in own)
    return fc.oneof(
      ...branches.map((branch) => (isPlain ? this.schema(branch, depth) : this.#joined([own, branch], depth))),
    )
  }

  #joined(parts: readonly Schema[], depth: number): Arbitrary<unknown> {
    const values = parts.filter((part) => Object.keys(part).length > 0).map((part) => this.schema(part, depth))
    return fc.tuple(...values).map((each) => Object.assign({}, ...(each as object[])) as unknown)
  }

  #typed(schema: Schema, depth: number): Arbitrary<unknown> {
    const types = [schema['type']].flat()
    if (types.length > 1) return fc.oneof(...types.map((type) => this.#typed({ ...schema, type }, depth)))
    switch (types[0]) {
      case 'string':
        return textOf(schema)
      case 'integer':
      case 'number':
        return fc.integer({ min: numberOf(schema, 'minimum', -1_000), max: numberOf(schema, 'maximum', 1_000) })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return this.#list(schema, depth)
      case 'object':
        return this.#object(schema, depth)
      default:
        return fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    }
  }

  #list(schema: Schema, depth: number): Arbitrary<unknown> {
    const items = isSchema(schema['items']) ? schema['items'] : {}
    const minLength = numberOf(schema, 'minItems', 0)
    const most = depth > deepest ? minLength : Math.max(minLength, Math.min(3, numberOf(schema, 'maxItems', 3)))
    return fc.array(this.schema(items, depth + 1), { minLength, maxLength: most })
  }

  #object(schema: Schema, depth: number): Arbitrary<unknown> {
    const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {})
    const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
    const kept = properties.filter(([name]) => depth <= deepest || required.includes(name))
    const values = kept.map(([name, value]) => [name, this.schema(isSchema(value) ? value : {}, depth + 1)] as const)
    const named = fc.record(Object.fromEntries(values), {
      requiredKeys: required.filter((name) => name in Object(schema['properties'])),
    })
    const others = schema['additionalProperties']
    if (!isSchema(others) || depth > deepest) return named
    const more = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), this.schema(others, depth + 1), { maxKeys: 3 })
    return fc.tuple(more, named).map(([free, own]) => ({ ...free, ...own }))
  }

  #resolve(reference: string): Schema {
    const found = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (isSchema(node) ? node[key] : undefined), this.#document)
    if (!isSchema(found)) throw new Error(`There is nothing at ${reference}.`)
    return found
  }
}

function textOf(schema: Schema): Arbitrary<string> {
  const { format, pattern } = schema
  const minLength = numberOf(schema, 'minLength', 0)
  const maxLength = Math.max(minLength, Math.min(numberOf(schema, 'maxLength', 40), 80))
  const known = typeof format === 'string' ? formats[format] : undefined
  if (known !== undefined) return known
  const plain = fc.oneof(
    fc.stringMatching(/^[a-z][a-z -]{0,30}$/),
    fc.string({ minLength, maxLength, unit: 'grapheme' }),
  )
  const examples = Array.isArray(schema['examples']) ? [fc.constantFrom(...(schema['examples'] as string[]))] : []
  const guess = typeof pattern === 'string' ? (matching(pattern) ?? plain) : plain
  const text = fc.oneof(...examples, guess)
  return text.map((each) => each.slice(0, maxLength).padEnd(minLength, 'x'))
}

/** Undefined for a pattern that looks ahead, which no value can be made of. */
function matching(pattern: string): Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return undefined
  }
}

function numberOf(schema: Schema, name: string, usual: number): number {
  const value = schema[name]
  if (typeof value !== 'number') return usual
  return Math.max(Math.min(Math.trunc(value), 1_000_000), -1_000_000)
}

function without(schema: Schema, name: string): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([each]) => each !== name))
}

function schemasOf(list: unknown): readonly Schema[] {
  return Array.isArray(list) ? list.filter(isSchema) : []
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
