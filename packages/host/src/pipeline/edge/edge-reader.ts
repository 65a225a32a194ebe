/**
 * Which workspace and plugin a host belongs to, from the database. The most specific proved name decides about the
 * workspace, and among its assignments the exact host comes before wildcards, longer ones first.
 */
import type { Queries } from '@host/plugin'
import { hostNameChain } from '@host/plugin/platform'
import type { HostTables } from '../../identity/index.ts'
import type { EdgeSite } from '../../request/edge-site.ts'
import type { EdgeTables } from './models.ts'

/** The tables that are read. */
export type EdgeQueries = Queries<EdgeTables & Pick<HostTables, 'workspaces'>>

/** The owner of the most specific proved name that a host is at or below; undefined without one. */
export async function ownerOf(db: EdgeQueries, name: string): Promise<string | undefined> {
  return (await ownersOf(db, [name])).get(name)
}

/** The same for several names, with one query. Names without an owner are left out. */
export async function ownersOf(db: EdgeQueries, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const candidates = [...new Set(names.flatMap(hostNameChain))]
  if (candidates.length === 0) return new Map()
  const proofs = db.selectFrom('edge_proofs').select(['org_id', 'name']).where('name', 'in', candidates)
  const proved = new Map((await proofs.execute()).map((proof) => [proof.name, proof.org_id]))
  const owners = new Map<string, string>()
  for (const name of names) {
    const owner = hostNameChain(name)
      .map((each) => proved.get(each))
      .find((each) => each !== undefined)
    if (owner !== undefined) owners.set(name, owner)
  }
  return owners
}

/** Who answers a host; undefined for one that is not proved. The plugin's feature is not looked at. */
export async function readSite(db: EdgeQueries, name: string): Promise<EdgeSite | undefined> {
  const orgId = await ownerOf(db, name)
  if (orgId === undefined) return undefined
  const assigned = (await isOpen(db, orgId)) ? await assignmentOf(db, orgId, name) : undefined
  return Object.freeze({ orgId, plugin: assigned?.plugin, page: assigned?.page ?? undefined })
}

/** Whether a workspace is there and not being erased. */
export async function isOpen(db: EdgeQueries, orgId: string): Promise<boolean> {
  const workspaces = db.selectFrom('workspaces').select('id').where('id', '=', orgId).where('erase_at', 'is', null)
  return (await workspaces.executeTakeFirst()) !== undefined
}

async function assignmentOf(db: EdgeQueries, orgId: string, name: string): Promise<Assigned | undefined> {
  const [, ...above] = hostNameChain(name)
  const hosts = [name, ...above.map((parent) => `*.${parent}`)]
  const found = await db
    .selectFrom('edge_hosts')
    .select(['host', 'plugin', 'page'])
    .where('org_id', '=', orgId)
    .where('host', 'in', hosts)
    .execute()
  return found.find(({ host }) => host === name) ?? longestFirst(found, ({ host }) => host)[0]
}

interface Assigned {
  readonly host: string
  readonly plugin: string
  readonly page: string | null
}

function longestFirst<Row>(rows: readonly Row[], textOf: (row: Row) => string): readonly Row[] {
  return rows.toSorted((one, other) => textOf(other).length - textOf(one).length)
}
