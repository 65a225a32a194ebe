import type { Client } from '@host/client'
import { hasRole, type AnyResource, type Field, type Language, type NamedRecord, type Role } from '@host/plugin/wire'
import type { SelectOption } from '../components/Select.tsx'
import type { OptionsSource } from '../components/useComboboxOptions.ts'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'

/** Options that a picker offers at a time; a longer text finds the others. */
const mostShown = 50

/** The resource that a reference leads to; undefined for another table. */
export function targetOf(resource: AnyResource, { target }: Field): AnyResource | undefined {
  if (target === undefined) return undefined
  const found = target === 'self' ? resource : typeof target === 'function' ? target() : target
  return 'kind' in found && found.kind === 'resource' ? (found as unknown as AnyResource) : undefined
}

/** Whether a role may read the records of a resource. */
export function mayRead({ permissions }: Pick<AnyResource, 'permissions'>, role: Role | null): boolean {
  return hasRole(role ?? undefined, permissions.read)
}

/** Finds records of a resource by typed text and by id. */
export function recordOptions(client: Client, target: AnyResource): Required<Pick<OptionsSource, 'load' | 'find'>> {
  const { list, read } = recordEndpoints(target)
  const optionOf = (record: AnyRecord): SelectOption<string> => ({ value: record.id, label: titleOf(target, record) })
  return {
    async load(text, signal) {
      const asked = { limit: mostShown, sort: target.title, ...(text !== '' && { q: text }) }
      return (await client.call(list, asked, { signal })).items.map(optionOf)
    },
    find: async (id, signal) => optionOf(await client.call(read, { id }, { signal })),
  }
}

/** The name of a record. */
export function titleOf({ title }: Pick<AnyResource, 'title'>, record: AnyRecord): string {
  return textOf(record[title])
}

/** The values of a choice with their names. */
export function choicesOf({ choices = {} }: Field, language: Language): readonly SelectOption<string>[] {
  return Object.entries(choices).map(([value, label]) => ({ value, label: label[language] }))
}

/** The currency of an amount of a record. */
export function currencyOfRecord({ currency = 'USD' }: Field, record: AnyRecord): string {
  return typeof currency === 'string' ? currency : textOf(record[currency.from] ?? 'USD').toUpperCase()
}

/** Whether a value names a member or a record. */
export function isNamed(value: unknown): value is NamedRecord {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value
}

/** A value of a field that holds text or a number, as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A label inside a sentence. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
