import { Problem, type WorkspaceScope } from '@host/plugin'
import type { Account, AccountState } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { accountFacts, selectAccount, shownAccount } from './account-rows.ts'
import { openAccount } from './open-account.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'signal'>

/**
 * Reads the zones of an account, and stores whether that worked, unless its settings were changed meanwhile.
 * @throws Problem `not_found`, `service_unavailable`
 */
export async function testAccountOf(parts: Parts, scope: Scope, id: string): Promise<Account> {
  const { db, orgId } = scope
  const row = await selectAccount(db, id)
  const account = await openAccount(parts, scope, row)
  const state = await stateOf(() => account.zones())
  const set = { state, tested_at: momentAfter(parts.clock()) }
  const own = db.updateTable('domains_accounts').set(set).where('id', '=', id)
  await own.where('secrets', '=', row.secrets).execute()
  return shownAccount(await selectAccount(db, id), await accountFacts(parts.providers, { db, orgId }))
}

async function stateOf(read: () => Promise<unknown>): Promise<AccountState> {
  try {
    await read()
    return 'ok'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code === 'remote_refused' ? 'refused' : 'failed'
  }
}
