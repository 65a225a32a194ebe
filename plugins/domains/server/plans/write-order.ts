import { aliasType } from '../records/alias-type.ts'
import { keyOf, type RecordValue } from '../records/record-set.ts'

type Values = ReadonlyMap<string, RecordValue | null>

/**
 * The order in which values are written: names that change their type make room first, other deletions come last. An ALIAS
 * record comes before the addresses that it replaces are deleted, so that its name is answered all the time.
 */
export function inWriteOrder(values: Values): Values {
  const entries = [...values]
  const named = new Set(entries.flatMap(([key, value]) => (value === null ? [] : [keyOf(key).name])))
  const rank = ([key, value]: (typeof entries)[number]): number => {
    if (value !== null) return keyOf(key).type === aliasType ? -1 : 1
    return named.has(keyOf(key).name) ? 0 : 2
  }
  return new Map(entries.toSorted((one, other) => rank(one) - rank(other)))
}
