/**
 * The first proof of a mailbox that others had vouched for.
 *
 *   made on a word (a link handed over, a workspace's provider) ── first mailed reset ──► proven; only the mailbox is left
 *
 * The previous user of the account may not own the address. So every sign-in method they set up is removed: otherwise a
 * mailed reset would give the mailbox's owner an account that another person can still open. An account that was proven
 * keeps its second factors through a reset, since a mailbox alone must not open an account that has more.
 */
import type { Queries } from '@host/plugin'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostTables } from '../models.ts'

/** Everything that opens an account or acts for it, beside its password and its sessions. */
const waysIn = ['totp_apps', 'recovery_codes', 'passkeys', 'external_identities', 'api_tokens'] as const

/** Notes that a mailed link was used, inside the transaction that sets the new password and ends all access. */
export async function proveMailbox(db: Queries<HostTables>, userId: string, recorder: ChangeRecorder): Promise<void> {
  const first = await db
    .updateTable('users')
    .set({ is_mailbox_proven: true })
    .where('id', '=', userId)
    .where('is_mailbox_proven', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (first === undefined) return
  for (const table of waysIn) {
    await db
      .deleteFrom(table as 'passkeys')
      .where('user_id', '=', userId)
      .execute()
  }
  await recorder.record({ kind: 'user.mailbox_proven', actorId: userId, userId })
}
