import { isObject, listAt, memberOf, objectAt, textAt, type JsonObject } from './json.ts'
import type { Resolve } from './resolve.ts'

const deepest = 4
const mostProperties = 12

const byFormat: ReadonlyMap<string, string> = new Map([
  ['date-time', '2030-01-31T12:00:00.000Z'],
  ['date', '2030-01-31'],
  ['email', 'ada@example.com'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
])

/** A sample value of a schema, for reading: required members, four levels deep. */
export function sampleOf(schema: unknown, resolve: Resolve, depth = 0): unknown {
  const own = resolve(schema)
  const [first] = [...listAt(own, 'examples'), ...listAt(own, 'enum')]
  const given = memberOf(own, 'const') ?? memberOf(own, 'default') ?? first
  if (given !== undefined || depth >= deepest) return given
  const [choice] = [...listAt(own, 'anyOf'), ...listAt(own, 'oneOf')]
  if (choice !== undefined) return sampleOf(choice, resolve, depth + 1)
  const type = memberOf(own, 'type')
  return sampleOfType(own, { type: Array.isArray(type) ? type[0] : type, depth }, resolve)
}

interface Kind {
  readonly type: unknown
  readonly depth: number
}

function sampleOfType(own: JsonObject, { type, depth }: Kind, resolve: Resolve): unknown {
  if (type === 'object' || isObject(memberOf(own, 'properties'))) return sampleObject(own, depth, resolve)
  if (type === 'array') return listAt(own, 'prefixItems').length > 0 ? [] : sampleList(own, depth, resolve)
  if (type === 'integer' || type === 'number') return sampleNumber(memberOf(own, 'minimum'))
  if (type === 'boolean') return true
  if (type === 'null') return null
  return byFormat.get(textAt(own, 'format') ?? '') ?? 'text'
}

function sampleObject(own: JsonObject, depth: number, resolve: Resolve): JsonObject {
  const required = listAt(own, 'required')
  const entries = Object.entries(objectAt(own, 'properties'))
  const wanted = entries.filter(([name]) => required.includes(name))
  const shown = (wanted.length === 0 ? entries : wanted).slice(0, mostProperties)
  return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property, resolve, depth + 1)]))
}

function sampleList(own: JsonObject, depth: number, resolve: Resolve): readonly unknown[] {
  const item = sampleOf(memberOf(own, 'items'), resolve, depth + 1)
  return item === undefined ? [] : [item]
}

function sampleNumber(least: unknown): number {
  return typeof least === 'number' ? Math.max(least, 1) : 1
}
