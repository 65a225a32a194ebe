/**
 * Between what a schema takes and what controls hold. A control of text holds a text, empty when there is no value. An
 * empty one is written as null where the schema takes null, and left out where there was nothing before; a text that was
 * taken away is written as the empty text, so that no change is lost in silence.
 */
import type { DayBounds } from '../dates/day-problem.ts'
import type { ControlKind } from './field-description.ts'

/** What the controls hold, by field. */
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
}

/** What the controls hold for values of the schema. */
export function draftOf(fields: readonly ValueField[], values: Readonly<Record<string, unknown>>): DraftValues {
  return Object.fromEntries(fields.map((field) => [field.name, draftValue(field, values[field.name])]))
}

/** What the schema takes of what the controls hold. @param loaded what they held at first */
export function inputOf(
  fields: readonly ValueField[],
  draft: Readonly<DraftValues>,
  loaded: Readonly<DraftValues>,
): Record<string, unknown> {
  const pairs = fields.map((field) => [field.name, inputValue(field, draft[field.name], loaded[field.name])] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/**
 * Whether somebody has to fill in a field that they left empty: because it is required, or because what was there
 * cannot be taken away.
 */
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
  if (control === 'combobox') return isList ? (value ?? []) : (value ?? null)
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
