import { Problem } from '@host/plugin'
import { addressTaken } from '../accounts/account-draft.ts'
import { endAccess } from '../accounts/end-access.ts'
import { languageOf } from '../../request/client.ts'
import { hideAddress } from '../profile/hide-address.ts'
import { linkIsVoid, takeLink } from './account-links.ts'
import type { RecoveryParts } from './recovery-service.ts'

/**
 * Sets the address that the link was mailed to. A conflict with another account is reported only here: to the holder of
 * the mailbox. It was requested by a session with a fresh proof, so the account keeps its sign-in methods.
 * @throws Problem `gone`, `conflict`
 */
export async function confirmEmail(parts: RecoveryParts, request: Request, token: string): Promise<void> {
  const { db, clock, recorder, live, mail } = parts
  const language = languageOf(request)
  const userId = await db.transaction(async (queries) => {
    const { userId: id, email } = await takeLink(queries, { token, purpose: 'email' }, clock())
    const account = await queries.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
    if (account === undefined || email === null) throw linkIsVoid()
    const other = await queries.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (other !== undefined) throw new Problem('conflict', { detail: addressTaken })
    await queries
      .updateTable('users')
      .set({ email, is_email_verified: true, is_mailbox_proven: true })
      .where('id', '=', id)
      .execute()
    await endAccess(queries, id)
    await recorder.record({ kind: 'user.email_changed', actorId: id, userId: id, from: account.email, to: email })
    const names = { address: hideAddress(email) }
    await mail.queue({ kind: 'emailChanged', to: account.email, language, names, link: mail.pageAt('/login') })
    return id
  })
  await live.forget({ userId })
}
