/**
 * Converts between schema values and control values. A text control holds a string, empty without a value. An empty
 * string becomes null if the schema is nullable, and is omitted if it was empty before. A cleared text becomes an empty
 * string, so that the change is not silently lost.
 */
import type { DayBounds } from '../dates/day-problem.ts'
import type { Money } from '../fields/money.ts'
import type { ControlKind } from './field-description.ts'

/** Control values by field name. */
export type DraftValues = Record<string, unknown>

/** A field as its value is concerned. */
export interface ValueField {
  readonly name: string
  /** `custom` holds the value as it is. */
  readonly control: ControlKind | 'custom'
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly isList: boolean
  /** Which days a date may be. */
  readonly days: DayBounds
  /** The currency of an amount, or the field that has it. */
  readonly currency: string | { readonly from: string }
  /** The value shown until there is another: the default of the schema. */
  readonly initial?: unknown
}

/** The currency of an amount: its own, that of another field, or the fixed one. */
export function currencyOf({ currency }: Pick<ValueField, 'currency'>, value: unknown, draft: Readonly<DraftValues>) {
  if (isMoney(value)) return value.currency
  if (typeof currency === 'string') return currency
  const chosen = draft[currency.from]
  return typeof chosen === 'string' && chosen !== '' ? chosen.toUpperCase() : 'USD'
}

/** Whether a value is an amount with its currency. */
export function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'currency' in value
}

/** Converts schema values to control values. */
export function draftOf(fields: readonly ValueField[], values: Readonly<Record<string, unknown>>): DraftValues {
  const valueOf = ({ name, initial }: ValueField): unknown => (values[name] === undefined ? initial : values[name])
  return Object.fromEntries(fields.map((field) => [field.name, draftValue(field, valueOf(field))]))
}

/**
 * Converts control values to the input of the schema.
 * @param loaded the initial control values
 */
export function inputOf(
  fields: readonly ValueField[],
  draft: Readonly<DraftValues>,
  loaded: Readonly<DraftValues>,
): Record<string, unknown> {
  const pairs = fields.map((field) => [field.name, inputValue(field, draft[field.name], loaded[field.name])] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/** Whether an empty field is an error: because it is required, or because its previous value can't be removed. */
export function isLeftEmpty(field: ValueField, draft: Readonly<DraftValues>, loaded: Readonly<DraftValues>): boolean {
  const { name, control, isRequired, isNullable } = field
  if (control === 'custom' || !isEmpty(draft[name])) return false
  return isRequired || (!isNullable && !isText(field) && !isEmpty(loaded[name]))
}

/** Whether a field is written in, rather than chosen: its empty text is a value like any other, once there was another. */
export function isText({ control }: Pick<ValueField, 'control'>): boolean {
  return texts.has(control)
}

const texts: ReadonlySet<ValueField['control']> = new Set(['text', 'email', 'url', 'textarea', 'secret'])

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === null || value === undefined
}

function draftValue({ control, isList }: ValueField, value: unknown): unknown {
  if (control === 'custom') return value
  if (control === 'checkbox' || control === 'toggle') return value === true
  if (control === 'money') return value ?? null
  if (control === 'combobox' || control === 'member') return isList ? (value ?? []) : (value ?? null)
  if (control === 'slider') return value ?? null
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

function inputValue(field: ValueField, value: unknown, loaded: unknown): unknown {
  if (value === null || value === '') {
    if (field.isNullable) return null
    return isText(field) && !isEmpty(loaded) ? '' : undefined
  }
  return field.control === 'number' ? Number(value) : value
}
