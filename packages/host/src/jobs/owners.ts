/** Which person owns a workspace, for the fairness of jobs: of several owners the one who has been a member for longest. */
import { instanceOrgId } from '../request/instance-org-id.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect } from '../database/statement.ts'
import type { Transactor } from '../database/transactor.ts'

/** How long an owner is believed to be the same, in milliseconds, and how many are remembered. */
const trust = 60_000
const mostRemembered = 10_000

interface Known {
  readonly owner: string
  /** By the monotonic clock. */
  readonly until: number
}

export class Owners {
  readonly #database: Pick<Transactor, 'run'>
  readonly #query: NamedStatement<'orgs', { readonly org: string; readonly owner: string | null }>
  readonly #known = new Map<string, Known>()

  constructor(database: Pick<Transactor, 'run' | 'dialect'>) {
    this.#database = database
    this.#query = new NamedStatement(database.dialect, query(database.dialect))
  }

  /** The owners of workspaces; a workspace without one stands for itself. One query for all that are not known. */
  async of(orgIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const now = performance.now()
    const missing = orgIds.filter((org) => org !== instanceOrgId && !((this.#known.get(org)?.until ?? 0) > now))
    if (missing.length > 0) await this.#read(missing, now)
    return new Map(orgIds.map((org) => [org, this.#known.get(org)?.owner ?? org]))
  }

  async #read(orgIds: readonly string[], now: number): Promise<void> {
    const rows = await this.#query.read(this.#database, { orgs: JSON.stringify(orgIds) })
    const found = new Map(rows.map(({ org, owner }) => [org, owner]))
    if (this.#known.size + orgIds.length > mostRemembered) this.#known.clear()
    for (const org of orgIds) this.#known.set(org, { owner: found.get(org) ?? org, until: now + trust })
  }
}

const lists: Readonly<Record<Dialect, string>> = {
  sqlite: 'select value as org from json_each(:orgs)',
  postgres: 'select jsonb_array_elements_text(:orgs::jsonb) as org',
}

// Ids of memberships grow with time. `created_at` would say the same, and need a longer index.
const query = (dialect: Dialect): string => `
  select listed.org as org, (
    select user_id from memberships where org_id = listed.org and role = 'owner' order by id limit 1
  ) as owner from (${lists[dialect]}) as listed`
