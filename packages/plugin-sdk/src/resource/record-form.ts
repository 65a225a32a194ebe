/**
 * Converts between a record and its form. A sealed value is never read: a stored one is shown as a mask, and left out of
 * the change while the mask stays.
 */
import type { Client } from '@host/client'
import type { AnyResource, Field, Language, Role } from '@host/plugin/wire'
import type { ControlKind, FieldDescription } from '../forms/field-description.ts'
import { choicesOf, isNamed, mayRead, recordOptions, targetOf } from './field-reading.ts'
import type { AnyRecord } from './record-endpoints.ts'

/** Stands for a sealed value that is stored. */
export const mask = '••••••••'

const controls: Readonly<Partial<Record<Field['kind'], ControlKind>>> = {
  longText: 'textarea',
  email: 'email',
  number: 'number',
  money: 'money',
  toggle: 'toggle',
  choice: 'select',
  date: 'date',
  color: 'color',
  member: 'member',
  reference: 'combobox',
  sealed: 'secret',
}

/** Where the descriptions of a form come from. */
export interface RecordForm {
  readonly resource: AnyResource
  readonly client: Client
  readonly language: Language
  /** The role of the user, who picks among the records that it may read. */
  readonly role: Role | null
  readonly record: AnyRecord | undefined
  /** Values that the form does not ask for. */
  readonly given: Readonly<Record<string, unknown>> | undefined
}

/** The descriptions of the fields of a form, without those whose values are given. */
export function recordFields(form: RecordForm): Readonly<Record<string, FieldDescription>> {
  const { resource, given = {} } = form
  const asked = Object.entries(resource.fields).filter(([name]) => !Object.hasOwn(given, name))
  return Object.fromEntries(asked.map(([name, field]) => [name, describe(name, field, form)]))
}

function describe(
  name: string,
  field: Field,
  { resource, client, language, role, record }: RecordForm,
): FieldDescription {
  const { kind, presence, label, hint, currency, min, max, whole } = field
  const isOptional = presence === 'optional'
  const target = targetOf(resource, field)
  const isHidden = target !== undefined && !mayRead(target, role)
  const chosen = record?.[name]
  return {
    label: label[language],
    // Records that the user may not read are named by their ID alone.
    control: isHidden ? 'text' : controlOf(field),
    ...(hint !== undefined && { hint: hint[language] }),
    ...(kind !== 'toggle' && { required: !isOptional && !(kind === 'sealed' && chosen === true) }),
    ...(kind === 'choice' && { options: choicesOf(field, language) }),
    ...(kind === 'number' && { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }),
    ...(kind === 'number' && whole !== true && { step: 0.000_001 }),
    ...(currency !== undefined && { currency }),
    ...(kind === 'sealed' && { removable: isOptional }),
    ...(target !== undefined && !isHidden && recordOptions(client, target)),
    ...(kind === 'reference' &&
      !isHidden &&
      isNamed(chosen) && { options: [{ value: chosen.id, label: chosen.name ?? chosen.id }] }),
  }
}

function controlOf({ kind, presence, multiline = false }: Field): ControlKind {
  if (kind === 'choice' && presence === 'optional') return 'combobox'
  return multiline ? 'textarea' : (controls[kind] ?? 'text')
}

/** The values of a record in a form. */
export function formValues({ fields }: AnyResource, record: AnyRecord): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const value = record[name]
      if (kind === 'sealed') return [name, value === true ? mask : '']
      return [name, isNamed(value) ? value.id : value]
    }),
  )
}

/** The fields that a form has changed. */
export function changedValues(
  { fields }: AnyResource,
  input: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  // A record of a list has no long texts: a field that was never loaded must not be emptied.
  const isChanged = ([name, value]: readonly [string, unknown]): boolean =>
    value !== (before[name] ?? null) && value !== mask && !(value === '' && before[name] === '')
  const changed = Object.entries(input).filter(isChanged)
  return Object.fromEntries(
    changed.map(([name, value]) => [name, value === '' && fields[name]?.presence === 'optional' ? null : value]),
  )
}
