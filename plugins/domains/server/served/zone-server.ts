import { DnsError } from '@host/dns'
import type { DnsServer, DnsServerOptions, ListenAddress, ServedZones } from '@host/dns/server'
import type { DnsAnswerer, DnsListenOptions, DnsServerState } from '@host/plugin/platform'
import { CheckSlots } from '../checks/check-slots.ts'
import type { Parts } from '../parts.ts'
import { applyUpdate } from './apply-update.ts'
import type { Serving } from './serving.ts'
import { mayTransfer } from './transfer-rights.ts'
import { loadZone, type DnsLibrary, type LoadParts } from './zone-content.ts'
import { ZoneLoader } from './zone-loader.ts'
import type { ZoneHead } from './zone-heads.ts'

/** All addresses; IPv4 alone on a machine without IPv6. */
const everywhere = ['::', '0.0.0.0'] as const
/** Milliseconds between two entries of the log about one zone. */
const reportEvery = 60_000

/** Updates at once in each process: of all workspaces, and of each. */
const updates = { most: 64, mostEach: 8 }

interface LoadedCode {
  readonly library: DnsLibrary
  readonly zones: ServedZones
  readonly loader: ZoneLoader
}

/** Answers DNS for the zones of all workspaces. Its code is loaded when it begins to listen. */
export class ZoneServer implements DnsAnswerer {
  readonly #parts: Parts
  readonly #serving: Serving
  readonly #stopping = new AbortController()
  readonly #slots = new CheckSlots(updates)
  readonly #reported = new Map<string, number>()
  #server: DnsServer | undefined
  #loader: ZoneLoader | undefined
  #following: Promise<void> | undefined

  constructor(parts: Parts, serving: Serving) {
    this.#parts = parts
    this.#serving = serving
  }

  /** It listens with all zones in memory: until then a resolver would be told that they are not here. */
  async listen({ host, port }: DnsListenOptions): Promise<number> {
    const library = await import('@host/dns/server')
    const load: LoadParts = { library, parts: this.#parts, serving: this.#serving }
    const zones = new library.ServedZones()
    const loader = new ZoneLoader({
      zones,
      serving: this.#serving,
      load: async (head, before) => await loadZone(load, head, before),
      onError: (error, zone) => this.#report(error, zone),
    })
    this.#loader = loader
    await loader.open()
    const places = (host === undefined ? everywhere : [host]).map((address) => ({ address, port }))
    this.#server = await this.#start({ library, zones, loader }, places)
    this.#following = loader.follow(this.#stopping.signal)
    return this.#server.addresses[0]?.port ?? port
  }

  /** It has none before it listens. */
  state(): DnsServerState {
    return this.#loader?.state ?? { zones: 0, refused: 0, firstRefused: undefined }
  }

  async stop(deadline: number): Promise<void> {
    this.#stopping.abort()
    await this.#server?.stop(deadline)
    await this.#following
  }

  /** @param places of which the first one that the machine has is taken */
  async #start(code: LoadedCode, [place, ...others]: readonly ListenAddress[]): Promise<DnsServer> {
    const listen = place === undefined ? [] : [place]
    try {
      return await code.library.DnsServer.start({ ...this.#optionsOf(code), listen })
    } catch (error) {
      const isMissing = error instanceof DnsError && /EAFNOSUPPORT|EADDRNOTAVAIL/.test(error.message)
      if (others.length === 0 || !isMissing) throw error
      return await this.#start(code, others)
    }
  }

  #optionsOf({ library, zones, loader }: LoadedCode): Omit<DnsServerOptions, 'listen'> {
    const updating = { parts: this.#parts, serving: this.#serving, library, loader, slots: this.#slots }
    return {
      zones,
      keyOf: (name) => loader.keyOf(name)?.key,
      mayTransfer: (client) => mayTransfer(this.#parts, loader, client),
      grantsOf: ({ zone, key }) => loader.find(zone)?.keys.find((known) => known.key === key)?.grants ?? [],
      applyUpdate: async (update) => {
        try {
          await applyUpdate(updating, update)
        } catch (error) {
          if (!(error instanceof DnsError)) this.#report(error, loader.keyOf(update.key.name)?.head)
          throw error
        }
      },
      onError: (error) => this.#report(error, undefined),
    }
  }

  #report(error: unknown, zone: ZoneHead | undefined): void {
    const name = zone?.name ?? ''
    const now = performance.now()
    if (now - (this.#reported.get(name) ?? -reportEvery) < reportEvery) return
    this.#reported.set(name, now)
    const { log } = this.#parts.ctx
    if (zone === undefined) log.warn('The DNS server had a problem', { error })
    else log.warn('A DNS zone could not be served or updated', { error, zone: name, orgId: zone.orgId })
  }
}
