import type { Client } from '@host/client'
import type { AnyResource, Field, Language, Role } from '@host/plugin/wire'
import { findMember, findMembers, memberOption } from '../fields/member-options.ts'
import type { FilterDefinition, FilterDefinitions, FilterValue } from '../table/filter-definition.ts'
import { isNumberRange, momentsOf } from '../table/filter-value.ts'
import type { TableHandle } from '../table/useTable.ts'
import { choicesOf, mayRead, recordOptions, targetOf } from './field-reading.ts'

/** What the filters of a list are made with. */
export interface FilterSource {
  readonly client: Client
  readonly language: Language
  /** The role of the user, who finds the records that it may read. */
  readonly role: Role | null
  /** Name of the filter of the time of creation. */
  readonly createdLabel: string
}

/** A filter for each field that the list can be narrowed by, and one for the time of creation. */
export function recordFilters(resource: AnyResource, source: FilterSource): FilterDefinitions {
  const own = Object.entries(resource.fields).flatMap(([name, field]) => {
    const definition = filterOf(resource, field, source)
    return definition === undefined ? [] : [[name, definition] as const]
  })
  return { ...Object.fromEntries(own), createdAt: { kind: 'dates', label: source.createdLabel } }
}

function filterOf(resource: AnyResource, field: Field, source: FilterSource): FilterDefinition | undefined {
  const { client, language, role } = source
  const label = field.label[language]
  if (field.kind === 'choice') return { kind: 'choice', label, options: choicesOf(field, language) }
  if (field.kind === 'toggle') return { kind: 'boolean', label }
  if (field.kind === 'date') return { kind: 'dates', label }
  if (field.kind === 'number') return { kind: 'numbers', label, isWhole: field.whole === true }
  if (field.kind === 'money') return moneyFilter(resource, field, label)
  if (field.kind === 'member') return { kind: 'lookup', label, ...memberOptions(client) }
  const target = targetOf(resource, field)
  return target === undefined || !mayRead(target, role)
    ? undefined
    : { kind: 'lookup', label, ...recordOptions(client, target) }
}

/** Amounts of several currencies can't be compared, so they have no filter. */
function moneyFilter({ fields }: AnyResource, { currency }: Field, label: string): FilterDefinition | undefined {
  const codes = typeof currency === 'string' ? [currency] : Object.keys(fields[currency?.from ?? '']?.choices ?? {})
  const [only, ...others] = codes
  return only === undefined || others.length > 0 ? undefined : { kind: 'numbers', label, currency: only }
}

function memberOptions(client: Client): ReturnType<typeof recordOptions> {
  return {
    load: async (text, signal) => (await findMembers(client, text, signal)).map(memberOption),
    async find(id, signal) {
      const member = await findMember(client, id, signal)
      return member === undefined || member === 'former' ? undefined : memberOption(member)
    },
  }
}

type InputValue = string | number | boolean

/** Values of a list's input by their names. */
export type RecordListInput = Readonly<Record<string, InputValue>>

/** The input of the list from its table: ranges of numbers and of days, and moments for the time of creation. */
export function recordListInput(
  { fields }: Pick<AnyResource, 'fields'>,
  { search, sortText, filters }: Pick<TableHandle, 'search' | 'sortText' | 'filters'>,
): RecordListInput {
  const given = Object.entries<FilterValue | undefined>(filters).flatMap(
    ([name, value]): readonly (readonly [string, InputValue | undefined])[] => {
      if (typeof value !== 'object') return [[name, value]]
      const isPlain = isNumberRange(value) || fields[name]?.kind === 'date'
      const { from, to } = isPlain ? value : momentsOf(value)
      return [
        [`${name}From`, from],
        [`${name}To`, to],
      ]
    },
  )
  const all = [['q', search === '' ? undefined : search] as const, ['sort', sortText] as const, ...given]
  return Object.fromEntries(all.filter((pair): pair is readonly [string, InputValue] => pair[1] !== undefined))
}
