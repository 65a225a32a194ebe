import type { WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shownRecordName } from '../records/record-names.ts'
import { selectAccount } from './account-rows.ts'
import { openAccount } from './open-account.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'signal'>

/** The zones that an account has at its provider. @throws Problem `not_found`, and as `DnsAccount.zones` */
export async function offeredZones(parts: Parts, scope: Scope, id: string) {
  const account = await openAccount(parts, scope, await selectAccount(scope.db, id))
  const offered = await account.zones()
  const own = await scope.db.selectFrom('domains_zones').select(['id', 'name']).execute()
  const ids = new Map(own.map((zone) => [zone.name, zone.id]))
  const items = offered.map(({ name }) => ({ name, shownName: shownRecordName(name), zoneId: ids.get(name) ?? null }))
  return { items }
}
