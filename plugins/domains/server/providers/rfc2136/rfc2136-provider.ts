import type {
  DnsAccount,
  DnsCallOptions,
  DnsCapabilities,
  DnsProvider,
  DnsProviderZone,
  DnsRecordChange,
  DnsRecordKey,
  DnsZoneRecords,
} from '@host/plugin'
import { checkChange } from '../check-change.ts'
import { zoneNotFound } from '../provider-problems.ts'
import { shownConformance } from '../shown-conformance.ts'
import { dnsFailure } from './dns-failure.ts'
import { NameServer, type NameServerOptions } from './name-server.ts'
import { readKeys, readZone, type ServedZone } from './read-keys.ts'
import { readSettings, rfc2136Fields, type Rfc2136Settings } from './rfc2136-settings.ts'
import { writeSet } from './write-set.ts'

const capabilities: DnsCapabilities = {
  types: '*',
  ttl: { min: 0, max: 2_147_483_647 },
  hasComments: false,
  hasProxy: false,
  isAtomic: true,
}

/** Name servers with dynamic updates (RFC 2136) that are signed (TSIG): BIND, Knot, PowerDNS. */
export function rfc2136(options: NameServerOptions): DnsProvider {
  return Object.freeze<DnsProvider>({
    title: 'RFC 2136',
    fields: rfc2136Fields,
    capabilities,
    conformance: shownConformance({
      leftOut: ['comment', 'proxy', 'no-raw-answers', 'rate-limit'],
      otherTypes: ['type65400'],
    }),
    open: (settings) => new Rfc2136Account(readSettings(settings), options),
  })
}

class Rfc2136Account implements DnsAccount {
  readonly #zones: readonly string[]
  readonly #server: NameServer
  readonly #now: () => number

  constructor(settings: Rfc2136Settings, options: NameServerOptions) {
    this.#zones = settings.zones
    this.#server = new NameServer(settings, options)
    this.#now = options.now
  }

  /** An update that changes nothing proves for each zone that the server has it, and that the key may change it. */
  async zones({ signal }: DnsCallOptions): Promise<readonly DnsProviderZone[]> {
    signal.throwIfAborted()
    return await this.#translated(async () => {
      for (const zone of this.#zones) await this.#server.update({ zone }, signal)
      return this.#zones.map((name) => ({ id: name, name }))
    })
  }

  async records(
    zone: DnsProviderZone,
    { signal, keys }: DnsCallOptions & { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords> {
    const served = this.#serve(zone, signal)
    const sets = await this.#translated(() => (keys === undefined ? readZone(served) : readKeys(served, keys)))
    // Updates take every type, so nothing is read-only.
    return { sets, readOnly: [] }
  }

  async write(zone: DnsProviderZone, change: DnsRecordChange, { signal }: DnsCallOptions): Promise<void> {
    const served = this.#serve(zone, signal)
    await this.#translated(() => writeSet(served, checkChange(change, { zone, capabilities })))
  }

  #serve({ name }: DnsProviderZone, signal: AbortSignal): ServedZone {
    signal.throwIfAborted()
    if (!this.#zones.includes(name)) throw zoneNotFound()
    return { server: this.#server, zone: name, capabilities, signal }
  }

  async #translated<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      throw dnsFailure(error, this.#now)
    }
  }
}
