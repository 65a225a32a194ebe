import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import type { Account } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Providers } from './providers.ts'

/** Columns of an answer. */
export const shownColumns = ['id', 'provider', 'name', 'settings', 'state', 'tested_at', 'created_at'] as const

const allColumns = [...shownColumns, 'seal', 'secrets'] as const

/** A row with all that the plugin reads of it. */
export type AccountRow = Awaited<ReturnType<typeof selectAccount>>

/** An account of the workspace. @throws Problem `not_found` */
export async function selectAccount(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('domains_accounts').select(allColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** An account of the workspace, locked until the transaction ends. @throws Problem `not_found` */
export async function lockAccount(db: Queries<Tables>, id: string): Promise<AccountRow> {
  const query = db.selectFrom('domains_accounts').select(allColumns).where('id', '=', id).forUpdate()
  const row = await query.executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Facts of a workspace that answers about accounts need. */
export interface AccountFacts {
  /** Names of the providers by their service. */
  readonly titles: ReadonlyMap<string, string>
  /** How many zones use each account. */
  readonly zones: ReadonlyMap<string, number>
}

/** Reads the facts of a workspace. */
export async function accountFacts(
  providers: Providers,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
): Promise<AccountFacts> {
  const named = await providers.list(orgId)
  const rows = await db.selectFrom('domains_zones').select('account_id').execute()
  const zones = new Map<string, number>()
  for (const { account_id: id } of rows) zones.set(id, (zones.get(id) ?? 0) + 1)
  return { titles: new Map(named.map(({ name, provider }) => [name, provider.title])), zones }
}

/** An account as it is answered: without its secrets. */
export function shownAccount(row: Pick<AccountRow, (typeof shownColumns)[number]>, facts: AccountFacts): Account {
  return {
    id: row.id,
    provider: row.provider,
    providerTitle: facts.titles.get(row.provider) ?? null,
    label: row.name,
    settings: { ...row.settings },
    state: row.state,
    testedAt: row.tested_at,
    zones: facts.zones.get(row.id) ?? 0,
    createdAt: row.created_at,
  }
}
