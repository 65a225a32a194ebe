/**
 * The text of each email of identity, in each language. User input arrives only in `names`; `writeEmail` makes it
 * harmless before it calls these functions.
 */
import type { Language } from '@host/plugin'

/** User input that an email shows, by the kind of email. */
export interface EmailNames {
  readonly verify: Nothing
  readonly known: Nothing
  readonly reset: Nothing
  readonly usesProvider: { readonly provider: string }
  readonly usesSso: { readonly workspace: string }
  readonly passwordChanged: Nothing
  readonly confirmEmail: Nothing
  readonly emailAsked: { readonly address: string }
  readonly emailChanged: { readonly address: string }
  readonly invitation: { readonly workspace: string; readonly inviter: string }
}

type Nothing = Readonly<Record<string, never>>

/** The text of an email; html is made of it. */
export interface EmailWords {
  /** One line. */
  readonly subject: string
  /** The text before the button, one paragraph each. */
  readonly paragraphs: readonly string[]
  readonly button: string
  /** The text after the button. */
  readonly closing: readonly string[]
}

/** `place` is the host name of the instance. */
type Write<Names> = (place: string, names: Names) => EmailWords

export const emailWords: { readonly [Kind in keyof EmailNames]: Readonly<Record<Language, Write<EmailNames[Kind]>>> } =
  {
    /** To the address of a new account, with the link that verifies it. */
    verify: {
      en: (place) => ({
        subject: 'Verify your email address',
        paragraphs: [`An account was created on ${place} with this address.`],
        button: 'Verify address',
        closing: [
          'The link works once, within 24 hours.',
          "If this wasn't you, ignore this email: the account can't be used without the link.",
        ],
      }),
      zh: (place) => ({
        subject: '验证您的邮箱地址',
        paragraphs: [`有人（应该是您）使用此邮箱在 ${place} 注册了账户。`],
        button: '验证邮箱',
        closing: ['链接 24 小时内有效，仅可使用一次。', '如果不是您本人操作，无需处理：未经验证的账户无法使用。'],
      }),
    },
    /** To an address that registers again although it has an account. */
    known: {
      en: (place) => ({
        subject: 'You already have an account',
        paragraphs: [`Someone tried to create an account on ${place} with this address, which already has one.`],
        button: 'Sign in',
        closing: ['Forgot your password? Reset it on the sign-in page.', "If this wasn't you, ignore this email."],
      }),
      zh: (place) => ({
        subject: '您已有账户',
        paragraphs: [`有人（应该是您）想用此邮箱在 ${place} 注册账户，但该邮箱已有账户。`],
        button: '前往登录',
        closing: ['如果忘记了密码，可在登录页面重新设置。', '如果不是您本人操作，无需处理。'],
      }),
    },
    /** With the link that sets a new password. */
    reset: {
      en: (place) => ({
        subject: 'Set a new password',
        paragraphs: [`A new password was requested for your account on ${place}.`],
        button: 'Set password',
        closing: [
          'The link works once, within an hour. It ends all sessions of the account.',
          "If this wasn't you, ignore this email: your password stays the same.",
        ],
      }),
      zh: (place) => ({
        subject: '设置新密码',
        paragraphs: [`有人（应该是您）请求为您在 ${place} 的账户设置新密码。`],
        button: '设置密码',
        closing: [
          '链接 1 小时内有效，仅可使用一次。设置后所有会话都将退出。',
          '如果不是您本人操作，无需处理：您的密码不会改变。',
        ],
      }),
    },
    /** Instead of `reset`, to an account without a password that signs in with a provider. */
    usesProvider: {
      en: (place, { provider }) => ({
        subject: `Sign in with ${provider}`,
        paragraphs: [
          `A new password was requested for your account on ${place}. The account has no password: you sign in with ${provider}.`,
        ],
        button: 'Sign in',
        closing: [
          `If ${provider} doesn't let you in, reset your password there.`,
          "If this wasn't you, ignore this email: nothing has changed.",
        ],
      }),
      zh: (place, { provider }) => ({
        subject: `请使用 ${provider} 登录`,
        paragraphs: [`有人（应该是您）请求为您在 ${place} 的账户设置新密码。该账户没有密码，请使用 ${provider} 登录。`],
        button: '前往登录',
        closing: [`如果无法登录 ${provider}，请在那里重置密码。`, '如果不是您本人操作，无需处理：账户没有任何改变。'],
      }),
    },
    /** The same where the account signs in with the single sign-on of its workspace. */
    usesSso: {
      en: (place, { workspace }) => ({
        subject: 'Sign in with single sign-on',
        paragraphs: [
          `A new password was requested for your account on ${place}. The account has no password: you sign in with the single sign-on of ${workspace}.`,
        ],
        button: 'Sign in',
        closing: [
          `If it doesn't let you in, ask an admin of ${workspace}.`,
          "If this wasn't you, ignore this email: nothing has changed.",
        ],
      }),
      zh: (place, { workspace }) => ({
        subject: '请使用单点登录',
        paragraphs: [
          `有人（应该是您）请求为您在 ${place} 的账户设置新密码。该账户没有密码，请使用 ${workspace} 的单点登录。`,
        ],
        button: '前往登录',
        closing: [`如果无法登录，请联系 ${workspace} 的管理员。`, '如果不是您本人操作，无需处理：账户没有任何改变。'],
      }),
    },
    /** After the password was changed. */
    passwordChanged: {
      en: (place) => ({
        subject: 'Your password was changed',
        paragraphs: [`The password of your account on ${place} was changed. Other sessions have ended.`],
        button: 'Set another password',
        closing: ["If this was you, there is nothing to do. If it wasn't, set another password now."],
      }),
      zh: (place) => ({
        subject: '您的密码已更改',
        paragraphs: [`您在 ${place} 的账户密码已更改，其他会话已退出。`],
        button: '重新设置密码',
        closing: ['如果是您本人操作，无需处理。如果不是，请立即重新设置密码。'],
      }),
    },
    /** To a new address, with the link that confirms it. */
    confirmEmail: {
      en: (place) => ({
        subject: 'Confirm your new email address',
        paragraphs: [`This address was entered as the new address of an account on ${place}.`],
        button: 'Confirm address',
        closing: [
          'The link works once, within 24 hours. It ends all sessions of the account.',
          "If this wasn't you, ignore this email.",
        ],
      }),
      zh: (place) => ({
        subject: '确认您的新邮箱地址',
        paragraphs: [`有人（应该是您）想将此邮箱用于 ${place} 的账户。`],
        button: '确认邮箱',
        closing: ['链接 24 小时内有效，仅可使用一次。确认后所有会话都将退出。', '如果不是您本人操作，无需处理。'],
      }),
    },
    /** To the present address, when another one was entered. */
    emailAsked: {
      en: (place, { address }) => ({
        subject: 'A new email address was requested',
        paragraphs: [
          `The address of your account on ${place} will change to ${address} when the link sent there is used.`,
        ],
        button: 'Set a new password',
        closing: [
          "If this was you, there is nothing to do. If it wasn't, set a new password: that cancels the change.",
        ],
      }),
      zh: (place, { address }) => ({
        subject: '有人请求更换邮箱地址',
        paragraphs: [`您在 ${place} 的账户将更换为邮箱 ${address}，待该邮箱收到的链接被使用后生效。`],
        button: '设置新密码',
        closing: ['如果是您本人操作，无需处理。如果不是，请设置新密码，该链接将随之失效。'],
      }),
    },
    /** To the former address, after the change. */
    emailChanged: {
      en: (place, { address }) => ({
        subject: 'Your email address was changed',
        paragraphs: [`The address of your account on ${place} is now ${address}. All of its sessions have ended.`],
        button: 'Sign in',
        closing: ["If this wasn't you, contact the operator of this instance."],
      }),
      zh: (place, { address }) => ({
        subject: '您的邮箱地址已更改',
        paragraphs: [`您在 ${place} 的账户现已使用邮箱 ${address}，所有会话均已退出。`],
        button: '前往登录',
        closing: ['如果不是您本人操作，请联系此实例的管理者。'],
      }),
    },
    /** To an address that is invited. It doesn't say whether the address has an account. */
    invitation: {
      en: (_place, { workspace, inviter }) => ({
        subject: `${inviter} invites you to ${workspace}`,
        paragraphs: [`${inviter} invites you to the workspace ${workspace}.`],
        button: 'View invitation',
        closing: ["The link works once, within 7 days. If you don't expect an invitation, ignore this email."],
      }),
      zh: (_place, { workspace, inviter }) => ({
        subject: `${inviter} 邀请您加入 ${workspace}`,
        paragraphs: [`${inviter} 邀请您加入工作区 ${workspace}。`],
        button: '查看邀请',
        closing: ['此链接只能使用一次，7 天内有效。如果您并不期待此邀请，请忽略它。'],
      }),
    },
  }
