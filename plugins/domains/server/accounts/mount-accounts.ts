import { listOf, noContent } from '@host/plugin'
import {
  addAccount,
  changeAccount,
  listAccounts,
  listOfferedZones,
  listProviders,
  readAccount,
  removeAccount,
  testAccount,
} from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { accountFacts, selectAccount, shownAccount, shownColumns } from './account-rows.ts'
import { addAccountTo } from './add-account.ts'
import { changeAccountOf } from './change-account.ts'
import { offeredZones } from './offered-zones.ts'
import { removeAccountOf } from './remove-account.ts'
import { shownProvider } from './shown-provider.ts'
import { testAccountOf } from './test-account.ts'

/** Routes of accounts at DNS providers. */
export function mountAccounts(mux: DomainsMux, parts: Parts): void {
  const { providers } = parts
  mux.endpoint(listProviders, async ({ orgId, language }) => ({
    items: (await providers.offered(orgId)).map((each) => shownProvider(each, language)),
  }))
  mux.endpoint(listAccounts, async (scope) => {
    const facts = await accountFacts(providers, scope)
    return await listOf(scope, scope.db.selectFrom('domains_accounts').select(shownColumns), {
      usual: 'label',
      sort: { label: { text: 'name' }, createdAt: 'created_at' },
      item: (row) => shownAccount(row, facts),
    })
  })
  mux.endpoint(addAccount, (scope) => addAccountTo(parts, scope, scope.input))
  mux.endpoint(readAccount, async (scope) =>
    shownAccount(await selectAccount(scope.db, scope.params.id), await accountFacts(providers, scope)),
  )
  mux.endpoint(changeAccount, (scope) => changeAccountOf(parts, scope, { id: scope.params.id, change: scope.input }))
  mux.endpoint(testAccount, (scope) => testAccountOf(parts, scope, scope.params.id))
  mux.endpoint(removeAccount, async (scope) => {
    await removeAccountOf(scope, scope.params.id)
    return noContent()
  })
  mux.endpoint(listOfferedZones, (scope) => offeredZones(parts, scope, scope.params.id))
}
