/**
 * Hosts that plugins answer for workspaces, as handshakes and orders of certificates know them. They decide as `readSite`
 * of the edge does; see `edge-reader.ts`.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Queries } from '@host/plugin'
import { hostNameChain } from '@host/plugin/platform'
import { nameOfPattern } from '../pipeline/edge/edge-subjects.ts'
import type { EdgeTables } from '../pipeline/edge/models.ts'

/** A host with the workspace that has proved its name. */
export interface WorkspaceHost {
  /** Exact, or `*.` and a name. */
  readonly host: string
  readonly orgId: string
  /** The plugin that answers it there. */
  readonly plugin: string
}

/** Rows of one read. */
const pageSize = 1_000

export class AnsweredHosts {
  /** Workspaces by proved name. */
  readonly #owners = new Map<string, string>()
  /** Plugins by host and by workspace; several workspaces may have assigned the same host. */
  readonly #assigned = new Map<string, Map<string, string>>()

  /** Reads those of all workspaces. */
  static async read(db: Queries<EdgeTables>): Promise<AnsweredHosts> {
    const hosts = new AnsweredHosts()
    for await (const { name, org_id: orgId } of readProofs(db)) hosts.#owners.set(name, orgId)
    for await (const { host, ...row } of readHosts(db)) hosts.#assign(host, [row])
    return hosts
  }

  /** Reads again what a name is proved and assigned for, and its wildcard. */
  async reread(db: Queries<EdgeTables>, name: string): Promise<void> {
    const proofs = db.selectFrom('edge_proofs').select('org_id').where('name', '=', name)
    const proof = await proofs.executeTakeFirst()
    if (proof === undefined) this.#owners.delete(name)
    else this.#owners.set(name, proof.org_id)
    const patterns = [name, `*.${name}`]
    const hosts = db.selectFrom('edge_hosts').select(['host', 'org_id', 'plugin'])
    const rows = await hosts.where('host', 'in', patterns).execute()
    for (const pattern of patterns) {
      this.#assigned.delete(pattern)
      this.#assign(
        pattern,
        rows.filter(({ host }) => host === pattern),
      )
    }
  }

  /** The exact host or the wildcard under which a name is answered; undefined for an unknown one. */
  patternOf(name: string): string | undefined {
    if (this.#owners.size === 0) return undefined
    const owner = this.#ownerOf(name)
    if (owner === undefined) return undefined
    const [, ...above] = hostNameChain(name)
    return [name, ...above.map((parent) => `*.${parent}`)].find((host) => this.#assigned.get(host)?.has(owner))
  }

  /** Every host, once. */
  *all(): Generator<WorkspaceHost> {
    for (const [host, plugins] of this.#assigned) {
      const orgId = this.#ownerOf(nameOfPattern(host))
      const plugin = orgId === undefined ? undefined : plugins.get(orgId)
      if (orgId !== undefined && plugin !== undefined) yield { host, orgId, plugin }
    }
  }

  /** The workspace that has the most specific proof of a name. */
  #ownerOf(name: string): string | undefined {
    const proved = hostNameChain(name).find((above) => this.#owners.has(above))
    return proved === undefined ? undefined : this.#owners.get(proved)
  }

  #assign(host: string, rows: readonly { readonly org_id: string; readonly plugin: string }[]): void {
    for (const { org_id: orgId, plugin } of rows) {
      const plugins = this.#assigned.get(host) ?? new Map<string, string>()
      this.#assigned.set(host, plugins.set(orgId, plugin))
    }
  }
}

async function* readProofs(db: Queries<EdgeTables>) {
  for (let last = ''; ; await turn()) {
    const rows = db.selectFrom('edge_proofs').select(['id', 'name', 'org_id']).where('id', '>', last)
    const page = await rows.orderBy('id').limit(pageSize).execute()
    yield* page
    if (page.length < pageSize) return
    last = page.at(-1)?.id ?? last
  }
}

async function* readHosts(db: Queries<EdgeTables>) {
  for (let last = ''; ; await turn()) {
    const rows = db.selectFrom('edge_hosts').select(['id', 'host', 'org_id', 'plugin']).where('id', '>', last)
    const page = await rows.orderBy('id').limit(pageSize).execute()
    yield* page
    if (page.length < pageSize) return
    last = page.at(-1)?.id ?? last
  }
}
