/**
 * The largest JSON text that fits a schema, so that a body is refused by its length that no validation would accept.
 *
 * Sizes are those of the longest usual spelling: every character of a string as `\uXXXX`, numbers in 32 characters, and
 * each member on a line of its own, indented by four spaces a level. An object without `additionalProperties` is closed,
 * as the host refuses properties that a schema does not name, and a tuple ends where its `prefixItems` do.
 */
import type { JsonSchema } from '@host/plugin'
import { followReference, isSchema } from '../request/follow-reference.ts'

/** A size in bytes, or the path of the first part that may be of any size. */
export type JsonSize = { readonly bytes: number } | { readonly unbounded: string }

/** The size of the largest valid JSON text of a schema. */
export function largestJson(root: JsonSchema): JsonSize {
  return sizeOf(root, { root, path: '', depth: 0, followed: new Set() })
}

/** Where a schema is in its document. */
interface Place {
  readonly root: JsonSchema
  readonly path: string
  readonly depth: number
  /** The references that led here: a schema that contains itself has no largest text. */
  readonly followed: ReadonlySet<unknown>
}

const escapedCharacter = 6
const longestNumber = 32
const indentation = 4
const lengthOfFormat: Readonly<Record<string, number>> = { uuid: 36, date: 10, ipv4: 15, ipv6: 45 }

function sizeOf(given: unknown, at: Place): JsonSize {
  if (given === false) return { bytes: 0 }
  if (!isSchema(given)) return unbounded(at)
  const schema = followReference(at.root, given)
  if (schema === given) return sizeOfParts(schema, at)
  const target = given['$ref']
  if (at.followed.has(target)) return unbounded(at)
  return sizeOfParts(schema, { ...at, followed: new Set([...at.followed, target]) })
}

/** A value fits the schema itself and all of its parts, so each part adds to the largest size. */
function sizeOfParts(schema: JsonSchema, at: Place): JsonSize {
  if (Object.hasOwn(schema, 'const')) return { bytes: sizeOfValue(schema['const'], at.depth) }
  const { enum: choices, not } = schema
  if (Array.isArray(choices)) return { bytes: largest(choices.map((choice) => sizeOfValue(choice, at.depth))) }
  if (isSchema(not) && Object.keys(not).length === 0) return { bytes: 0 }
  const own = typesOf(schema).map((type) => sizeOfType(type, schema, at))
  const branches = ['anyOf', 'oneOf'].flatMap((name) => {
    const sizes = listOf(schema, name).map((branch) => sizeOf(branch, at))
    return sizes.length === 0 ? [] : [either(sizes)]
  })
  const parts = listOf(schema, 'allOf').filter(saysSize)
  const sizes = [...(own.length === 0 ? [] : [either(own)]), ...branches, ...parts.map((part) => sizeOf(part, at))]
  return sizes.length === 0 ? unbounded(at) : together(sizes)
}

function saysSize(schema: unknown): boolean {
  if (!isSchema(schema)) return false
  const names = ['$ref', 'const', 'enum', 'anyOf', 'oneOf', 'allOf']
  return typesOf(schema).length > 0 || names.some((name) => Object.hasOwn(schema, name))
}

function typesOf(schema: JsonSchema): readonly unknown[] {
  const { type } = schema
  if (Array.isArray(type)) return type
  if (type !== undefined) return [type]
  const objectNames = ['properties', 'additionalProperties', 'propertyNames', 'maxProperties']
  if (objectNames.some((name) => Object.hasOwn(schema, name))) return ['object']
  return ['items', 'prefixItems', 'maxItems'].some((name) => Object.hasOwn(schema, name)) ? ['array'] : []
}

function sizeOfType(type: unknown, schema: JsonSchema, at: Place): JsonSize {
  if (type === 'null') return { bytes: 4 }
  if (type === 'boolean') return { bytes: 5 }
  if (type === 'number' || type === 'integer') return { bytes: longestNumber }
  if (type === 'string') return sizeOfText(schema, at)
  return type === 'array' ? sizeOfList(schema, at) : sizeOfObject(schema, at)
}

