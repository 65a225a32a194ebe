/**
 * A password reset by the operator, who runs a command on the machine of the host.
 *
 *   no password known ── link ──► `operator` link waits ── its holder sets a password ──► as a reset by email
 *                     ── password read from standard input ──► the same at once
 *
 * Second factors stay unless the operator removes them; removing them ends all sessions at once.
 */
import { Problem, type Queries } from '@host/plugin'
import { checkPassword } from '../accounts/check-password.ts'
import { endAccess } from '../accounts/end-access.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import type { HostTables } from '../models.ts'
import type { AccountChangeParts } from '../people/change-account.ts'
import { issueLink } from '../recovery/account-links.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { removeSecondFactors } from './remove-second-factors.ts'

/** Dependencies of a reset by the operator. */
export interface OperatorResetParts extends AccountChangeParts {
  readonly passwords: PasswordHasher
}

/** The account to reset. */
export interface OperatorReset {
  readonly userId: string
  readonly removesSecondFactors: boolean
}

/** Makes a link that sets a new password, once, within an hour. @returns its token @throws Problem `not_found`, `conflict` */
export async function issueOperatorLink(parts: OperatorResetParts, reset: OperatorReset): Promise<string> {
  const { db, live, recorder, clock } = parts
  const { userId, removesSecondFactors } = reset
  const token = await db.transaction(async (queries) => {
    await lockUsable(queries, userId)
    if (removesSecondFactors) {
      await removeSecondFactors(queries, userId, recorder)
      await endAccess(queries, userId)
    }
    await recorder.record({ kind: 'user.reset_asked', userId })
    return await issueLink(queries, { userId, purpose: 'operator' }, clock())
  })
  if (removesSecondFactors) await live.forget({ userId })
  return token
}

/** Sets a password and ends all sessions. @throws Problem `not_found`, `conflict`, `invalid_input` */
export async function setPasswordAsOperator(
  parts: OperatorResetParts,
  { userId, removesSecondFactors }: OperatorReset,
  password: string,
): Promise<void> {
  const { db, live, recorder, passwords } = parts
  checkPassword(password, await emailOf(db, userId), 'en')
  const password_hash = await passwords.hash(password)
  await db.transaction(async (queries) => {
    await lockUsable(queries, userId)
    if (removesSecondFactors) await removeSecondFactors(queries, userId, recorder)
    await queries.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
    await endAccess(queries, userId)
    await recorder.record({ kind: 'user.password_reset', userId })
  })
  await live.forget({ userId })
}

/** Holds an account that can sign in once it has a password. @throws Problem `not_found`, `conflict` */
export async function lockUsable(db: Queries<HostTables>, userId: string): Promise<void> {
  await lockAccount(db, userId)
  const account = await db
    .selectFrom('users')
    .select(['is_email_verified as isEmailVerified', 'disabled_at as disabledAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) throw new Problem('not_found')
  if (account.disabledAt !== null) throw isDisabled()
  if (!account.isEmailVerified) throw isUnverified()
}

async function emailOf(db: Queries<HostTables>, userId: string): Promise<string> {
  const account = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (account === undefined) throw new Problem('not_found')
  return account.email
}

function isDisabled(): Problem {
  return new Problem('conflict', {
    detail: { en: 'The account is disabled.', zh: '该账户已停用。' },
    nextStep: {
      en: 'Choose another account, or ask an instance admin to enable this one under Users.',
      zh: '请选择其他账户；实例管理员可在“用户”页面启用此账户。',
    },
  })
}

function isUnverified(): Problem {
  return new Problem('conflict', {
    detail: {
      en: 'The email address of the account was never verified, so it may belong to another person.',
      zh: '该账户的邮箱地址从未验证，可能属于其他人。',
    },
    nextStep: { en: 'Choose another account.', zh: '请选择其他账户。' },
  })
}
