import type { ResourceRecord } from '@host/dns'
import { buildServedZone, DnsServer, ServedZones } from '@host/dns/server'

const zone = 'example.'
const lasting: readonly ResourceRecord[] = [
  { name: zone, type: 'SOA', ttl: 1, data: 'ns.example. admin.example. 1 3600 600 86400 1' },
  { name: zone, type: 'NS', ttl: 1, data: 'ns.example.' },
  { name: zone, type: 'A', ttl: 1, data: '127.0.0.1' },
  { name: `*.${zone}`, type: 'A', ttl: 1, data: '127.0.0.1' },
]

/** The zone above, so that the servers of a name are found as anywhere. */
const above: readonly ResourceRecord[] = [
  { name: '.', type: 'SOA', ttl: 1, data: 'ns.example. admin.example. 1 3600 600 86400 1' },
  { name: '.', type: 'NS', ttl: 1, data: 'ns.example.' },
  { name: zone, type: 'NS', ttl: 1, data: 'ns.example.' },
  { name: 'ns.example.', type: 'A', ttl: 1, data: '127.0.0.1' },
]

/** A name server for `example.`: every name has the address 127.0.0.1, and tests add records. */
export class TestNames {
  readonly port: number
  readonly #zones: ServedZones
  readonly #server: DnsServer
  readonly #added = new Set<ResourceRecord>()

  private constructor(zones: ServedZones, server: DnsServer) {
    this.#zones = zones
    this.#server = server
    this.port = server.addresses[0]?.port ?? 0
  }

  static async start(): Promise<TestNames> {
    const zones = new ServedZones()
    zones.set(buildServedZone('.', above))
    zones.set(buildServedZone(zone, lasting))
    const listen = [{ address: '127.0.0.1', port: 0 }]
    return new TestNames(zones, await DnsServer.start({ zones, listen, rateLimits: false, onError: () => undefined }))
  }

  /** Adds a record. @param name absolute @returns removes it */
  add(name: string, type: string, data: string): () => void {
    const record = { name, type, ttl: 1, data }
    this.#added.add(record)
    this.#serve()
    return () => {
      this.#added.delete(record)
      this.#serve()
    }
  }

  /** Data of the records that were added and are there. */
  get added(): readonly string[] {
    return [...this.#added].map(({ data }) => data)
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }

  #serve(): void {
    this.#zones.set(buildServedZone(zone, [...lasting, ...this.#added]))
  }
}
