import {
  Features,
  Problem,
  requireService,
  type Changeset,
  type DnsPlanOptions,
  type DnsService,
  type ScopedDatabase,
} from '@host/plugin'
import type { DnsServices } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { withPaths } from '../plans/plan-zone.ts'
import { readCopy } from '../zones/zone-copy.ts'
import { selectZone, zoneOfName } from '../zones/zone-rows.ts'
import { planOfPlugin } from './plan-of-plugin.ts'
import { shownZones } from './plugin-zones.ts'

/** DNS behind `ctx.dns`: zones of a workspace in the name of a plugin, whose record sets are its own. */
export function dnsServices(parts: Parts): DnsServices {
  return Object.freeze<DnsServices>({ of: (plugin) => new PluginDns(parts, plugin) })
}

type Submit = Parts['changesets']['plan']

class PluginDns implements DnsService {
  readonly #parts: Parts
  readonly #plugin: string

  constructor(parts: Parts, plugin: string) {
    this.#parts = parts
    this.#plugin = plugin
  }

  async zones(orgId: string) {
    const db = this.#db(orgId)
    const rows = await db.selectFrom('domains_zones').select(['id', 'name', 'account_id']).orderBy('name').execute()
    return await shownZones(this.#parts, { db, orgId }, rows)
  }

  async zoneOf(orgId: string, name: string) {
    const db = this.#db(orgId)
    const row = await zoneOfName(db, name.toLowerCase().replace(/\.$/, ''))
    return row && (await shownZones(this.#parts, { db, orgId }, [row]))[0]
  }

  async list(orgId: string, zoneId: string) {
    const db = this.#db(orgId)
    return await readCopy(db, (await selectZone(db, zoneId)).id)
  }

  async plan(orgId: string, options: DnsPlanOptions): Promise<Changeset | undefined> {
    return await this.#submit(orgId, options, this.#parts.changesets.plan)
  }

  async apply(orgId: string, options: DnsPlanOptions): Promise<Changeset | undefined> {
    return await this.#submit(orgId, options, this.#parts.changesets.applyNow)
  }

  async delete(orgId: string, zoneId: string, keys: DnsPlanOptions['zones'][number]['delete'] = []) {
    const title = keys.length === 1 ? `Delete ${keys[0]?.name} ${keys[0]?.type}` : `Delete ${keys.length} record sets`
    return await this.apply(orgId, { title, zones: [{ zoneId, delete: keys }] })
  }

  async #submit(orgId: string, options: DnsPlanOptions, submit: Submit): Promise<Changeset | undefined> {
    await this.#requireOn(orgId)
    const place = { db: this.#db(orgId), orgId, plugin: this.#plugin }
    const plan = await planOfPlugin(this.#parts, place, options)
    return plan && (await withPaths(plan.paths, () => submit(orgId, plan.options)))
  }

  /** @throws Problem `feature_disabled` before the provider is called */
  async #requireOn(orgId: string): Promise<void> {
    const { ctx } = this.#parts
    if (!(await requireService(ctx, Features).isEnabled(orgId, ctx.name))) throw new Problem('feature_disabled')
  }

  #db(orgId: string): ScopedDatabase<Tables> {
    return this.#parts.ctx.db.inWorkspace(orgId, `DNS of ${this.#plugin}`)
  }
}
