import { Problem, type Queries } from '@host/plugin'
import { countById } from '../count-by-id.ts'
import type { HostTables } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { removeOrphans } from '../sessions/sign-in-rows.ts'
import { countStranded } from './last-ways.ts'

/**
 * Ends access that began with a provider, inside the transaction that changes it: sessions, and pending sign-ins, which
 * compare the epoch of the account before they start a session: see `endAccess`.
 * @returns users whose sessions must be forgotten after the commit
 */
export async function endSessionsOf(db: Queries<HostTables>, providerId: string): Promise<readonly string[]> {
  await db
    .updateTable('users')
    .set((set) => ({ access_epoch: set('access_epoch', '+', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('external_identities').select('user_id').where('provider_id', '=', providerId),
    )
    .execute()
  await db.deleteFrom('host_sign_in_flows').where('provider_id', '=', providerId).execute()
  await db.deleteFrom('host_challenges').where('provider_id', '=', providerId).execute()
  const ended = await db
    .deleteFrom('user_sessions')
    .where('provider_id', '=', providerId)
    .returning('user_id')
    .execute()
  const users = [...new Set(ended.map(({ user_id: userId }) => userId))]
  for (const userId of users) await removeOrphans(db, userId)
  return users
}

/** Makes the ended sessions count for nothing, everywhere. Call it after the commit and before the answer. */
export async function forgetAll(live: LiveSessions, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await live.forget({ userId })
}

/**
 * Unlinks all identities of a provider, inside the transaction that removes it, after `endSessionsOf`, which locks
 * their accounts.
 * @throws Problem `last_method` when a user could no longer sign in
 */
export async function unlinkAll(db: Queries<HostTables>, providerId: string): Promise<void> {
  const stranded = await countStranded(db, providerId)
  if (stranded > 0) {
    throw new Problem('last_method', {
      detail: {
        en: `For ${stranded} ${stranded === 1 ? 'account' : 'accounts'} this is the only way to sign in.`,
        zh: `对 ${stranded} 个账户而言，这是唯一的登录方式。`,
      },
      nextStep: {
        en: 'Switch it off instead, or let these people set a password or a passkey first.',
        zh: '可改为停用，或先让这些用户设置密码或通行密钥。',
      },
    })
  }
  await db.deleteFrom('external_identities').where('provider_id', '=', providerId).execute()
}

/** How many identities are linked through a provider. */
export async function countIdentities(db: Queries<HostTables>, providerId: string): Promise<number> {
  return await countById(db, (after) =>
    db.selectFrom('external_identities').select('id').where('provider_id', '=', providerId).where('id', '>', after),
  )
}

/** Accounts are known by the issuer: another one would know none of them. @throws Problem `conflict` */
export async function requireNobodyLinked(db: Queries<HostTables>, providerId: string): Promise<void> {
  if ((await countIdentities(db, providerId)) === 0) return
  throw new Problem('conflict', {
    detail: {
      en: "The issuer can't change while accounts are linked to it.",
      zh: '已有账户通过此颁发者关联，因此无法更改。',
    },
    nextStep: { en: 'Remove this provider and add a new one.', zh: '请移除此提供方后重新添加。' },
  })
}
