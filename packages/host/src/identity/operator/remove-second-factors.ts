import type { Queries } from '@host/plugin'
import type { IdentityAudit } from '../identity-audit.ts'
import type { HostTables } from '../models.ts'
import { removeRecoveryCodes } from '../second-factors/recovery-codes.ts'

/**
 * Removes every second factor of an account, for a user who has lost all of them. Runs inside the transaction that also
 * ends their access.
 */
export async function removeSecondFactors(
  db: Queries<HostTables>,
  userId: string,
  audit: IdentityAudit,
): Promise<void> {
  const target = `user:${userId}`
  const app = await db
    .deleteFrom('totp_apps')
    .where('user_id', '=', userId)
    .returning('active_since as activeSince')
    .executeTakeFirst()
  const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute()
  await removeRecoveryCodes(db, userId)
  if (typeof app?.activeSince === 'string') {
    await audit.record({ orgId: undefined, action: 'second_factor.disabled', target, after: { method: 'totp' } })
  }
  if (passkeys.length === 0) return
  const names = passkeys.map(({ name }) => name)
  await audit.record({ orgId: undefined, action: 'passkey.removed', target, after: { names } })
}
