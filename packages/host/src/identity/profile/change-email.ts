import { Problem, type Language } from '@host/plugin'
import { complaints } from '../accounts/account-draft.ts'
import { normalizeEmail } from '../accounts/email.ts'
import { languageOf } from '../../request/client.ts'
import { issueLink, linkLife } from '../recovery/account-links.ts'
import { hideAddress } from './hide-address.ts'
import { holdAccount } from '../sign-in/hold-account.ts'
import { ownAccount } from './own-account.ts'
import type { ProfileParts } from './profile-service.ts'

/**
 * Emails a link to the new address and notifies the current one. Whether the new address has an account is not checked
 * here, so the call can't be used to find out.
 * @throws as `ProfileService.changeEmail`
 */
export async function changeEmail(parts: ProfileParts, request: Request, given: string): Promise<void> {
  const { db, mail, throttle, clock, recorder } = parts
  const { account, caller } = await ownAccount(parts, request)
  const language = languageOf(request)
  const email = anotherAddress(given, account.email, language)
  if (!(await mail.canSend())) throw sendsNoMail()
  await throttle.take('email', request, account.id)
  const mayMail = await throttle.mayMail(email)
  await db.transaction(async (queries) => {
    const { id: userId } = account
    await holdAccount(queries, caller)
    await recorder.record({ kind: 'user.email_asked', actorId: userId, userId })
    const token = await issueLink(queries, { userId, purpose: 'email', email }, clock())
    const confirmation = { kind: 'confirmEmail', to: email, language, names: {} } as const
    const link = mail.linkTo('/confirm-email', token)
    if (mayMail) await mail.queue({ ...confirmation, link }, clock() + linkLife.email)
    const names = { address: hideAddress(email) }
    await mail.queue({ kind: 'emailAsked', to: account.email, language, names, link: mail.pageAt('/forgot') })
  })
}

function anotherAddress(given: string, present: string, language: Language): string {
  const email = normalizeEmail(given)
  if (email !== undefined && email !== present) return email
  const message = email === undefined ? complaints.email[language] : isPresent[language]
  throw new Problem('invalid_input', { errors: [{ path: 'email', message }] })
}

const isPresent: Readonly<Record<Language, string>> = {
  en: 'This is already your email address.',
  zh: '这已是您当前的邮箱地址。',
}

function sendsNoMail(): Problem {
  return new Problem('service_unavailable', {
    detail: { en: "This instance can't send email.", zh: '此实例未配置邮件发送。' },
    nextStep: { en: 'Ask an instance admin to set up a mail server.', zh: '请联系实例管理员配置邮件服务器。' },
  })
}
