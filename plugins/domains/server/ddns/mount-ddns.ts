import { listOf, noContent, Problem, type WorkspaceScope } from '@host/plugin'
import { createDdnsToken, listDdnsTokens, revokeDdnsToken } from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import { ddnsTokenRevoked } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { createTokenOf } from './create-token.ts'
import { serveUpdates } from './serve-updates.ts'
import { shownToken, tokenColumns } from './token-rows.ts'

/** Routes of dynamic DNS: its tokens, and the updates that clients send with them. */
export function mountDdns(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(listDdnsTokens, async (scope) => {
    const zones = await scope.db.selectFrom('domains_zones').select(['id', 'shown_name']).execute()
    const shown = new Map(zones.map(({ id, shown_name: name }) => [id, name]))
    return await listOf(scope, scope.db.selectFrom('domains_ddns_tokens').select(tokenColumns), {
      usual: 'name',
      sort: { name: { text: 'name' }, createdAt: 'created_at', lastUsedAt: 'last_used_at' },
      filter: { zoneId: 'zone_id' },
      search: ['name'],
      item: (row) => shownToken(row, shown),
    })
  })
  mux.endpoint(createDdnsToken, (scope) => createTokenOf(parts, scope, scope.input))
  mux.endpoint(revokeDdnsToken, async (scope) => {
    await revoke(parts, scope, scope.params.id)
    return noContent()
  })
  serveUpdates(mux, parts)
}

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** @throws Problem `not_found` */
async function revoke({ events }: Pick<Parts, 'events'>, { db, orgId, audit }: Scope, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx
      .deleteFrom('domains_ddns_tokens')
      .where('id', '=', id)
      .returning(['name', 'zone_id', 'names'])
      .executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    await events.publish(ddnsTokenRevoked, orgId, { id, name: row.name, zoneId: row.zone_id })
    audit.describe({ target: `ddns_token:${id}`, before: { name: row.name, names: row.names } })
  })
}
