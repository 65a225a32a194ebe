import type { Judging } from './judge-rows.ts'

/** Addresses and external IDs that links have. */
export interface TakenAddresses {
  /** The target at a key, of a link of the workspace; empty for another one's. Undefined for a free key. */
  targetOf(key: string): string | undefined
  readonly externalIds: ReadonlySet<string>
}

interface Wanted {
  readonly keys: readonly string[]
  readonly externalIds: readonly string[]
}

/** Looks up addresses in all workspaces, which share a host, and those that were printed once. */
export async function takenAddresses(
  { parts, db, orgId }: Pick<Judging, 'parts' | 'db' | 'orgId'>,
  { keys, externalIds }: Wanted,
): Promise<TakenAddresses> {
  const all = parts.ctx.db.asInstance('find the addresses that imported links would have')
  const targets = new Map<string, string>()
  if (keys.length > 0) {
    const links = all.selectFrom('links_links').select(['index_key', 'org_id', 'url']).where('index_key', 'in', keys)
    const retired = all.selectFrom('links_retired').select('index_key').where('index_key', 'in', keys)
    for (const { index_key: key } of await retired.execute()) targets.set(key, '')
    for (const link of await links.execute()) targets.set(link.index_key, link.org_id === orgId ? link.url : '')
  }
  const ids = new Set<string>()
  if (externalIds.length > 0) {
    const links = db.selectFrom('links_links').select('external_id').where('external_id', 'in', externalIds)
    for (const { external_id: id } of await links.execute()) if (id !== null) ids.add(id)
  }
  return { targetOf: (key) => targets.get(key), externalIds: ids }
}
