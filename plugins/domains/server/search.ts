import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db'>

/** Hits of each kind. */
const most = 10

/** The domains, zones and record sets whose name contains a text, and record sets with it in their data, for the palette. */
export async function search({ db }: Scope, query: string): Promise<readonly SearchHit[]> {
  const input = { q: query, limit: most }
  const names = { usual: '-id', search: ['shown_name', 'name'] } as const
  const domains = await listOf({ db, input }, db.selectFrom('domains_domains').select(['id', 'shown_name']), names)
  const zones = await listOf({ db, input }, db.selectFrom('domains_zones').select(['id', 'shown_name']), names)
  const columns = ['id', 'zone_id', 'name', 'shown_name', 'type'] as const
  const records = await listOf({ db, input }, db.selectFrom('domains_records').select(columns), {
    usual: '-id',
    search: ['shown_name', 'name', 'data'],
  })
  const shown = await listOf({ db, input }, db.selectFrom('domains_read_only_sets').select(columns), {
    usual: '-id',
    search: ['shown_name', 'name', 'content'],
  })
  return [
    ...domains.items.map(({ id, shown_name: title }) => ({ title, path: `/domains/${id}` })),
    ...zones.items.map(({ id, shown_name: title }) => ({ title, path: `/domains/zones/${id}` })),
    ...[...records.items, ...shown.items].map(({ zone_id: zone, name, shown_name: title, type }) => ({
      title: `${title} ${type}`,
      path: `/domains/zones/${zone}?q=${encodeURIComponent(name)}`,
    })),
  ]
}
