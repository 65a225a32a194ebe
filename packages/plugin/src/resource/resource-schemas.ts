import * as z from 'zod/mini'
import { listInput, pageOf } from '../lists/list-input.ts'
import type { Field, FieldKind, FieldMap } from './field.ts'
import { ordersOf, shortFields } from './ordered-fields.ts'

type AnySchema = z.ZodMiniType

/** Longest id of a record, in characters. */
const longestId = 64

/** The input of the list. */
export function listSchema(fields: FieldMap): AnySchema {
  const filters = Object.entries(fields).flatMap(([name, field]) => filtersOf(name, field))
  return listInput({
    sort: ordersOf(fields),
    filters: Object.fromEntries(filters),
    ranges: ['createdAt', 'updatedAt'],
    search: true,
  })
}

/** The input of a new record. */
export function newSchema(fields: FieldMap): AnySchema {
  return z.strictObject(mapFields(fields, (field) => presentIn(writtenOf(field), field)))
}

/** The input of a change. */
export function changeSchema(fields: FieldMap): AnySchema {
  return z.strictObject(mapFields(fields, (field) => z.optional(nullableOf(writtenOf(field), field))))
}

/** A record as it is read. */
export function recordSchema(fields: FieldMap): AnySchema {
  return z.object({
    id: z.string(),
    ...mapFields(fields, (field) => readOf(field)),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
}

/** A record of a list and of an event. */
export function itemSchema(fields: FieldMap): AnySchema {
  return recordSchema(shortFields(fields))
}

/** A page of the list. */
export function pageSchema(fields: FieldMap): AnySchema {
  return pageOf(itemSchema(fields))
}

/** The names of the fields with a sealed value. */
export function sealedFields(fields: FieldMap): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'sealed')
}

/** The value of a field as it is written, without its presence. */
export function writtenOf(field: Field): AnySchema {
  return described(plainOf(field), field)
}

function plainOf(field: Field): AnySchema {
  return schemas[field.kind](field)
}

const text = ({ max = 0 }: Field): AnySchema => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const id = (): AnySchema => z.string().check(z.minLength(1), z.maxLength(longestId))

const schemas: Readonly<Record<FieldKind, (field: Field) => AnySchema>> = {
  text,
  longText: text,
  sealed: ({ max = 0 }) => z.string().check(z.minLength(1), z.maxLength(max), z.meta({ writeOnly: true })),
  email: ({ max = 0 }) => z.string().check(z.trim(), z.email(), z.maxLength(max)),
  number: ({ min, max, whole }) => numberOf(min, max, whole),
  money: ({ min, max }) => numberOf(min, max, true),
  toggle: () => z.boolean(),
  choice: ({ choices = {} }) => z.enum(Object.keys(choices)),
  date: () => z.iso.date().check(z.maxLength(10)),
  color: () => z.string().check(z.toLowerCase(), z.regex(/^#[\da-f]{6}$/), z.maxLength(7)),
  member: id,
  reference: id,
}

const largest = Number.MAX_SAFE_INTEGER

function numberOf(min = -largest, max = largest, whole = false): AnySchema {
  return (whole ? z.int() : z.number()).check(z.gte(min), z.lte(max))
}

function described(schema: AnySchema, { kind, label }: Field): AnySchema {
  const note = notes[kind]
  return schema.check(z.describe(note === undefined ? `${label.en}.` : `${label.en}: ${note}.`))
}

/** Explain a value where its type doesn't. */
const notes: Readonly<Partial<Record<FieldKind, string>>> = {
  money: 'an amount in the smallest unit of its currency, such as cents',
  member: 'the id of a member of the workspace',
  reference: 'the id of a record',
  sealed: 'a secret, which is never read back with the record',
}

function nullableOf(schema: AnySchema, { presence }: Field): AnySchema {
  return presence === 'optional' ? z.nullable(schema) : schema
}

function presentIn(schema: AnySchema, field: Field): AnySchema {
  if (field.presence === 'defaulted') return z._default(schema, field.default)
  return field.presence === 'optional' ? z.optional(z.nullable(schema)) : schema
}

function readOf(field: Field): AnySchema {
  return described(nullableRead(field), { ...field, kind: field.kind === 'money' ? 'money' : 'text' })
}

function nullableRead(field: Field): AnySchema {
  if (field.kind === 'sealed') return z.boolean()
  return nullableOf(shownOf(field), field)
}

function shownOf({ kind, choices = {} }: Field): AnySchema {
  if (kind === 'number' || kind === 'money') return z.number()
  if (kind === 'toggle') return z.boolean()
  if (kind === 'choice') return z.enum(Object.keys(choices))
  if (kind === 'member' || kind === 'reference') return z.object({ id: z.string(), name: z.nullable(z.string()) })
  return z.string()
}

function filtersOf(name: string, field: Field): readonly (readonly [string, AnySchema])[] {
  const { kind } = field
  if (kind === 'choice' || kind === 'toggle' || kind === 'member' || kind === 'reference') {
    return [[name, writtenOf(field)]]
  }
  if (kind !== 'date' && kind !== 'number' && kind !== 'money') return []
  const isWhole = kind === 'money' || field.whole === true
  const bound = kind === 'date' ? z.iso.date().check(z.maxLength(10)) : numberOf(undefined, undefined, isWhole)
  return [
    [`${name}From`, bound.check(z.describe(`${field.label.en}, not less than this.`))],
    [`${name}To`, bound.check(z.describe(`${field.label.en}, not more than this.`))],
  ]
}

function mapFields(fields: FieldMap, schemaOf: (field: Field) => AnySchema): Record<string, AnySchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))
}