function sizeOfText(schema: JsonSchema, at: Place): JsonSize {
  const length = numberOf(schema, 'maxLength') ?? lengthOfFormat[String(schema['format'])]
  return length === undefined ? unbounded(at) : { bytes: textOf(length) }
}

function sizeOfList(schema: JsonSchema, at: Place): JsonSize {
  const first = listOf(schema, 'prefixItems').map((item, index) => sizeOf(item, inside(at, String(index))))
  const isTuple = first.length > 0 && !isSchema(schema['items'])
  const most = numberOf(schema, 'maxItems')
  if (most === undefined && !isTuple) return unbounded(at)
  const rest = isTuple ? 0 : Math.max(0, (most ?? 0) - first.length)
  const items = rest === 0 ? [] : [times(rest, sizeOf(schema['items'] ?? {}, inside(at, '*')))]
  return enclosed([...first, ...items], first.length + rest, at)
}

function sizeOfObject(schema: JsonSchema, at: Place): JsonSize {
  const { properties, additionalProperties, patternProperties } = schema
  const named = isSchema(properties) ? Object.entries(properties) : []
  const known = named.map(([name, child]) => member(textOf(name.length), sizeOf(child, inside(at, name))))
  const isClosed = additionalProperties === undefined ? isSchema(properties) : additionalProperties === false
  if (isClosed && patternProperties === undefined) return enclosed(known, named.length, at)
  const names = isSchema(schema['propertyNames']) ? schema['propertyNames'] : {}
  const choices = listOf(names, 'enum').length
  const most = numberOf(schema, 'maxProperties') ?? (choices > 0 ? choices : undefined)
  const name = sizeOf({ type: 'string', ...names }, at)
  const below = inside(at, '*')
  if (most === undefined || 'unbounded' in name) return unbounded(below)
  const others = [additionalProperties ?? {}, ...(isSchema(patternProperties) ? Object.values(patternProperties) : [])]
  const other = either(others.map((child) => sizeOf(child, below)))
  return enclosed([...known, times(most, member(name.bytes, other))], named.length + most, at)
}

/** The size of members with their separators: a comma and a line break each, and the brackets on their own lines. */
function enclosed(members: readonly JsonSize[], count: number, { depth }: Place): JsonSize {
  const line = 3 + indentation * (depth + 1)
  return together([...members, { bytes: 2 + (count + 1) * line }])
}

function member(name: number, value: JsonSize): JsonSize {
  return together([{ bytes: name + 2 }, value])
}

function sizeOfValue(value: unknown, depth: number): number {
  if (typeof value === 'string') return textOf(value.length)
  if (typeof value === 'number') return longestNumber
  return Buffer.byteLength(JSON.stringify(value, null, indentation) ?? '') * escapedCharacter * (depth + 1)
}

function textOf(length: number): number {
  return length * escapedCharacter + 2
}

function times(count: number, size: JsonSize): JsonSize {
  return 'unbounded' in size ? size : { bytes: count * size.bytes }
}

function together(sizes: readonly JsonSize[]): JsonSize {
  return combine(sizes, (bytes) => bytes.reduce((sum, size) => sum + size, 0))
}

function either(sizes: readonly JsonSize[]): JsonSize {
  return combine(sizes, largest)
}

function combine(sizes: readonly JsonSize[], work: (bytes: readonly number[]) => number): JsonSize {
  const open = sizes.find((size) => 'unbounded' in size)
  return open ?? { bytes: work(sizes.map((size) => ('bytes' in size ? size.bytes : 0))) }
}

function largest(sizes: readonly number[]): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0)
}

function unbounded({ path }: Place): JsonSize {
  return { unbounded: path }
}

function inside(at: Place, name: string): Place {
  return { ...at, path: at.path === '' ? name : `${at.path}.${name}`, depth: at.depth + 1 }
}

function numberOf(schema: JsonSchema, keyword: string): number | undefined {
  const value = schema[keyword]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function listOf(schema: JsonSchema, keyword: string): readonly unknown[] {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}
