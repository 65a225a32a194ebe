import { Changesets, requireService, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { applySets } from './plan-records.ts'
import { notifyAdmins } from './record-lines.ts'
import { keysOfSender, type KeysRow, type SenderRow } from './sender-rows.ts'
import { keySets } from './wanted-records.ts'

interface Place {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
}

/** States in which a changeset may still change the records. */
const open: ReadonlySet<string> = new Set(['planned', 'approved', 'applying', 'interrupted'])
/** A plan that a person has left is made again a day later. */
const pause = 24 * 3_600_000

/**
 * Publishes the records of keys that the schedule has made, and deletes those of removed keys, where the zone is one of
 * the workspace. The first records of a domain are a person's choice, so they are never applied from here.
 */
export async function applyKeyRecords(parts: Parts, { db, orgId }: Place, row: SenderRow): Promise<void> {
  const all = await keysOfSender(db, row.id)
  const isSigning = all.some(({ stage }) => stage === 'signing')
  const waiting = all.filter(
    ({ stage }) => stage === 'removing' || (stage === 'publishing' && isSigning && row.rotate_days !== null),
  )
  for (const keys of waiting) {
    if (await isUnderWay(parts, orgId, keys)) continue
    const isRemoval = keys.stage === 'removing'
    const title = `${isRemoval ? 'Remove' : 'Publish'} DKIM keys ${keys.selector} of ${row.shown_name}`.slice(0, 200)
    const changeset = await applySets(parts, { orgId, title, sets: keySets([keys]) })
    if (changeset === undefined) continue
    await db.updateTable('mail_signing_keys').set({ changeset_id: changeset.id }).where('id', '=', keys.id).execute()
    if (changeset.state !== 'planned') continue
    await notifyAdmins(parts, {
      to: { orgId, role: 'admin' },
      category: 'sender-check',
      title: { en: 'DKIM records wait for your approval', zh: 'DKIM 记录等待您的批准' },
      path: `/changes/${changeset.id}`,
      key: `plan.${keys.id}`,
    })
  }
}

async function isUnderWay({ ctx, clock }: Parts, orgId: string, { changeset_id: id }: KeysRow): Promise<boolean> {
  if (id === null) return false
  const changeset = await requireService(ctx, Changesets).find(orgId, id)
  if (changeset === undefined || changeset.state === 'applied') return false
  return open.has(changeset.state) || clock() < Date.parse(changeset.createdAt) + pause
}
