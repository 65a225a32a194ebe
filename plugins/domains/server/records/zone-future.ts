import type { ChangePart, DnsRecordKey, DnsRecordSet } from '@host/plugin'
import { keyOf, keyText, setOf, type RecordValue } from './record-set.ts'

/** The record sets that a zone has once a plan is applied. */
export interface ZoneFuture {
  /** In the form of record sets. */
  readonly zone: string
  readonly sets: ReadonlyMap<string, DnsRecordSet>
  has(key: DnsRecordKey): boolean
  /** Types of the record sets at a name. */
  typesAt(name: string): readonly string[]
}

/** Values that are known, the later ones more recent. */
export interface KnownValues {
  readonly zone: string
  readonly copy: readonly DnsRecordSet[]
  readonly read: ReadonlyMap<string, RecordValue>
  readonly steps: ChangePart<RecordValue>['steps']
}

/** Combines the copy, the values that were just read, and the steps of a plan. */
export function zoneFuture({ zone, copy, read, steps }: KnownValues): ZoneFuture {
  const sets = new Map(copy.map((set) => [keyText(set), set]))
  for (const [key, value] of read) sets.set(key, setOf(keyOf(key), value))
  for (const { key, after } of steps) {
    if (after === null) sets.delete(key)
    else sets.set(key, setOf(keyOf(key), after))
  }
  const types = new Map<string, string[]>()
  for (const { name, type } of sets.values()) types.set(name, [...(types.get(name) ?? []), type])
  return Object.freeze<ZoneFuture>({
    zone,
    sets,
    has: (key) => sets.has(keyText(key)),
    typesAt: (name) => types.get(name) ?? [],
  })
}
