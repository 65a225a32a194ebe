/**
 * A new password for whoever holds the mailbox.
 *
 *   forgot ──► link mailed ── reset ──► new password; all sessions and all other links void; the address is verified and
 *                                       proven: see `proveMailbox`
 *
 * The link is used up in the transaction that stores the password: of two who use it at once one does.
 */
import type { StoredAccount } from '../accounts/account-store.ts'
import { checkPassword } from '../accounts/check-password.ts'
import { endAccess } from '../accounts/end-access.ts'
import { clientOf, languageOf } from '../client.ts'
import type { IdentityEmail } from '../mail/identity-mail.ts'
import { networkOf } from '../network.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { issueLink, linkIsVoid, readLink, takeLink, type LinkPurpose } from './account-links.ts'
import { resetEmail, verifyEmail } from './link-emails.ts'
import { proveMailbox } from './prove-mailbox.ts'
import type { Reader, RecoveryParts } from './recovery-service.ts'

/** Mails the link, behind the answer. */
export async function composeReset(parts: RecoveryParts, reader: Reader): Promise<IdentityEmail | undefined> {
  const token = await tokenFor(parts, reader.to, { purpose: 'reset', isFor: (account) => !account.isDisabled })
  return token === undefined ? undefined : resetEmail(parts.mail, reader, token)
}

/** Mails the link that verifies once more, behind the answer; where no password stands, the one that sets it. */
export async function composeVerification(parts: RecoveryParts, reader: Reader): Promise<IdentityEmail | undefined> {
  const account = await parts.accounts.findByEmail(reader.to)
  if (account?.isEmailVerified === false && account.passwordHash === null) return composeReset(parts, reader)
  const isFor = ({ isDisabled, isEmailVerified }: StoredAccount): boolean => !isDisabled && !isEmailVerified
  const token = await tokenFor(parts, reader.to, { purpose: 'verify', isFor })
  return token === undefined ? undefined : verifyEmail(parts.mail, reader, token)
}

/** @throws Problem `gone`, `invalid_input` */
export async function resetPassword(
  parts: RecoveryParts,
  request: Request,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { db, clock, passwords, live, audit, mail, loginThrottle } = parts
  const link = { token, purpose: 'reset' } as const
  const language = languageOf(request)
  const { userId, accountEmail: email } = await readLink(db, link, clock())
  checkPassword(password, email, language)
  const password_hash = await passwords.hash(password)
  await db.transaction(async (queries) => {
    if ((await takeLink(queries, link, clock())).userId !== userId) throw linkIsVoid()
    const changed = await queries
      .updateTable('users')
      .set({ password_hash, is_email_verified: true })
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw linkIsVoid()
    await endAccess(queries, userId)
    await proveMailbox(queries, userId, audit)
    await audit.record({ orgId: undefined, actorId: userId, action: 'user.password_reset', target: `user:${userId}` })
  })
  await live.forget({ userId })
  // Who could not remember the password needs to sign in with the new one right away.
  await loginThrottle.succeed({ email, network: networkOf(clientOf(request).address) })
  mail.post(async () => ({ kind: 'passwordChanged', to: email, language, names: {}, link: mail.pageAt('/forgot') }))
}

interface TokenOptions {
  readonly purpose: LinkPurpose
  readonly isFor: (account: StoredAccount) => boolean
}

async function tokenFor(
  { db, accounts, throttle, clock, audit }: RecoveryParts,
  email: string,
  { purpose, isFor }: TokenOptions,
): Promise<string | undefined> {
  const account = await accounts.findByEmail(email)
  if (account === undefined || !isFor(account) || !(await throttle.mayMail(email))) return undefined
  return db.transaction(async (queries) => {
    if (!(await lockAccount(queries, account.id))) return undefined
    const action = purpose === 'reset' ? 'user.reset_asked' : 'user.verification_asked'
    await audit.record({ orgId: undefined, action, target: `user:${account.id}` })
    return issueLink(queries, { userId: account.id, purpose }, clock())
  })
}
