import {
  Problem,
  type DnsAccount,
  type DnsCallOptions,
  type DnsCapabilities,
  type DnsProvider,
  type DnsProviderZone,
  type DnsRecordChange,
  type DnsRecordKey,
  type DnsRecordSet,
  type DnsZoneRecords,
} from '@host/plugin'
import {
  failBefore,
  failed,
  MemoryDnsFaults,
  refused,
  type MemoryDnsCall,
  type MemoryDnsFault,
} from './memory-dns-fault.ts'
import { MemoryDnsZone } from './memory-dns-zone.ts'
import { isSameRecordSet, recordKey } from './same-record-set.ts'

/** Options of a provider in memory. */
export interface MemoryDnsOptions {
  /** Record sets by the name of their zone. */
  readonly zones?: Readonly<Record<string, readonly DnsRecordSet[]>>
  /** The only token that it takes: `memory-token` when left out. */
  readonly token?: string
  /** Changes of the defaults: every type, TTL from 1 s to 7 days, comments, proxy, atomic writes. */
  readonly capabilities?: Partial<DnsCapabilities>
}

/** A call that a provider in memory got. */
export interface MemoryDnsCallRecord {
  readonly call: MemoryDnsCall
  /** The name of the zone; not for `zones`. */
  readonly zone?: string
  /** The keys that were asked for; for `write` the key of the change. */
  readonly keys?: readonly DnsRecordKey[]
}

/** A provider in memory, and the other side of it. */
export interface MemoryDnsProvider extends DnsProvider {
  /** Its zones by their names. A test adds, changes and deletes them as another client of the provider would. */
  readonly zones: ReadonlyMap<string, MemoryDnsZone>
  /** Calls so far, those that failed included. */
  readonly calls: readonly MemoryDnsCallRecord[]
  addZone(name: string, records?: readonly DnsRecordSet[]): MemoryDnsZone
  removeZone(name: string): void
  /** Makes calls fail. @example provider.plant({ kind: 'answer_lost', after: 2 }) */
  plant(fault: MemoryDnsFault): void
  /** Takes all faults back. */
  clearFaults(): void
}

const defaults: DnsCapabilities = {
  types: '*',
  ttl: { min: 1, max: 604_800 },
  hasComments: true,
  hasProxy: true,
  isAtomic: true,
}

/**
 * A DNS provider that keeps its zones in memory and fails as a test plants it. An account has one field, `token`.
 * @example
 * const provider = memoryDnsProvider({ zones: { 'acme.example': [] } })
 * ctx.provide(dnsProvider('memory'), provider)
 * provider.plant({ kind: 'half_done', call: 'write' })
 * provider.zones.get('acme.example')?.records
 * @since 1.1.0
 */
export function memoryDnsProvider({
  zones: given = {},
  token = 'memory-token',
  capabilities = {},
}: MemoryDnsOptions = {}): MemoryDnsProvider {
  const zones = new Map<string, MemoryDnsZone>()
  const addZone = (name: string, records: readonly DnsRecordSet[] = []): MemoryDnsZone => {
    const zone = new MemoryDnsZone(name, records)
    zones.set(name, zone)
    return zone
  }
  for (const [name, records] of Object.entries(given)) addZone(name, records)
  const calls: MemoryDnsCallRecord[] = []
  const faults = new MemoryDnsFaults()
  const provider = { title: 'Memory', fields, capabilities: { ...defaults, ...capabilities } }
  return Object.freeze<MemoryDnsProvider>({
    ...provider,
    open: (settings) =>
      new MemoryAccount({ ...provider, zones, calls, faults, isRefused: settings['token'] !== token }),
    zones,
    calls,
    addZone,
    removeZone: (name) => void zones.delete(name),
    plant: (fault) => faults.plant(fault),
    clearFaults: () => faults.clear(),
  })
}

const fields = [{ name: 'token', label: { en: 'Token', zh: '令牌' }, isSecret: true }] as const

interface MemoryState {
  readonly capabilities: DnsCapabilities
  readonly zones: ReadonlyMap<string, MemoryDnsZone>
  readonly calls: MemoryDnsCallRecord[]
  readonly faults: MemoryDnsFaults
  readonly isRefused: boolean
}

class MemoryAccount implements DnsAccount {
  readonly #state: MemoryState

  constructor(state: MemoryState) {
    this.#state = state
  }

  async zones({ signal }: DnsCallOptions): Promise<readonly DnsProviderZone[]> {
    await this.#begin({ call: 'zones' }, signal)
    return [...this.#state.zones.values()].map(({ id, name }) => ({ id, name }))
  }

  async records(
    { name }: DnsProviderZone,
    { signal, keys }: DnsCallOptions & { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords> {
    await this.#begin({ call: 'records', zone: name, ...(keys && { keys }) }, signal)
    const zone = this.#zone(name)
    if (keys === undefined) return { sets: zone.records, readOnly: zone.readOnly }
    const wanted = new Set(keys.map(recordKey))
    return {
      sets: keys.flatMap((key) => zone.get(key) ?? []),
      readOnly: zone.readOnly.filter((set) => wanted.has(recordKey(set))),
    }
  }

  async write({ name }: DnsProviderZone, change: DnsRecordChange, { signal }: DnsCallOptions): Promise<void> {
    const fault = await this.#begin({ call: 'write', zone: name, keys: [keyOf(change)] }, signal)
    const zone = this.#zone(name)
    const { before, after } = change
    const isShown = zone.readOnly.some((set) => recordKey(set) === recordKey(change))
    if (isShown) throw new Problem('invalid_input', { detail: texts.readOnly })
    const present = zone.get(change)
    if (isSameRecordSet(present, after)) return
    if (!isSameRecordSet(present, before)) throw new Problem('conflict', { detail: texts.conflict })
    if (after !== null) zone.require(after, this.#state.capabilities)
    zone.delete(change)
    if (fault === 'half_done') throw failed()
    if (after !== null) zone.set(after)
    if (fault === 'answer_lost') throw failed()
  }

  async #begin(record: MemoryDnsCallRecord, signal: AbortSignal): Promise<string | undefined> {
    const { calls, faults, isRefused } = this.#state
    calls.push(record)
    const fault = faults.take(record.call)
    await failBefore(fault, signal)
    if (isRefused) throw refused()
    return fault
  }

  #zone(name: string): MemoryDnsZone {
    const zone = this.#state.zones.get(name)
    if (zone === undefined) throw new Problem('not_found', { detail: texts.zone })
    return zone
  }
}

function keyOf({ name, type }: DnsRecordKey): DnsRecordKey {
  return { name, type }
}

const texts = {
  conflict: { en: 'The records were changed in the meantime.', zh: '记录在此期间已被更改。' },
  readOnly: { en: 'These records can only be shown.', zh: '这些记录只能查看。' },
  zone: { en: 'The account does not have this zone.', zh: '该账号没有此区域。' },
} as const
