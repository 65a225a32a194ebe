/**
 * Between what a schema takes and what controls hold. A control of text holds a text, empty when there is no value;
 * an empty one that need not be filled in is left out, or written as null where the schema takes null.
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

/** What the schema takes of what the controls hold. */
export function inputOf(fields: readonly ValueField[], draft: Readonly<DraftValues>): Record<string, unknown> {
  const pairs = fields.map((field) => [field.name, inputValue(field, draft[field.name])] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/** Whether somebody has to fill in a field that they left empty. */
export function isLeftEmpty({ name, control, isRequired }: ValueField, draft: Readonly<DraftValues>): boolean {
  const value = draft[name]
  const isEmpty = typeof value === 'string' ? value.trim() === '' : value === null || value === undefined
  return isRequired && control !== 'custom' && isEmpty
}

function draftValue({ control, isList }: ValueField, value: unknown): unknown {
  if (control === 'custom') return value
  if (control === 'checkbox' || control === 'toggle') return value === true
  if (control === 'combobox') return isList ? (value ?? []) : (value ?? null)
  if (control === 'slider') return value ?? null
  return value === undefined || value === null ? '' : String(value as string | number)
}

function inputValue({ control, isNullable }: ValueField, value: unknown): unknown {
  const nothing = isNullable ? null : undefined
  if (value === null || value === '') return nothing
  return control === 'number' ? Number(value) : value
}
