/**
 * A JSON Schema as a readable tree. A schema may contain itself, so a node resolves its children only on demand:
 * opening a branch goes one level deeper, and no code ever walks the whole tree.
 */
import { isObject, listAt, memberOf, objectAt, textAt, type JsonObject } from './json.ts'
import type { Resolve } from './resolve.ts'

/** A value that a schema describes. */
export interface SchemaNode {
  /** Name of the property; `[]` for a list item, `*` for a property of any name; empty for a choice. */
  readonly name: string
  /** Such as `string`, `list of string`, `"a" | "b"`. */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string | undefined
  /** Further constraints, such as `length ≤ 100`. */
  readonly rules: readonly string[]
  readonly hasChildren: boolean
  readonly children: () => readonly SchemaNode[]
}

interface Place {
  readonly name: string
  readonly isRequired: boolean
}

/** Longer lists of values are cut. */
const mostValues = 12
const mostChildren = 200

/** The direct members of a schema: its properties, items or choices. */
export function schemaNodes(schema: unknown, resolve: Resolve): readonly SchemaNode[] {
  const { own, list } = unlisted(resolve(schema), resolve)
  const nodes = [...propertiesOf(own, resolve), ...choicesOf(own, resolve)]
  if (list > 0 && nodes.length === 0) return [nodeOf(own, { name: '[]', isRequired: true }, resolve)]
  return nodes.slice(0, mostChildren)
}

/** A schema under the name by which it is found. */
export function nodeOf(schema: unknown, { name, isRequired }: Place, resolve: Resolve): SchemaNode {
  const whole = resolve(schema)
  const { own, list } = unlisted(whole, resolve)
  const hasChildren = hasParts(own)
  return {
    name,
    isRequired,
    type: `${'list of '.repeat(list)}${typeOf(own)}`,
    description: textAt(whole, 'description') ?? textAt(own, 'description'),
    rules: [...rulesOf(whole), ...(list > 0 ? rulesOf(own) : [])],
    hasChildren,
    children: () => (hasChildren ? schemaNodes(own, resolve) : []),
  }
}

/** The item type of a list; a list of lists counts twice. */
function unlisted(schema: JsonObject, resolve: Resolve): { readonly own: JsonObject; readonly list: number } {
  let [own, list] = [schema, 0]
  while (list < 3 && isObject(memberOf(own, 'items'))) [own, list] = [resolve(memberOf(own, 'items')), list + 1]
  return { own, list }
}

/** Parts of parts count, too, and may lead back: at most five deep. */
function propertiesOf(schema: JsonObject, resolve: Resolve, depth = 0): readonly SchemaNode[] {
  if (depth > 5) return []
  const required = listAt(schema, 'required')
  const named = Object.entries(objectAt(schema, 'properties')).map(([name, property]) =>
    nodeOf(property, { name, isRequired: required.includes(name) }, resolve),
  )
  const rest = memberOf(schema, 'additionalProperties')
  const open =
    isObject(rest) && Object.keys(rest).length > 0 ? [nodeOf(rest, { name: '*', isRequired: false }, resolve)] : []
  const parts = listAt(schema, 'allOf').flatMap((part) => propertiesOf(resolve(part), resolve, depth + 1))
  return [...named, ...open, ...parts]
}

function choicesOf(schema: JsonObject, resolve: Resolve): readonly SchemaNode[] {
  const choices = choicesIn(schema)
  if (!choices.some((choice) => hasParts(resolve(choice)))) return []
  return choices.map((choice) => nodeOf(choice, { name: '', isRequired: true }, resolve))
}

function choicesIn(schema: JsonObject): readonly unknown[] {
  return [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')]
}

/** Looked at from outside: a reference may lead back here. */
function hasParts(schema: JsonObject): boolean {
  const hasOpen =
    isObject(memberOf(schema, 'additionalProperties')) &&
    Object.keys(objectAt(schema, 'additionalProperties')).length > 0
  const parts = [...choicesIn(schema), ...listAt(schema, 'allOf')]
  return Object.keys(objectAt(schema, 'properties')).length > 0 || hasOpen || parts.some((part) => hasInner(part))
}

function hasInner(part: unknown): boolean {
  return textAt(part, '$ref') !== undefined || textAt(part, 'type') === 'object' || textAt(part, 'type') === 'array'
}

function typeOf(schema: JsonObject): string {
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const'])
  const values = listAt(schema, 'enum')
  if (values.length > 0) return valuesText(values)
  const type = memberOf(schema, 'type')
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ')
  if (typeof type === 'string') return withFormat(type, textAt(schema, 'format'))
  const choices = choicesIn(schema).map((choice) =>
    textAt(choice, '$ref') === undefined && isObject(choice) ? typeOf(choice) : 'object',
  )
  if (choices.length > 0) return [...new Set(choices)].slice(0, mostValues).join(' | ')
  return hasParts(schema) ? 'object' : 'any'
}

function withFormat(type: string, format: string | undefined): string {
  return format === undefined ? type : `${type} (${format})`
}

function valuesText(values: readonly unknown[]): string {
  const shown = values.slice(0, mostValues).map((value) => JSON.stringify(value))
  return [...shown, ...(values.length > mostValues ? ['…'] : [])].join(' | ')
}

const limits = [
  ['minLength', 'length ≥ {}'],
  ['maxLength', 'length ≤ {}'],
  ['minimum', '≥ {}'],
  ['maximum', '≤ {}'],
  ['minItems', 'items ≥ {}'],
  ['maxItems', 'items ≤ {}'],
  ['pattern', '{}'],
  ['default', '= {}'],
] as const

function rulesOf(schema: JsonObject): readonly string[] {
  return limits.flatMap(([name, words]) => {
    const value = memberOf(schema, name)
    if (value === undefined || (typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER)) return []
    return [words.replace('{}', () => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 80))]
  })
}
