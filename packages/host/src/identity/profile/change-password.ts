/**
 * A new password for the signed-in user.
 *
 * Everything opened by the old one ends: the other sessions, mailed links, pending sign-ins. This session stays and
 * gets a new token, so that a copy of its cookie is useless as well.
 */
import { Problem, type Language } from '@host/plugin'
import type { StoredAccount } from '../accounts/account-store.ts'
import { checkPassword } from '../accounts/check-password.ts'
import { endAccess } from '../accounts/end-access.ts'
import type { Caller } from '../../request/caller.ts'
import { clientOf, languageOf } from '../../request/client.ts'
import { networkOf } from '../../request/network.ts'
import { passwordKey } from '../throttle-budgets.ts'
import { hashSecretToken, newSecretToken } from '../secret-token.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { provedUntil } from '../sessions/session-life.ts'
import { renewCookie } from '../sessions/sign-in-rows.ts'
import { ownAccount } from './own-account.ts'
import type { ProfileParts } from './profile-service.ts'

/** The typed values. */
interface Given {
  readonly current?: string | undefined
  readonly password: string
}

/** @returns the `set-cookie` value @throws as `ProfileService.changePassword` */
export async function changePassword(parts: ProfileParts, request: Request, given: Given): Promise<string> {
  const { passwords, live } = parts
  const { account, caller } = await ownAccount(parts, request)
  const language = languageOf(request)
  await requirePresent(parts, request, { account, caller, current: given.current, language })
  checkPassword(given.password, account.email, language)
  const token = newSecretToken()
  const passwordHash = await passwords.hash(given.password)
  const tokenHash = hashSecretToken(token)
  await store(parts, { account, language, sessionId: caller.sessionId, passwordHash, tokenHash })
  await live.forget({ userId: account.id })
  return sessionCookie(token, clientOf(request).isSecure)
}

interface Proof {
  readonly account: StoredAccount
  readonly caller: Caller
  readonly current: string | undefined
  readonly language: Language
}

/** A wrong current password counts as a failed sign-in, so that a stolen session can't be used to guess it. */
async function requirePresent(
  { passwords, loginThrottle, clock }: ProfileParts,
  request: Request,
  { account, caller, current, language }: Proof,
): Promise<void> {
  if (account.passwordHash === null) {
    if (provedUntil(caller.provedAt, clock()) === undefined) throw new Problem('reauthentication_required')
    return
  }
  const key = passwordKey({ email: account.email, network: networkOf(clientOf(request).address) })
  await loginThrottle.begin(key)
  if (!(await passwords.verify(current ?? '', account.passwordHash))) {
    throw new Problem('invalid_input', { errors: [{ path: 'current', message: notPresent[language] }] })
  }
  await loginThrottle.succeed(key)
}

interface Change {
  readonly account: StoredAccount
  readonly language: Language
  readonly sessionId: string
  readonly passwordHash: string
  readonly tokenHash: string
}

async function store({ db, recorder, mail }: ProfileParts, change: Change): Promise<void> {
  const { account, language, sessionId, passwordHash, tokenHash } = change
  await db.transaction(async (queries) => {
    const changed = await queries
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      // Of two simultaneous changes one is based on a password that is no longer current.
      .where('access_epoch', '=', account.accessEpoch)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw new Problem('conflict')
    await endAccess(queries, account.id, sessionId)
    if (!(await renewCookie(queries, sessionId, tokenHash))) throw new Problem('unauthenticated')
    const kind = account.passwordHash === null ? 'user.password_set' : 'user.password_changed'
    await recorder.record({ kind, actorId: account.id, userId: account.id })
    const link = mail.pageAt('/forgot')
    await mail.queue({ kind: 'passwordChanged', to: account.email, language, names: {}, link })
  })
}

const notPresent: Readonly<Record<Language, string>> = {
  en: 'Your current password is incorrect.',
  zh: '这不是您当前的密码。',
}
