import { Problem, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import type { addSuppression, Suppression } from '../../shared.ts'
import { suppressionReleased } from './suppression-events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readAddress } from '../receive/read-address.ts'
import { suppress } from './suppress.ts'
import { shownColumns, shownSuppression } from './suppression-list.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

const day = 86_400_000

/** @throws Problem `invalid_input` */
export async function addByHand(
  parts: Parts,
  { db, orgId, audit }: Scope,
  { address: given, note, expiresInDays }: EndpointInput<typeof addSuppression>,
): Promise<Suppression> {
  const address = readAddress(given)?.address
  if (address === undefined) throw new Problem('invalid_input', { errors: [{ path: 'address', message: notAddress }] })
  const expiresAt = expiresInDays === undefined ? null : new Date(parts.clock() + expiresInDays * day).toISOString()
  return await db.transaction(async (tx) => {
    await suppress(parts, tx, { orgId, address, reason: 'manual', expiresAt, isNews: false })
    const row = await tx
      .updateTable('mail_suppressions')
      .set(note === undefined ? { address } : { note })
      .where('address', '=', address)
      .returning(shownColumns)
      .executeTakeFirstOrThrow()
    audit.describe({ target: `suppression:${row.id}`, after: { address, expiresAt } })
    return shownSuppression(row)
  })
}

export const notAddress = {
  en: 'Enter an address such as ada@example.com, or *@example.com for a whole domain.',
  zh: '请填写邮箱地址，例如 ada@example.com；*@example.com 表示整个域名。',
}

/** @throws Problem `not_found`, and then nothing is released */
export async function release(parts: Parts, { db, orgId, audit }: Scope, ids: readonly string[]): Promise<number> {
  const once = [...new Set(ids)]
  return await db.transaction(async (tx) => {
    const gone = await tx.deleteFrom('mail_suppressions').where('id', 'in', once).returning(['id', 'address']).execute()
    if (gone.length < once.length) throw new Problem('not_found')
    const addresses = gone.map(({ address }) => address)
    await tx.deleteFrom('mail_soft_bounces').where('address', 'in', addresses).execute()
    for (const { id, address } of gone) {
      await parts.events.publish(suppressionReleased, orgId, { suppressionId: id, address })
    }
    audit.describe({ before: { addresses } })
    return gone.length
  })
}
