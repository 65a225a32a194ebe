import type { IdentityMail, Letter } from '../mail/identity-mail.ts'
import { written, type Reader } from '../recovery/letters.ts'

type Mail = Pick<IdentityMail, 'place' | 'linkTo' | 'pageAt'>

/** Brings the link that confirms a new address, to that address. */
export function confirmEmailLetter(mail: Mail, reader: Reader, token: string): Letter {
  const { place } = mail
  const texts = {
    en: {
      subject: 'Confirm your new e-mail address',
      paragraphs: [`Somebody, hopefully you, wants to use this address for their account on ${place}.`],
      label: 'Confirm address',
      closing: [
        'The link works once, within 24 hours. All sessions of the account end with it.',
        'If it was not you, there is nothing to do.',
      ],
    },
    zh: {
      subject: '确认您的新邮箱地址',
      paragraphs: [`有人（应该是您）想将此邮箱用于 ${place} 的账户。`],
      label: '确认邮箱',
      closing: ['链接 24 小时内有效，仅可使用一次。确认后所有会话都将退出。', '如果不是您本人操作，无需处理。'],
    },
  } as const
  return written(reader, texts[reader.language], mail.linkTo('/confirm-email', token))
}

/** Tells the present address that another one was asked for. */
export function emailAskedLetter(mail: Mail, reader: Reader, newEmail: string): Letter {
  const { place } = mail
  const hidden = hideAddress(newEmail)
  const texts = {
    en: {
      subject: 'Another e-mail address was asked for',
      paragraphs: [
        `Your account on ${place} is to get the address ${hidden}. It does once the link that was mailed there is used.`,
      ],
      label: 'Set a new password',
      closing: ['If it was you, there is nothing to do. If not, set a new password: that makes the link void.'],
    },
    zh: {
      subject: '有人请求更换邮箱地址',
      paragraphs: [`您在 ${place} 的账户将更换为邮箱 ${hidden}，待该邮箱收到的链接被使用后生效。`],
      label: '设置新密码',
      closing: ['如果是您本人操作，无需处理。如果不是，请设置新密码，该链接将随之失效。'],
    },
  } as const
  return written(reader, texts[reader.language], mail.pageAt('/forgot'))
}

/** Tells the former address that it is no longer the account's. */
export function emailChangedLetter(mail: Mail, reader: Reader, newEmail: string): Letter {
  const { place } = mail
  const hidden = hideAddress(newEmail)
  const texts = {
    en: {
      subject: 'Your e-mail address was changed',
      paragraphs: [`Your account on ${place} has the address ${hidden} now. All of its sessions have ended.`],
      label: 'Sign in',
      closing: ['If it was not you, write to the people who run this instance.'],
    },
    zh: {
      subject: '您的邮箱地址已更改',
      paragraphs: [`您在 ${place} 的账户现已使用邮箱 ${hidden}，所有会话均已退出。`],
      label: '前往登录',
      closing: ['如果不是您本人操作，请联系此实例的管理者。'],
    },
  } as const
  return written(reader, texts[reader.language], mail.pageAt('/login'))
}

/** `a***@example.com`: enough for its owner to know it. */
function hideAddress(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}
