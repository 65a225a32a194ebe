/** The emails of identity with their variables and usual texts, for admins who write their own. */
import type { Language } from '@host/plugin'
import type { EmailTemplate, EmailTexts, EmailVariable } from '@host/plugin/platform'
import { emailWords, type EmailWords } from './email-words.ts'
import type { EmailKind } from './identity-mail.ts'

type Name = 'instance' | 'provider' | 'workspace' | 'inviter' | 'address'

const variables = {
  instance: { title: { en: 'Address of this instance', zh: '此实例的地址' }, example: 'host.example.com' },
  provider: { title: { en: 'Sign-in provider', zh: '登录服务' }, example: 'Google' },
  workspace: { title: { en: 'Name of the workspace', zh: '工作区名称' }, example: 'Acme' },
  inviter: { title: { en: 'Name of the inviter', zh: '邀请人' }, example: 'Ada Lovelace' },
  address: { title: { en: 'The new email address', zh: '新的邮箱地址' }, example: 'a***@example.com' },
} satisfies Readonly<Record<Name, EmailVariable>>

interface Kind {
  readonly title: Readonly<Record<Language, string>>
  readonly names: readonly Exclude<Name, 'instance'>[]
  readonly required?: readonly Name[]
}

const kinds: Readonly<Record<EmailKind, Kind>> = {
  verify: { title: { en: 'Verify an email address', zh: '验证邮箱地址' }, names: [] },
  known: { title: { en: 'Registration with a known address', zh: '使用已有邮箱注册' }, names: [] },
  reset: { title: { en: 'Set a new password', zh: '设置新密码' }, names: [] },
  usesProvider: {
    title: { en: 'No password: sign-in with a provider', zh: '无密码：使用外部服务登录' },
    names: ['provider'],
    required: ['provider'],
  },
  usesSso: {
    title: { en: 'No password: single sign-on', zh: '无密码：单点登录' },
    names: ['workspace'],
    required: ['workspace'],
  },
  passwordChanged: { title: { en: 'Alert: password changed', zh: '提醒：密码已更改' }, names: [] },
  confirmEmail: { title: { en: 'Confirm a new email address', zh: '确认新的邮箱地址' }, names: [] },
  emailAsked: {
    title: { en: 'Alert: new email address requested', zh: '提醒：有人请求更换邮箱' },
    names: ['address'],
    required: ['address'],
  },
  emailChanged: {
    title: { en: 'Alert: email address changed', zh: '提醒：邮箱已更改' },
    names: ['address'],
    required: ['address'],
  },
  invitation: {
    title: { en: 'Invitation to a workspace', zh: '加入工作区的邀请' },
    names: ['workspace', 'inviter'],
    required: ['workspace', 'inviter'],
  },
}

/** The text of an email that no admin has changed. */
export function usualTexts(kind: EmailKind, language: Language): EmailTexts {
  const { names } = kinds[kind]
  const write: (place: string, names: never) => EmailWords = emailWords[kind][language]
  const places = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))
  const { subject, paragraphs, button, closing } = write('{{instance}}', places as never)
  return { subject, before: paragraphs.join('\n\n'), button, after: closing.join('\n\n') }
}

/** All emails of identity. */
export const identityEmails: readonly EmailTemplate[] = (Object.keys(kinds) as EmailKind[]).map((kind) => {
  const { title, names, required = [] } = kinds[kind]
  const own = (['instance', ...names] as const).map((name) => {
    const variable: EmailVariable = { ...variables[name], isRequired: required.includes(name) }
    return [name, variable] as const
  })
  return {
    key: kind,
    title,
    variables: Object.fromEntries(own),
    texts: { en: usualTexts(kind, 'en'), zh: usualTexts(kind, 'zh') },
    isOfWorkspace: kind === 'invitation',
  }
})
