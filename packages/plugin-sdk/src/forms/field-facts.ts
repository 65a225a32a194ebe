import type { JsonSchema } from '@host/plugin/wire'
import type { ControlKind } from './field-description.ts'

/** Properties of one field, read from its JSON Schema. */
export interface FieldFacts {
  /** The control that suits it. */
  readonly control: ControlKind
  readonly isRequired: boolean
  /** An empty field is written as `null` rather than left out. */
  readonly isNullable: boolean
  /** An amount with its currency. */
  readonly isObject: boolean
  /** A list of values. */
  readonly isList: boolean
  /** The values to choose from. */
  readonly values?: readonly string[] | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  readonly maxLength?: number | undefined
  /** The value that the schema gives to a field that is left out. */
  readonly initial?: unknown
}

/** Controls of texts that have a form. */
const formats: ReadonlyMap<unknown, ControlKind> = new Map([
  ['color', 'color'],
  ['date', 'date'],
  ['email', 'email'],
  ['member', 'member'],
  ['password', 'secret'],
  ['uri', 'url'],
])

/** Patterns of a color: `#rrggbb`. */
const hexPatterns: ReadonlySet<unknown> = new Set([String.raw`^#[\da-f]{6}$`, '^#[0-9a-f]{6}$', '^#[0-9a-fA-F]{6}$'])

/** A text that may be longer than this is written on several lines. */
const longestLine = 300

/** Reads the properties of a field from a JSON Schema; without a schema, the field is a plain text. */
export function readFieldFacts(schema: JsonSchema | undefined, name: string): FieldFacts {
  const properties = objectOf(schema?.['properties'])
  const named = objectOf(properties?.[name])
  const { isNullable, ...narrowed } = withoutNull(named ?? {})
  const property = narrowed.schema
  const isList = property['type'] === 'array'
  const item = isList ? (objectOf(property['items']) ?? {}) : property
  return {
    control: controlOf(property, item),
    isRequired: named !== undefined && listOf(schema?.['required']).includes(name) && !isNullable,
    isNullable,
    isObject: property['type'] === 'object',
    isList,
    values: valuesOf(item),
    min: sensible(property['minimum']),
    max: sensible(property['maximum']),
    step: sensible(property['multipleOf']),
    maxLength: sensible(property['maxLength']),
    initial: named?.['default'] === undefined ? property['default'] : named['default'],
  }
}

function controlOf(property: JsonSchema, item: JsonSchema): ControlKind {
  if (isMoney(property)) return 'money'
  if (property['type'] === 'array') return item['format'] === 'member' ? 'member' : 'combobox'
  if (valuesOf(item) !== undefined) return 'select'
  if (property['type'] === 'boolean') return 'checkbox'
  if (property['type'] === 'number' || property['type'] === 'integer') return 'number'
  const named = formats.get(property['format'])
  if (named !== undefined) return named
  if (property['writeOnly'] === true) return 'secret'
  if (hexPatterns.has(property['pattern'])) return 'color'
  return (sensible(property['maxLength']) ?? 0) > longestLine ? 'textarea' : 'text'
}

/** An object of an amount and its currency, and nothing else. */
function isMoney(property: JsonSchema): boolean {
  const names = Object.keys(objectOf(property['properties']) ?? {})
  return names.length === 2 && names.includes('amount') && names.includes('currency')
}

/** A value that may be null has two types, or stands as a choice between itself and null. */
function withoutNull(schema: JsonSchema): { readonly schema: JsonSchema; readonly isNullable: boolean } {
  const types = listOf(schema['type']).filter((type) => type !== 'null')
  if (types.length === 1) return { schema: { ...schema, type: types[0] }, isNullable: true }
  const branches = listOf(schema['anyOf'] ?? schema['oneOf']).map(objectOf)
  const real = branches.filter((branch) => branch !== undefined && branch['type'] !== 'null')
  const [only, ...others] = real
  if (only === undefined || others.length > 0) return { schema, isNullable: false }
  return { schema: only, isNullable: real.length < branches.length }
}

function valuesOf(schema: JsonSchema): readonly string[] | undefined {
  const values = listOf(schema['enum'])
  return values.length > 0 && values.every((value) => typeof value === 'string') ? values : undefined
}

/** Bounds that a library puts on every whole number say nothing. */
function sensible(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}

function objectOf(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
