import { Problem, type WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import { lockAccount } from './account-rows.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'audit'>

const mostNamed = 3

/** Removes an account. @throws Problem `not_found`; `conflict` naming the zones that use it */
export async function removeAccountOf({ db, audit }: Scope, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { provider, name } = await lockAccount(tx, id)
    const zones = await tx
      .selectFrom('domains_zones')
      .select('shown_name')
      .where('account_id', '=', id)
      .orderBy('name')
      .execute()
    if (zones.length > 0) throw inUse(zones.map((zone) => zone.shown_name))
    audit.describe({ target: `dns_account:${id}`, before: { provider, label: name } })
    await tx.deleteFrom('domains_accounts').where('id', '=', id).execute()
  })
}

function inUse(zones: readonly string[]): Problem {
  const named = zones.slice(0, mostNamed)
  const more = zones.length - named.length
  return new Problem('conflict', {
    detail: {
      en: `Zones use this account: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
      zh: `以下区域正在使用此账号：${named.join('、')}${more > 0 ? ` 等 ${zones.length} 个` : ''}。`,
    },
    nextStep: { en: 'Remove these zones first.', zh: '请先移除这些区域。' },
  })
}
