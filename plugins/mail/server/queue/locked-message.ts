import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Recipients that have no result yet. */
export const openStates = ['waiting', 'deferred'] as const

/** Locked first, so that of the domains of a message one after the other is recorded. */
export async function lockMessage(tx: Queries<Tables>, id: string) {
  const columns = [
    'id',
    'org_id',
    'mailbox_id',
    'message_id',
    'from_address',
    'subject',
    'state',
    'send_at',
    'began_at',
    'deadline',
    'created_by',
  ] as const
  return await tx.selectFrom('mail_outgoing').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export type LockedMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>
