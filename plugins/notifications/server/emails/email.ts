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

/** The longest subject that mail takes. */
const longestSubject = 200

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
  const say = sayIn(language)
  const entry = entryOf({ title, body, url }, language)
  const values = { title: entry.title, body: entry.body ?? '' }
  const footer = [say('letter.why', { link: links.settings }), `${say('letter.end')}: ${links.end}`]
  return { language, values, link: url, footer }
}

/** An email about one notification. */
export function notificationEmail({ title, body, url, language }: Outgoing, links: EmailLinks): Email {
  const say = sayIn(language)
  const entry = entryOf({ title, body, url }, language)
  return {
    subject: oneLine(entry.title),
    text: asText([entry], [say('letter.why', { link: links.settings }), `${say('letter.end')}: ${links.end}`]),
    html: asHtml({ language, entries: [entry], open: say('letter.open'), why: whyOf(language, links, 'letter.end') }),
    unsubscribeUrl: links.oneClick,
  }
}

/** An email that puts notifications together. */
export function digestEmail(notifications: readonly Outgoing[], links: EmailLinks): Email {
  const { inbox, settings } = links
  const language = notifications[0]?.language ?? 'en'
  const say = sayIn(language)
  const entries = notifications.slice(0, mostInDigest).map((notification) => entryOf(notification, language))
  const rest = notifications.length - entries.length
  const more = rest === 0 ? [] : [say('letter.more', { count: rest })]
  return {
    subject: say('letter.digest', { count: notifications.length }),
    text: asText(entries, [
      ...more,
      `${say('letter.openAll')}: ${inbox}`,
      say('letter.why', { link: settings }),
      `${say('letter.endAll')}: ${links.end}`,
    ]),
    html: asHtml({ language, entries, open: say('letter.open'), more, why: whyOf(language, links, 'letter.endAll') }),
    unsubscribeUrl: links.oneClick,
  }
}

interface Entry {
  readonly title: string
  readonly body: string | undefined
  readonly url: string | undefined
}

/** Plugins write names into their texts, so none of it may become a link. */
function entryOf({ title, body, url }: Pick<Outgoing, 'title' | 'body' | 'url'>, language: Language): Entry {
  return { title: textInEmail(title[language]), body: body === null ? undefined : textInEmail(body[language]), url }
}

function sayIn(language: Language) {
  return (key: Parameters<typeof texts>[0], places: Readonly<Record<string, string | number>> = {}): string =>
    texts(key, places)[language]
}

function whyOf(language: Language, { settings, end }: EmailLinks, ending: 'letter.end' | 'letter.endAll'): string {
  const address = escape(settings)
  const why = escape(texts('letter.why')[language]).replace('{link}', `<a href="${address}">${address}</a>`)
  return `${why}<br><a href="${escape(end)}">${escape(texts(ending)[language])}</a>`
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
}

function asText(entries: readonly Entry[], closing: readonly string[]): string {
  const told = entries.map(({ title, body, url }) => [title, body, url].filter((part) => part !== undefined).join('\n'))
  return `${[...told, `-- \n${closing.join('\n')}`].join('\n\n')}\n`
}

interface HtmlParts {
  readonly language: Language
  readonly entries: readonly Entry[]
  readonly open: string
  readonly more?: readonly string[]
  readonly why: string
}

/** Plain HTML: all content is escaped, and nothing is loaded. */
function asHtml({ language, entries, open, more = [], why }: HtmlParts): string {
  const told = entries.map(({ title, body, url }) => {
    const text = body === undefined ? '' : `\n<p style="${styles.body}">${escape(body).replaceAll('\n', '<br>')}</p>`
    const link = url === undefined ? '' : `\n<p><a href="${escape(url)}" style="${styles.link}">${escape(open)}</a></p>`
    return `<h2 style="${styles.title}">${escape(title)}</h2>${text}${link}`
  })
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(entries[0]?.title ?? '')}</title></head>
<body style="${styles.page}">
<div style="${styles.sheet}">
${[...told, ...more.map((line) => `<p>${escape(line)}</p>`)].join('\n')}
<p style="${styles.why}">${why}</p>
</div>
</body>
</html>
`
}

function escape(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
}

/** Mail programs read no style sheets. */
const styles = {
  page: 'margin:0;padding:24px;background:#f5f6f8;color:#1c2128;font:16px/1.5 system-ui,sans-serif',
  sheet: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3e8;border-radius:8px',
  title: 'margin:0 0 8px;font-size:16px',
  body: 'margin:0 0 12px',
  link: 'display:inline-block;padding:8px 16px;background:#1f2937;color:#ffffff;border-radius:6px;text-decoration:none',
  why: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe3e8;font-size:13px;color:#5b6573',
} as const
