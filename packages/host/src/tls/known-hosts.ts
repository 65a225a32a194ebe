/**
 * Hosts that this instance answers, in the memory of a process: its own, and those that a workspace has proved and a
 * plugin answers. It decides as `readSite` of the edge does; see `edge-reader.ts`. A change is read again when it is
 * published, and everything once a minute and after lost messages.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Log, Queries } from '@host/plugin'
import { hostNameChain } from '@host/plugin/platform'
import type { Bus } from '../database/bus/bus.ts'
import { edgeTopic, nameOfPattern } from '../pipeline/edge/edge-subjects.ts'
import type { EdgeTables } from '../pipeline/edge/models.ts'
import { runPeriodically } from '../support/periodic.ts'
import { readFirst } from './read-first.ts'

/** Dependencies of the hosts. */
export interface KnownHostsOptions {
  /** Of the instance itself, as `normalizeHostName` has them. */
  readonly own: readonly string[]
  readonly db: Queries<EdgeTables>
  readonly bus: Pick<Bus, 'subscribe'>
  readonly log: Log
}

const readEvery = 60_000
/** Rows of one read. */
const pageSize = 1_000

/** Workspaces by proved name, and by host that a plugin answers; several may have assigned the same one. */
interface EdgeRows {
  readonly owners: Map<string, string>
  readonly hosts: Map<string, ReadonlySet<string>>
}

export class KnownHosts {
  readonly #options: KnownHostsOptions
  readonly #own: ReadonlySet<string>
  #rows: EdgeRows = { owners: new Map(), hosts: new Map() }
  /** Reads follow each other, so that an older one never wins. */
  #reading: Promise<unknown> = Promise.resolve()
  readonly #listeners = new Set<() => void>()

  constructor(options: KnownHostsOptions) {
    this.#options = options
    this.#own = new Set(options.own)
  }

  /** The exact host or the wildcard under which a name is answered; undefined for an unknown one. */
  patternOf(name: string): string | undefined {
    if (this.#own.has(name)) return name
    const { owners } = this.#rows
    if (owners.size === 0) return undefined
    const chain = hostNameChain(name)
    const proved = chain.find((above) => owners.has(above))
    const owner = proved === undefined ? undefined : owners.get(proved)
    if (owner === undefined) return undefined
    const [, ...above] = chain
    return [name, ...above.map((parent) => `*.${parent}`)].find((host) => this.#rows.hosts.get(host)?.has(owner))
  }

  /** Every host that is answered: exact ones, and wildcards as `*.` and a name. */
  *all(): Generator<string> {
    yield* this.#own
    for (const [host, orgIds] of this.#rows.hosts) {
      const owner = hostNameChain(nameOfPattern(host)).map((above) => this.#rows.owners.get(above))
      const first = owner.find((orgId) => orgId !== undefined)
      if (first !== undefined && orgIds.has(first)) yield host
    }
  }

  /** Calls after the hosts may have changed. @returns a function that ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads all, after it listens to changes, and keeps them current. @returns a function that stops it */
  async start(): Promise<() => Promise<void>> {
    const { bus, log } = this.#options
    const onError = (error: unknown): void => log.warn('Hosts of workspaces could not be read', { error })
    const readAll = async (): Promise<void> => await this.#after(() => this.#readAll())
    const leave = bus.subscribe(edgeTopic, {
      onMessage: (name) => void this.#after(() => this.#read(name)).catch(onError),
      onGap: () => void readAll().catch(onError),
    })
    await readFirst(readAll, leave)
    const stop = runPeriodically({ every: readEvery, work: readAll, onError })
    return async () => {
      leave()
      await stop()
      await this.#reading
    }
  }

  async #after(read: () => Promise<void>): Promise<void> {
    const reading = this.#reading.then(read)
    this.#reading = reading.catch(() => undefined)
    await reading
    for (const listener of this.#listeners) listener()
  }

  /** Reads what a name is proved and assigned for. */
  async #read(name: string): Promise<void> {
    const { db } = this.#options
    const { owners, hosts } = this.#rows
    const proofs = db.selectFrom('edge_proofs').select('org_id').where('name', '=', name)
    const proof = await proofs.executeTakeFirst()
    if (proof === undefined) owners.delete(name)
    else owners.set(name, proof.org_id)
    const patterns = [name, `*.${name}`]
    const rows = await db.selectFrom('edge_hosts').select(['host', 'org_id']).where('host', 'in', patterns).execute()
    for (const pattern of patterns) {
      const orgIds = rows.filter(({ host }) => host === pattern).map(({ org_id: orgId }) => orgId)
      if (orgIds.length === 0) hosts.delete(pattern)
      else hosts.set(pattern, new Set(orgIds))
    }
  }

  async #readAll(): Promise<void> {
    const owners = new Map<string, string>()
    const hosts = new Map<string, Set<string>>()
    for await (const { name, org_id: orgId } of this.#proofs()) owners.set(name, orgId)
    for await (const { host, org_id: orgId } of this.#hosts()) {
      const known = hosts.get(host)
      if (known === undefined) hosts.set(host, new Set([orgId]))
      else known.add(orgId)
    }
    this.#rows = { owners, hosts }
  }

  async *#proofs() {
    for (let last = ''; ; await turn()) {
      const rows = this.#options.db.selectFrom('edge_proofs').select(['id', 'name', 'org_id']).where('id', '>', last)
      const page = await rows.orderBy('id').limit(pageSize).execute()
      yield* page
      if (page.length < pageSize) return
      last = page.at(-1)?.id ?? last
    }
  }

  async *#hosts() {
    for (let last = ''; ; await turn()) {
      const rows = this.#options.db.selectFrom('edge_hosts').select(['id', 'host', 'org_id']).where('id', '>', last)
      const page = await rows.orderBy('id').limit(pageSize).execute()
      yield* page
      if (page.length < pageSize) return
      last = page.at(-1)?.id ?? last
    }
  }
}
