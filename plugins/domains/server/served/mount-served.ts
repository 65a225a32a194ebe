import { listOf, noContent } from '@host/plugin'
import {
  changeZoneServer,
  checkDelegation,
  createZoneKey,
  listZoneKeys,
  readZoneServer,
  removeZoneKey,
} from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { delegationOf } from './check-delegation.ts'
import { requireServed, setSecondaries, zoneServerOf } from './server-settings.ts'
import { createKey, keyColumns, removeKey, shownKey } from './zone-keys.ts'

/** Routes of zones that this host serves. */
export function mountServed(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(readZoneServer, ({ db, params }) => zoneServerOf(parts, db, params.id))
  mux.endpoint(checkDelegation, (scope) => delegationOf(parts, scope, scope.params.id))
  mux.endpoint(changeZoneServer, (scope) => setSecondaries(parts, scope, { id: scope.params.id, ...scope.input }))
  mux.endpoint(listZoneKeys, async (scope) => {
    const { row } = await requireServed(parts, scope.db, scope.params.id)
    const keys = scope.db.selectFrom('domains_dns_keys').select(keyColumns).where('served_id', '=', row.id)
    return await listOf(scope, keys, {
      usual: 'label',
      sort: { label: { text: 'label' }, createdAt: 'created_at' },
      item: shownKey,
    })
  })
  mux.endpoint(createZoneKey, (scope) => createKey(parts, scope, { zoneId: scope.params.id, ...scope.input }))
  mux.endpoint(removeZoneKey, async (scope) => {
    await removeKey(parts, scope, { zoneId: scope.params.id, keyId: scope.params.keyId })
    return noContent()
  })
}
