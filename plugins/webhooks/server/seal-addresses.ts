import type { InstanceJobScope } from '@host/plugin'
import { isSealed, sealAddress } from './endpoint-address.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'

const batch = 200

/** Seals addresses that a host from before sealing wrote. One that changes meanwhile is left to the next sweep. */
export async function sealAddresses(parts: Pick<Parts, 'ctx'>, { db }: InstanceJobScope<Tables>): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('webhooks_endpoints')
      .select(['id', 'org_id', 'seal', 'url'])
      .where('id', '>', after)
      .where('url', 'like', 'http%')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, org_id: orgId, seal, url } of rows) {
      if (isSealed(url)) continue
      const set = await sealAddress(parts.ctx, { orgId, seal }, url)
      await db.updateTable('webhooks_endpoints').set(set).where('id', '=', id).where('url', '=', url).execute()
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
