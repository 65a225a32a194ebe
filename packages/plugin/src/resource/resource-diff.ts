/** The audit log's view of a record: ids in place of records, and of a sealed value only that there is one. */
import { settingsMask } from '../settings-mask.ts'
import type { Field } from './field.ts'
import type { AnyValues } from './resource-part.ts'
import type { AnyRecord } from './resource-rows.ts'
import type { AnyResource } from './resource.ts'

/** A change: its fields, and their values before and after. */
export interface RecordDiff {
  readonly changed: string[]
  readonly before: AnyValues
  readonly after: AnyValues
}

/** The fields whose values differ. A sealed value that is given counts as a change, since it can't be compared. */
export function differences({ fields }: AnyResource, before: AnyRecord, values: AnyValues): RecordDiff {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (value === undefined) return []
    const isChanged = field.kind === 'sealed' ? value !== null || before[name] === true : !isSame(before[name], value)
    return isChanged ? [name] : []
  })
  const pick = (from: AnyValues) => Object.fromEntries(changed.map((name) => [name, shown(fields[name], from[name])]))
  return { changed, before: pick(before), after: pick(values) }
}

/** Values as the audit log shows them. */
export function shownValues({ fields }: AnyResource, values: AnyValues): AnyValues {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, shown(fields[name], value)]))
}

function shown(field: Field | undefined, value: unknown): unknown {
  if (field?.kind === 'sealed') return value === null || value === false ? null : settingsMask
  return idIn(value)
}

function isSame(before: unknown, value: unknown): boolean {
  return idIn(before) === value
}

function idIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}
