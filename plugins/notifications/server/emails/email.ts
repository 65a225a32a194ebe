import { renderDocument, type EmailBlock } from '@host/email/document'
import type { EmailContent, EmailTemplate } from '@host/plugin/platform'
import { textInEmail, type Language, type OutgoingMail } from '@host/plugin'
import { texts } from '../i18n.ts'
import { mostInDigest, type Outgoing } from './outgoing-notifications.ts'

/** The pages that emails lead to. */
export interface EmailLinks {
  readonly inbox: string
  readonly settings: string
  /** Ends emails of the same kind. */
  readonly end: string
  /** The same for a mail program, which posts to it. */
  readonly oneClick: string
}

type Email = Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'unsubscribeUrl'>

/** The alert about one notification, whose text admins may change. */
export const notificationTemplate: EmailTemplate = {
  key: 'notification',
  title: { en: 'Alert: a notification', zh: '提醒：一条通知' },
  variables: {
    title: {
      title: { en: 'Title of the notification', zh: '通知标题' },
      example: 'A domain needs attention',
      isRequired: true,
    },
    body: {
      title: { en: 'Text of the notification', zh: '通知内容' },
      example: 'Its name servers changed.',
      isRequired: true,
    },
  },
  texts: {
    en: { subject: '{{title}}', before: '{{title}}\n\n{{body}}', button: texts('letter.open').en, after: '' },
    zh: { subject: '{{title}}', before: '{{title}}\n\n{{body}}', button: texts('letter.open').zh, after: '' },
  },
}

/** Values and fixed parts of the alert, for a text that an admin wrote. */
export function notificationContent({ title, body, url, language }: Outgoing, links: EmailLinks): EmailContent {
  const item = itemOf({ title, body, url }, language)
  const values = { title: item.title, body: item.text ?? '' }
  const footer = [whyOf(links, language), `${texts('letter.end')[language]}: ${links.end}`]
  return { language, values, link: url, footer }
}

/** An email about one notification. */
export function notificationEmail(notification: Outgoing, links: EmailLinks): Email {
  const { language } = notification
  const item = itemOf(notification, language)
  const footer = [whyOf(links, language), { label: texts('letter.end')[language], url: links.end }]
  return {
    ...renderDocument({ language, subject: item.title, blocks: [item], footer }),
    unsubscribeUrl: links.oneClick,
  }
}

/** An email that puts notifications together. */
export function digestEmail(notifications: readonly Outgoing[], links: EmailLinks): Email {
  const language = notifications[0]?.language ?? 'en'
  const say = sayIn(language)
  const blocks: EmailBlock[] = notifications.slice(0, mostInDigest).map((each) => itemOf(each, language))
  const rest = notifications.length - blocks.length
  if (rest > 0) blocks.push({ kind: 'paragraph', text: say('letter.more', { count: rest }) })
  const footer = [
    { label: say('letter.openAll'), url: links.inbox },
    whyOf(links, language),
    { label: say('letter.endAll'), url: links.end },
  ]
  const subject = say('letter.digest', { count: notifications.length })
  return { ...renderDocument({ language, subject, blocks, footer }), unsubscribeUrl: links.oneClick }
}

type Item = Extract<EmailBlock, { readonly kind: 'item' }>

/** Plugins write names into their texts, so none of it may become a link. */
function itemOf({ title, body, url }: Pick<Outgoing, 'title' | 'body' | 'url'>, language: Language): Item {
  return {
    kind: 'item',
    title: textInEmail(title[language]),
    text: body === null ? undefined : textInEmail(body[language]),
    link: url === undefined ? undefined : { label: texts('letter.open')[language], url },
  }
}

function sayIn(language: Language) {
  return (key: Parameters<typeof texts>[0], places: Readonly<Record<string, string | number>> = {}): string =>
    texts(key, places)[language]
}

function whyOf({ settings }: EmailLinks, language: Language): string {
  return texts('letter.why', { link: settings })[language]
}
