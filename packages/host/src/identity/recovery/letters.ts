/**
 * What the host writes to people about their account. Nothing that a stranger typed is in a letter: whoever can fill a
 * form in would else write to anybody in our name.
 */
import type { Language } from '@host/plugin'
import type { IdentityMail, Letter } from '../mail/identity-mail.ts'

/** To whom, in which language. */
export interface Reader {
  readonly to: string
  readonly language: Language
}

type Mail = Pick<IdentityMail, 'place' | 'linkTo' | 'pageAt'>

/** Brings the link that verifies an address. */
export function verifyLetter(mail: Mail, reader: Reader, token: string): Letter {
  const { place } = mail
  const texts = {
    en: {
      subject: 'Verify your e-mail address',
      paragraphs: [`Somebody, hopefully you, made an account on ${place} with this address.`],
      label: 'Verify address',
      closing: [
        'The link works once, within 24 hours.',
        'If it was not you, there is nothing to do: without the link the account can not be used.',
      ],
    },
    zh: {
      subject: '验证您的邮箱地址',
      paragraphs: [`有人（应该是您）使用此邮箱在 ${place} 注册了账户。`],
      label: '验证邮箱',
      closing: ['链接 24 小时内有效，仅可使用一次。', '如果不是您本人操作，无需处理：未经验证的账户无法使用。'],
    },
  } as const
  return written(reader, texts[reader.language], mail.linkTo('/verify', token))
}

/** Tells somebody who registers that there is an account already. */
export function knownLetter(mail: Mail, reader: Reader): Letter {
  const { place } = mail
  const texts = {
    en: {
      subject: 'You already have an account',
      paragraphs: [
        `Somebody, hopefully you, asked for an account on ${place} with this address, which has one already.`,
      ],
      label: 'Sign in',
      closing: [
        'If you no longer know the password, ask for a new one on that page.',
        'If it was not you, there is nothing to do.',
      ],
    },
    zh: {
      subject: '您已有账户',
      paragraphs: [`有人（应该是您）想用此邮箱在 ${place} 注册账户，但该邮箱已有账户。`],
      label: '前往登录',
      closing: ['如果忘记了密码，可在登录页面重新设置。', '如果不是您本人操作，无需处理。'],
    },
  } as const
  return written(reader, texts[reader.language], mail.pageAt('/login'))
}

/** Brings the link that sets a new password. */
export function resetLetter(mail: Mail, reader: Reader, token: string): Letter {
  const { place } = mail
  const texts = {
    en: {
      subject: 'Set a new password',
      paragraphs: [`Somebody, hopefully you, asked for a new password for your account on ${place}.`],
      label: 'Set password',
      closing: [
        'The link works once, within an hour. All sessions of the account end with it.',
        'If it was not you, there is nothing to do: your password stays as it is.',
      ],
    },
    zh: {
      subject: '设置新密码',
      paragraphs: [`有人（应该是您）请求为您在 ${place} 的账户设置新密码。`],
      label: '设置密码',
      closing: [
        '链接 1 小时内有效，仅可使用一次。设置后所有会话都将退出。',
        '如果不是您本人操作，无需处理：您的密码不会改变。',
      ],
    },
  } as const
  return written(reader, texts[reader.language], mail.linkTo('/reset', token))
}

/** Tells that the password is another one now. */
export function passwordChangedLetter(mail: Mail, reader: Reader): Letter {
  const { place } = mail
  const texts = {
    en: {
      subject: 'Your password was changed',
      paragraphs: [`The password of your account on ${place} was changed, and other sessions have ended.`],
      label: 'Set another password',
      closing: ['If it was you, there is nothing to do. If not, set another password at once.'],
    },
    zh: {
      subject: '您的密码已更改',
      paragraphs: [`您在 ${place} 的账户密码已更改，其他会话已退出。`],
      label: '重新设置密码',
      closing: ['如果是您本人操作，无需处理。如果不是，请立即重新设置密码。'],
    },
  } as const
  return written(reader, texts[reader.language], mail.pageAt('/forgot'))
}

/** A letter of these words that leads to a page. */
export function written(
  reader: Reader,
  words: Pick<Letter, 'subject' | 'paragraphs' | 'closing'> & { readonly label: string },
  link: string,
): Letter {
  const { subject, paragraphs, closing, label } = words
  return { ...reader, subject, paragraphs, closing, action: { label, link } }
}
