/**
 * A new password for the holder of the mailbox.
 *
 *   forgot ──► link mailed ── reset ──► new password; all sessions and all other links void; the address is verified and
 *                                       proven: see `proveMailbox`
 *   host user reset-password ──► link printed ── reset ──► the same, and nothing is proven
 *
 * The link is used up in the transaction that stores the password: of two simultaneous uses one succeeds.
 */
import { checkPassword } from '../accounts/check-password.ts'
import { endAccess } from '../accounts/end-access.ts'
import { clientOf, languageOf } from '../../request/client.ts'
import { networkOf } from '../../request/network.ts'
import { passwordKey } from '../throttle-budgets.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { externalWayOf, type ExternalWay } from './external-ways.ts'
import { linkIsVoid, readLink, takeLink } from './account-links.ts'
import { proveMailbox } from './prove-mailbox.ts'
import { queueLink, type AskedLink } from './queue-link.ts'
import type { Reader, RecoveryParts } from './recovery-service.ts'

/**
 * Makes the link and queues its email; an account that signs in with a provider gets an email that names the provider,
 * and no password. Runs inside the transaction of the job that requested it.
 */
export async function mailReset(parts: RecoveryParts, reader: Reader): Promise<void> {
  const account = await parts.accounts.findByEmail(reader.to)
  if (account?.isDisabled !== false) return
  const way = account.passwordHash === null ? await externalWayOf(parts.db, account.id) : undefined
  if (way === undefined) await mailLink(parts, { reader, userId: account.id, purpose: 'reset' })
  else await mailWay(parts, { reader, userId: account.id, way })
}

/** The same for the link that verifies; where no password stands, for the one that sets it. */
export async function mailVerification(parts: RecoveryParts, reader: Reader): Promise<void> {
  const account = await parts.accounts.findByEmail(reader.to)
  if (account === undefined || account.isDisabled || account.isEmailVerified) return
  await mailLink(parts, { reader, userId: account.id, purpose: account.passwordHash === null ? 'reset' : 'verify' })
}

/** @throws Problem `gone`, `invalid_input` */
export async function resetPassword(
  parts: RecoveryParts,
  request: Request,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { db, clock, passwords, live, recorder, mail, loginThrottle } = parts
  const link = { token, purpose: ['reset', 'operator'] } as const
  const language = languageOf(request)
  const { userId, accountEmail: email } = await readLink(db, link, clock())
  checkPassword(password, email, language)
  const password_hash = await passwords.hash(password)
  await db.transaction(async (queries) => {
    const taken = await takeLink(queries, link, clock())
    if (taken.userId !== userId) throw linkIsVoid()
    const changed = await queries
      .updateTable('users')
      .set({ password_hash, is_email_verified: true })
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw linkIsVoid()
    await endAccess(queries, userId)
    if (taken.purpose === 'reset') await proveMailbox(queries, userId, recorder)
    await recorder.record({ kind: 'user.password_reset', actorId: userId, userId })
    await mail.queue({ kind: 'passwordChanged', to: email, language, names: {}, link: mail.pageAt('/forgot') })
  })
  await live.forget({ userId })
  // A user who forgot the password needs to sign in with the new one right away.
  await loginThrottle.succeed(passwordKey({ email, network: networkOf(clientOf(request).address) }))
}

interface AskedWay {
  readonly reader: Reader
  readonly userId: string
  readonly way: ExternalWay
}

async function mailWay({ recorder, mail }: RecoveryParts, { reader, userId, way }: AskedWay): Promise<void> {
  await recorder.record({ kind: 'user.reset_asked', userId, signsInWith: way.kind })
  const email = { ...reader, link: mail.pageAt('/login') }
  if (way.kind === 'provider') await mail.queue({ ...email, kind: 'usesProvider', names: { provider: way.provider } })
  else await mail.queue({ ...email, kind: 'usesSso', names: { workspace: way.workspace } })
}

async function mailLink(parts: RecoveryParts, asked: AskedLink): Promise<void> {
  const { userId, purpose } = asked
  if (!(await lockAccount(parts.db, userId))) return
  const kind = purpose === 'reset' ? 'user.reset_asked' : 'user.verification_asked'
  await parts.recorder.record({ kind, userId })
  await queueLink(parts, asked)
}
