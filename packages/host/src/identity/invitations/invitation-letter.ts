import type { Language } from '@host/plugin'
import type { Letter } from '../mail/identity-mail.ts'
import { nameInEmail } from '../mail/name-in-email.ts'

/** What the letter of an invitation says. */
export interface InvitationLetter {
  readonly to: string
  readonly orgId: string
  readonly workspace: string
  readonly inviter: string
  readonly link: string
  readonly language: Language
}

/** The letter to somebody who is invited. It says nothing of whether the address has an account. */
export function invitationLetter({ to, orgId, link, language, ...names }: InvitationLetter): Letter {
  const { subject, paragraphs, label, closing } = words[language]({
    workspace: nameInEmail(names.workspace),
    inviter: nameInEmail(names.inviter),
  })
  return { to, orgId, language, subject, paragraphs, action: { label, link }, closing }
}

type Names = Pick<InvitationLetter, 'workspace' | 'inviter'>

const words = {
  en: ({ workspace, inviter }: Names) => ({
    subject: `${inviter} invites you to ${workspace}`,
    paragraphs: [`${inviter} invites you to the workspace ${workspace}.`],
    label: 'Look at the invitation',
    closing: ['The link works once and for 7 days. If you expect no invitation, leave it.'],
  }),
  zh: ({ workspace, inviter }: Names) => ({
    subject: `${inviter} 邀请您加入 ${workspace}`,
    paragraphs: [`${inviter} 邀请您加入工作区 ${workspace}。`],
    label: '查看邀请',
    closing: ['此链接只能使用一次，7 天内有效。如果您并不期待此邀请，请忽略它。'],
  }),
} as const
