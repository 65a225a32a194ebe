/** Domains and zones of all workspaces, for instance admins. */
import { listOf, type EndpointInput, type PluginContext } from '@host/plugin'
import type { InstanceDomain, InstanceZone, listAllDomains, listAllZones } from '../../shared.ts'
import type { Tables } from '../models.ts'

type Context = Pick<PluginContext<Tables>, 'db'>

const reason = 'show the domains of all workspaces to an instance admin'

/** A page of domains, with the names of their workspaces and how many of them claim each. */
export async function domainsOfAll({ db: doors }: Context, input: EndpointInput<typeof listAllDomains>) {
  const db = doors.asInstance(reason)
  const columns = ['id', 'org_id', 'name', 'shown_name', 'state', 'outcome', 'checked_at', 'verified_at'] as const
  const { items, ...page } = await listOf(
    { db, input },
    db.selectFrom('domains_domains').select([...columns, 'created_at']),
    {
      usual: 'urgency',
      sort: { urgency: 'urgency', name: { text: 'shown_name' }, createdAt: 'created_at' },
      filter: { state: 'state' },
      search: ['shown_name', 'name'],
    },
  )
  const names = await workspaceNames({ db: doors }, items)
  const claims = await claimsOf({ db: doors }, items)
  const shown = items.map((row): InstanceDomain => ({
    id: row.id,
    name: row.shown_name,
    asciiName: row.name,
    workspace: { id: row.org_id, name: names.get(row.org_id) ?? row.org_id },
    state: row.state,
    outcome: row.outcome,
    claims: claims.get(row.name) ?? 1,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
  }))
  return { ...page, items: shown }
}

/** A page of zones, without their records. */
export async function zonesOfAll({ db: doors }: Context, input: EndpointInput<typeof listAllZones>) {
  const db = doors.asInstance(reason)
  const { items, ...page } = await listOf(
    { db, input },
    db
      .selectFrom('domains_zones as zone')
      .innerJoin('domains_accounts as account', 'account.id', 'zone.account_id')
      .select([
        'zone.id as id',
        'zone.org_id as org_id',
        'zone.shown_name as shown_name',
        'zone.records as records',
        'zone.read_at as read_at',
        'zone.problem as problem',
        'zone.created_at as created_at',
        'account.provider as provider',
      ]),
    {
      id: 'zone.id',
      usual: 'urgency',
      sort: { urgency: 'zone.urgency', name: { text: 'zone.shown_name' }, createdAt: 'zone.created_at' },
      search: ['zone.shown_name', 'zone.name'],
    },
  )
  const names = await workspaceNames({ db: doors }, items)
  const failing = await failingOf({ db: doors }, items)
  const shown = items.map((row): InstanceZone => ({
    id: row.id,
    name: row.shown_name,
    workspace: { id: row.org_id, name: names.get(row.org_id) ?? row.org_id },
    provider: row.provider,
    records: row.records,
    readAt: row.read_at,
    problem: row.problem,
    failing: failing.get(row.id) ?? 0,
    createdAt: row.created_at,
  }))
  return { ...page, items: shown }
}

/** Watched record sets that are wrong, counted by zone. */
async function failingOf({ db }: Context, zones: readonly { readonly id: string }[]) {
  const ids = zones.map(({ id }) => id)
  if (ids.length === 0) return new Map<string, number>()
  const watches = db.asInstance(reason).selectFrom('domains_watches').where('zone_id', 'in', ids)
  const counted = await watches
    .select(['zone_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('is_failing', '=', true)
    .groupBy('zone_id')
    .execute()
  return new Map(counted.map(({ zone_id: id, count }) => [id, count]))
}

/** How many accounts use each provider. */
export async function accountsByProvider({ db }: Context): Promise<ReadonlyMap<string, number>> {
  const accounts = db.asInstance(reason).selectFrom('domains_accounts')
  const rows = await accounts
    .select(['provider', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, count }) => [provider, count]))
}

async function workspaceNames({ db }: Context, rows: readonly { readonly org_id: string }[]) {
  const ids = [...new Set(rows.map(({ org_id }) => org_id))]
  if (ids.length === 0) return new Map<string, string>()
  const workspaces = db.asInstance(reason).selectFrom('workspaces').select(['id', 'name'])
  const found = await workspaces.where('id', 'in', ids).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function claimsOf({ db }: Context, rows: readonly { readonly name: string }[]) {
  const names = [...new Set(rows.map(({ name }) => name))]
  if (names.length === 0) return new Map<string, number>()
  const domains = db.asInstance(reason).selectFrom('domains_domains').where('name', 'in', names)
  const counted = await domains
    .select(['name', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('name')
    .execute()
  return new Map(counted.map(({ name, count }) => [name, count]))
}
