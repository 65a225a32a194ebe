import { Problem } from '@host/plugin'
import { addressTaken } from '../accounts/account-draft.ts'
import { endAccess } from '../accounts/end-access.ts'
import { languageOf } from '../client.ts'
import { hideAddress } from '../profile/hide-address.ts'
import { linkIsVoid, takeLink } from './account-links.ts'
import type { RecoveryParts } from './recovery-service.ts'

/**
 * Gives an account the address that its link was mailed to. That the address has another account is said here and not
 * before: to whoever holds its mailbox. It was asked for from inside, on a fresh proof, so what its holder set up stays.
 * @throws Problem `gone`, `conflict`
 */
export async function confirmEmail(parts: RecoveryParts, request: Request, token: string): Promise<void> {
  const { db, clock, audit, live, mail } = parts
  const changed = await db.transaction(async (queries) => {
    const link = await takeLink(queries, { token, purpose: 'email' }, clock())
    const { userId, email } = link
    const account = await queries.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
    if (account === undefined || email === null) throw linkIsVoid()
    const other = await queries.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (other !== undefined) throw new Problem('conflict', { detail: addressTaken })
    await queries
      .updateTable('users')
      .set({ email, is_email_verified: true, is_mailbox_proven: true })
      .where('id', '=', userId)
      .execute()
    await endAccess(queries, userId)
    await audit.record({
      orgId: undefined,
      actorId: userId,
      action: 'user.email_changed',
      target: `user:${userId}`,
      before: { email: account.email },
      after: { email },
    })
    return { userId, from: account.email, to: email }
  })
  await live.forget({ userId: changed.userId })
  const language = languageOf(request)
  const names = { address: hideAddress(changed.to) }
  mail.post(async () => ({ kind: 'emailChanged', to: changed.from, language, names, link: mail.pageAt('/login') }))
}
