/** Hosts that the instance gets certificates for: that of its public URL, and those that it answers for workspaces. */
import { hostNameChain } from '@host/plugin/platform'
import type { EdgeDatabase } from '../../pipeline/edge/models.ts'
import { nameOfPattern } from '../../pipeline/edge/edge-subjects.ts'
import type { DueHost } from './order-budget.ts'

/** Dependencies of the list. */
export interface WantedHostsOptions {
  readonly db: Pick<EdgeDatabase, 'selectFrom'>
  /** Hosts of the instance itself, as `normalizeHostName` has them. */
  readonly own: readonly string[]
  /** Whether a plugin answers for a workspace now. */
  readonly serves: (orgId: string, plugin: string) => Promise<boolean>
}

/** Rows of one read. */
const pageSize = 1_000

/**
 * The wanted hosts, by their names: a host of a workspace counts while the most specific proof of its name is the
 * workspace's, and a plugin answers it there.
 */
export async function wantedHosts({ db, own, serves }: WantedHostsOptions): Promise<ReadonlyMap<string, DueHost>> {
  const owners = await readOwners(db)
  const wanted = new Map<string, DueHost>()
  for await (const { host, plugin, org_id: orgId } of readAssigned(db)) {
    const owner = hostNameChain(nameOfPattern(host))
      .map((name) => owners.get(name))
      .find((each) => each !== undefined)
    if (owner === orgId && (await serves(orgId, plugin))) wanted.set(host, { host, orgId })
  }
  for (const host of own) wanted.set(host, { host, orgId: undefined })
  return wanted
}

async function readOwners(db: WantedHostsOptions['db']): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  for (let last = ''; ;) {
    const rows = db.selectFrom('edge_proofs').select(['name', 'org_id']).where('name', '>', last).orderBy('name')
    const page = await rows.limit(pageSize).execute()
    for (const { name, org_id: orgId } of page) owners.set(name, orgId)
    if (page.length < pageSize) return owners
    last = page.at(-1)?.name ?? ''
  }
}

async function* readAssigned(db: WantedHostsOptions['db']) {
  for (let last = ''; ;) {
    const rows = db
      .selectFrom('edge_hosts')
      .select(['id', 'host', 'plugin', 'org_id'])
      .where('id', '>', last)
      .orderBy('id')
    const page = await rows.limit(pageSize).execute()
    yield* page
    if (page.length < pageSize) return
    last = page.at(-1)?.id ?? ''
  }
}
