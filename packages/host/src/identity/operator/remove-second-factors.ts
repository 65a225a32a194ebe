import type { Queries } from '@host/plugin'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostTables } from '../models.ts'
import { removeRecoveryCodes } from '../second-factors/recovery-codes.ts'

/**
 * Removes every second factor of an account, for a user who has lost all of them. Runs inside the transaction that also
 * ends their access.
 */
export async function removeSecondFactors(
  db: Queries<HostTables>,
  userId: string,
  recorder: ChangeRecorder,
): Promise<void> {
  const app = await db
    .deleteFrom('totp_apps')
    .where('user_id', '=', userId)
    .returning('active_since as activeSince')
    .executeTakeFirst()
  const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute()
  await removeRecoveryCodes(db, userId)
  if (typeof app?.activeSince === 'string') {
    await recorder.record({ kind: 'second_factor.disabled', userId })
  }
  if (passkeys.length === 0) return
  const names = passkeys.map(({ name }) => name)
  await recorder.record({ kind: 'passkey.removed', userId, names })
}
