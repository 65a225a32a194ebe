/** The record sets of a zone after an UPDATE (RFC 2136 §3.4.2). */
import { nameKey, type ResourceRecord, type ZoneUpdate } from '@host/dns'
import type { DnsRecordKey, DnsRecordSet } from '@host/plugin'
import { dataKey } from '../providers/record-sets.ts'
import { keyOf, keyText } from '../records/record-set.ts'

/** Changes of record sets, as a plan takes them. */
export interface SetChanges {
  readonly set: readonly DnsRecordSet[]
  readonly delete: readonly DnsRecordKey[]
}

/** The names that an update changes, in the form of record sets. */
export function changedNames(updates: readonly ZoneUpdate[]): readonly string[] {
  return setNames(updates.map((update) => (update.action === 'add' ? update.record.name : update.name)))
}

/** Names of a message in the form of record sets, each once. */
export function setNames(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(recordSetName))]
}

/**
 * The changes that an update makes of the present record sets at its names. Changes that RFC 2136 ignores are left out:
 * of the SOA record, of the last NS record of the zone, and those that would put other records beside a CNAME record.
 */
export function changesOf(zone: string, present: readonly DnsRecordSet[], updates: readonly ZoneUpdate[]): SetChanges {
  const sets = new UpdatedSets(zone, present)
  for (const update of updates) sets.apply(update)
  return sets.changes()
}

class UpdatedSets {
  readonly #zone: string
  readonly #before: ReadonlyMap<string, DnsRecordSet>
  readonly #sets: Map<string, DnsRecordSet>

  constructor(zone: string, present: readonly DnsRecordSet[]) {
    this.#zone = zone
    this.#before = new Map(present.map((set) => [keyText(set), set]))
    this.#sets = new Map(this.#before)
  }

  apply(update: ZoneUpdate): void {
    if (update.action === 'add') return this.#add(update.record)
    const name = recordSetName(update.name)
    if (update.action === 'deleteName') return this.#deleteName(name)
    if (this.#isOfServer({ name, type: update.type })) {
      if (update.type === 'NS' && update.action === 'deleteRecord') this.#deleteRecord({ ...update, name }, 1)
      return
    }
    if (update.action === 'deleteRrset') this.#sets.delete(keyText({ name, type: update.type }))
    else this.#deleteRecord({ name, type: update.type, data: update.data }, 0)
  }

  changes(): SetChanges {
    const set = [...this.#sets].filter(([key, value]) => this.#before.get(key) !== value).map(([, value]) => value)
    const gone = [...this.#before.keys()].filter((key) => !this.#sets.has(key))
    return { set, delete: gone.map(keyOf) }
  }

  #add({ name: owner, type, ttl, data }: ResourceRecord): void {
    const name = recordSetName(owner)
    if (type === 'SOA' || this.#clashes({ name, type })) return
    const key = keyText({ name, type })
    const present = this.#sets.get(key)
    const others = type === 'CNAME' ? [] : (present?.data ?? [])
    const isThere = others.some((each) => dataKey(type, each) === dataKey(type, data))
    if (isThere && present?.ttl === ttl) return
    const all = isThere ? others : [...others, data]
    this.#sets.set(key, { ...present, name, type, ttl, data: all })
  }

  /** A CNAME record is alone at its name. */
  #clashes({ name, type }: DnsRecordKey): boolean {
    const others = [...this.#sets.values()].filter((set) => set.name === name && set.type !== type)
    return type === 'CNAME' ? others.length > 0 : others.some((set) => set.type === 'CNAME')
  }

  #deleteName(name: string): void {
    for (const [key, set] of this.#sets) {
      if (set.name === name && !this.#isOfServer(set)) this.#sets.delete(key)
    }
  }

  /** @param least records that stay */
  #deleteRecord({ name, type, data }: DnsRecordKey & { readonly data: string }, least: number): void {
    const key = keyText({ name, type })
    const present = this.#sets.get(key)
    const rest = present?.data.filter((each) => dataKey(type, each) !== dataKey(type, data)) ?? []
    if (present === undefined || rest.length === present.data.length || rest.length < least) return
    if (rest.length === 0) this.#sets.delete(key)
    else this.#sets.set(key, { ...present, data: rest })
  }

  /** Record sets of the zone itself that a deletion leaves alone. */
  #isOfServer({ name, type }: DnsRecordKey): boolean {
    return name === this.#zone && (type === 'SOA' || type === 'NS')
  }
}

/** The name of a record as record sets have it: in lower case, without a dot at the end. */
export function recordSetName(name: string): string {
  return nameKey(name).replace(/\.$/, '')
}
