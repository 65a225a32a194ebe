import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { removeOrphans } from '../sessions/sign-in-rows.ts'

/**
 * Ends all access of an account that was opened by an earlier proof: sessions, mailed links, pending sign-ins. Runs
 * inside the transaction that changes the proof; the caller then forgets the user in memory after the commit.
 *
 * The epoch increases first: a sign-in that began with the old proof compares it under the lock of the same row, so it
 * either ends before this, with a session that is deleted here, or finds the epoch changed and starts none.
 */
export async function endAccess(db: Queries<HostTables>, userId: string, keptSession = ''): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({ access_epoch: set('access_epoch', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keptSession)
    .where('sign_in_id', 'is', null)
    .execute()
  await removeOrphans(db, userId)
  await db.deleteFrom('host_account_links').where('user_id', '=', userId).execute()
  await db.deleteFrom('host_challenges').where('user_id', '=', userId).execute()
}
