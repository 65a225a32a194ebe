/**
 * The input of a plugin's tool, validated by its JSON Schema.
 *
 * The schema is converted into one of zod's, whose findings are reported in the reader's language like those of every
 * typed endpoint. Parts that zod would leave unchecked are refused when the tool is mounted: an unknown keyword, and
 * one without the type it applies to. So an accepted schema is fully enforced.
 */
import type { Endpoint, JsonSchema } from '@host/plugin'
import { fromJSONSchema } from 'zod'

const deepest = 16
const longest = 64 * 1024

/** Keywords allowed in every schema, and those of one type only. */
const anywhere = ['title', 'description', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly', '$comment']
const shapes = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf']
const ofRoot = ['$schema', '$id', '$defs', 'definitions']
const ofType: Readonly<Record<string, readonly string[]>> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
  ],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
}
const formats = new Set(['email', 'uri', 'uuid', 'date', 'time', 'date-time', 'duration', 'ipv4', 'ipv6'])

/** A schema of an object, as a validator. @throws TypeError that names the unchecked part of the schema */
export function toolSchema(schema: JsonSchema): Endpoint['input'] {
  if (typeof schema !== 'object' || schema === null || schema['type'] !== 'object') {
    throw new TypeError('its input is not the JSON Schema of an object; use { type: "object", properties: { … } }')
  }
  if (JSON.stringify(schema).length > longest) throw new TypeError(`its input is longer than ${longest} characters`)
  check(schema, { path: 'input', depth: 0 })
  try {
    const { version, vendor, validate } = fromJSONSchema(schema)['~standard']
    // Agents see the schema as its author wrote it, not zod's version.
    return Object.freeze({ '~standard': Object.freeze({ version, vendor, validate }) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`its input can't be checked: ${reason}`, { cause: error })
  }
}

interface Place {
  readonly path: string
  readonly depth: number
}

function check(schema: unknown, at: Place): void {
  if (typeof schema === 'boolean') return
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new TypeError(`"${at.path}" is not JSON Schema`)
  }
  if (at.depth > deepest) throw new TypeError(`"${at.path}" is nested more than ${deepest} deep`)
  const fields = schema as Readonly<Record<string, unknown>>
  const known = new Set([...anywhere, ...shapes, ...(at.depth === 0 ? ofRoot : []), ...keywordsOf(fields)])
  const unknown = Object.keys(fields).find((keyword) => !known.has(keyword))
  if (unknown !== undefined) {
    throw new TypeError(`"${at.path}" has "${unknown}", which is not checked there; state its type, or remove it`)
  }
  const { format } = fields
  if (typeof format === 'string' && !formats.has(format)) {
    throw new TypeError(`"${at.path}" has the format "${format}", which is not checked`)
  }
  for (const [path, child] of childrenOf(fields, at.path)) check(child, { path, depth: at.depth + 1 })
}

function keywordsOf({ type }: Readonly<Record<string, unknown>>): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types.flatMap((name) => (typeof name === 'string' && Object.hasOwn(ofType, name) ? (ofType[name] ?? []) : []))
}

const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const singles: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames'])
const texts: ReadonlySet<string> = new Set(['pattern', 'format', '$ref'])
const wordLists: ReadonlySet<string> = new Set(['required', 'enum'])

type Child = readonly [path: string, schema: unknown]

/** The schemas in a schema. @throws TypeError for a keyword that says something of another form than it can */
function childrenOf(schema: Readonly<Record<string, unknown>>, path: string): readonly Child[] {
  return Object.entries(schema).flatMap(([keyword, said]): readonly Child[] => {
    const at = `${path}.${keyword}`
    if (singles.has(keyword)) return [[at, said]]
    if (lists.has(keyword)) return arrayIn(said, at).map((child, index) => [`${at}.${index}`, child])
    if (maps.has(keyword)) return Object.entries(mapIn(said, at)).map(([name, child]) => [`${path}.${name}`, child])
    if (wordLists.has(keyword)) arrayIn(said, at)
    if (texts.has(keyword) && typeof said !== 'string') throw new TypeError(`"${at}" is not text`)
    if (bounds.has(keyword) && !Number.isFinite(said)) throw new TypeError(`"${at}" is not a number`)
    return []
  })
}

const bounds: ReadonlySet<string> = new Set(
  Object.values(ofType).flatMap((keywords) =>
    keywords.filter((keyword) => /^(?:m(?:in|ax)[A-Z]|.*imum$|multipleOf)/i.test(keyword)),
  ),
)

function arrayIn(said: unknown, at: string): readonly unknown[] {
  if (Array.isArray(said)) return said as readonly unknown[]
  throw new TypeError(`"${at}" is not a list`)
}

function mapIn(said: unknown, at: string): object {
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said
  throw new TypeError(`"${at}" is not an object of schemas`)
}
