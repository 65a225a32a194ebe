/**
 * Which workspace and plugin answer a host, from memory that is as right as that of sessions:
 *
 *   is any name proved? --no--> the dashboard
 *   '--yes--> the host in memory? --no--> within the budget? --no--> 429
 *             |                           '--yes--> database --> in memory
 *             '--yes--> free: the dashboard | owned: who answers, if its feature is on
 *
 * The budget fills less than the capacity in the minute that a memory is believed, so made-up names push out none that
 * is in use.
 */
import type { MaybePromise } from '@host/plugin'
import type { Coherence } from '../../security/coherence/coherence.ts'
import { CoherentCache } from '../../security/coherence/coherent-cache.ts'
import { andThen } from '../../request/and-then.ts'
import type { FeatureSource } from '../gate.ts'
import { tooMany } from '../../security/rate-limits/too-many.ts'
import { isOpen, ownersOf, readSite, type EdgeQueries } from './edge-reader.ts'
import type { EdgeSite } from '../../request/edge-site.ts'
import { anyProof, subjectOfPages, subjectsOfHost } from './edge-subjects.ts'
import { LookupBudget } from './lookup-budget.ts'

const capacity = 8_192
/** How many hosts of a plugin are looked at for the address of one of its pages. */
const mostHosts = 100

/** Options of the directory. */
export interface EdgeDirectoryOptions {
  readonly db: EdgeQueries
  readonly coherence: Coherence
  readonly features: Pick<FeatureSource, 'isEnabled'>
  /** The feature of a plugin; undefined where it can't be switched off. */
  readonly featureOf: (plugin: string) => string | undefined
  readonly budget?: LookupBudget
}

/** A host that answers now, with the page at its root. */
export interface ServedHost {
  readonly host: string
  readonly page: string | undefined
}

type Found = EdgeSite | 'free'

export class EdgeDirectory {
  readonly #options: EdgeDirectoryOptions
  readonly #budget: LookupBudget
  readonly #any: CoherentCache<boolean>
  readonly #sites: CoherentCache<Found>
  readonly #hosts: CoherentCache<readonly ServedHost[]>
  /** Whether a workspace is there, by its ID. */
  readonly #workspaces: CoherentCache<boolean>

  constructor(options: EdgeDirectoryOptions) {
    const { coherence, budget = new LookupBudget() } = options
    this.#options = options
    this.#budget = budget
    this.#any = new CoherentCache(coherence, 1)
    this.#sites = new CoherentCache(coherence, capacity)
    this.#hosts = new CoherentCache(coherence, capacity)
    this.#workspaces = new CoherentCache(coherence, capacity)
  }

  /**
   * Who answers a host; undefined for one that belongs to no workspace. At once when it is in memory.
   * @param name as `normalizeHostName` has it @param address of the client, as it is counted
   * @throws Problem `too_many_requests` for too many names that are not in memory
   */
  find(name: string, address: () => string): MaybePromise<EdgeSite | undefined> {
    if (this.#any.get(anyProof) === false) return undefined
    const known = this.#sites.get(name)
    if (known !== undefined) return this.#open(known)
    return this.#load(name, address)
  }

  /** The plugin that answers a host, when that can be told from memory alone. @param name as `normalizeHostName` has it */
  known(name: string): EdgeSite | undefined {
    const site = this.#sites.get(name)
    if (site === undefined || site === 'free') return undefined
    const open = this.#open(site)
    return open instanceof Promise ? undefined : open
  }

  /** The hosts that answer with pages of a plugin in a workspace now; wildcards have no address and are left out. */
  async hostsOf(orgId: string, plugin: string): Promise<readonly ServedHost[]> {
    const key = subjectOfPages(orgId, plugin)
    const hosts = this.#hosts.get(key) ?? (await this.#loadHosts(key, { orgId, plugin })) ?? []
    return hosts.length > 0 && (await this.#isOn(orgId, plugin)) ? hosts : []
  }

  /** Whether a plugin answers for a workspace now: it is there, and the plugin's feature is on. At once when in memory. */
  serves(orgId: string, plugin: string): MaybePromise<boolean> {
    const open = this.#workspaces.get(orgId)
    if (open !== undefined) return open && this.#isOn(orgId, plugin)
    return this.#loadOpen(orgId).then((isThere) => isThere && this.#isOn(orgId, plugin))
  }

  async #loadOpen(orgId: string): Promise<boolean> {
    const read = async () => ({ value: await isOpen(this.#options.db, orgId), subjects: [] })
    return (await this.#workspaces.load(orgId, read)) ?? false
  }

  async #load(name: string, address: () => string): Promise<EdgeSite | undefined> {
    if (!(this.#any.get(anyProof) ?? (await this.#loadAny()))) return undefined
    if (this.#sites.entryOf(name) === undefined && !this.#budget.take(address())) throw tooMany(1)
    const found = await this.#sites.load(name, async () => {
      const site = await readSite(this.#options.db, name)
      const subjects = [...subjectsOfHost(name), ...(site === undefined ? [] : [site.orgId])]
      return { value: site ?? 'free', subjects }
    })
    return await this.#open(found ?? 'free')
  }

  #open(found: Found): MaybePromise<EdgeSite | undefined> {
    if (found === 'free') return undefined
    const { orgId, plugin } = found
    if (plugin === undefined) return found
    return andThen(this.#isOn(orgId, plugin), (isOn) => (isOn ? found : { orgId, plugin: undefined, page: undefined }))
  }

  #isOn(orgId: string, plugin: string): MaybePromise<boolean> {
    const { featureOf, features } = this.#options
    const feature = featureOf(plugin)
    return feature === undefined ? true : features.isEnabled(orgId, feature)
  }

  async #loadAny(): Promise<boolean> {
    const first = this.#options.db.selectFrom('edge_proofs').select('id').limit(1)
    const read = async () => ({ value: (await first.executeTakeFirst()) !== undefined, subjects: [] })
    return (await this.#any.load(anyProof, read)) ?? false
  }

  async #loadHosts(
    key: string,
    { orgId, plugin }: { readonly orgId: string; readonly plugin: string },
  ): Promise<readonly ServedHost[] | undefined> {
    const { db } = this.#options
    return await this.#hosts.load(key, async () => {
      const rows = await db
        .selectFrom('edge_hosts')
        .select(['host', 'page'])
        .where('org_id', '=', orgId)
        .where('plugin', '=', plugin)
        .where('page', 'is not', null)
        .orderBy('host')
        .limit(mostHosts)
        .execute()
      const named = rows.filter(({ host }) => !host.startsWith('*.'))
      const isServed = await isOpen(db, orgId)
      const owners = await ownersOf(
        db,
        named.map(({ host }) => host),
      )
      const value = named
        .filter(({ host }) => isServed && owners.get(host) === orgId)
        .map(({ host, page }) => ({ host, page: page ?? undefined }))
      return { value, subjects: [orgId, ...named.flatMap(({ host }) => subjectsOfHost(host))] }
    })
  }
}
