import type { ChangePart, DnsReadOnlySet, DnsRecordKey, DnsRecordSet } from '@host/plugin'
import { inTurns } from './in-turns.ts'
import { keyOf, keyText, setOf, type RecordValue } from './record-set.ts'
import { addTo, emptySize, type ZoneSize } from './zone-size.ts'
import { targetsOf } from './record-targets.ts'

/** The record sets that a zone has once a plan is applied. */
export interface ZoneFuture {
  /** In the form of record sets. */
  readonly zone: string
  has(key: DnsRecordKey): boolean
  /** Types of the record sets at a name. */
  typesAt(name: string): ReadonlySet<string>
  /** Record sets at a name that the provider only shows. `has` counts them. */
  readOnlyAt(name: string): readonly DnsReadOnlySet[]
  /** The key of a record set that names a host, which can't be an alias then. */
  userOf(host: string): string | undefined
  readonly size: Readonly<ZoneSize>
}

/** Values that are known, the later ones more recent. */
export interface KnownValues {
  readonly zone: string
  readonly copy: readonly DnsRecordSet[]
  readonly read: ReadonlyMap<string, RecordValue>
  readonly steps: ChangePart<RecordValue>['steps']
  readonly readOnly: readonly DnsReadOnlySet[]
}

/** Combines the copy, the values that were just read, and the steps of a plan. Each record set is visited once. */
export async function zoneFuture({ zone, readOnly, ...known }: KnownValues): Promise<ZoneFuture> {
  const sets = await futureSets(known)
  const types = new Map<string, Set<string>>()
  const users = new Map<string, string>()
  const size = emptySize()
  const shown = Map.groupBy(readOnly, ({ name }) => name)
  const isShown = ({ name, type }: DnsRecordKey): boolean => shown.get(name)?.some((set) => set.type === type) === true
  for (const { name, content } of readOnly) addTo(size, { name, data: content })
  for await (const [key, set] of inTurns(sets)) {
    const { name, type } = set
    addTo(size, set)
    types.set(name, (types.get(name) ?? new Set()).add(type))
    for (const host of targetsOf(set)) users.set(host, key)
  }
  return Object.freeze<ZoneFuture>({
    zone,
    has: (key) => sets.has(keyText(key)) || isShown(key),
    typesAt: (name) => types.get(name) ?? none,
    readOnlyAt: (name) => shown.get(name) ?? [],
    userOf: (host) => users.get(host),
    size,
  })
}

const none: ReadonlySet<string> = new Set()

async function futureSets({
  copy,
  read,
  steps,
}: Omit<KnownValues, 'zone' | 'readOnly'>): Promise<Map<string, DnsRecordSet>> {
  const sets = new Map<string, DnsRecordSet>()
  for await (const set of inTurns(copy)) sets.set(keyText(set), set)
  for await (const [key, value] of inTurns(read)) sets.set(key, setOf(keyOf(key), value))
  for await (const { key, after } of inTurns(steps)) {
    if (after === null) sets.delete(key)
    else sets.set(key, setOf(keyOf(key), after))
  }
  return sets
}
