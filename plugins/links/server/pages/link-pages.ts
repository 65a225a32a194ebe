/** Pages in place of a redirect. */
import type { Language } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import { markup, escaped, type Markup } from './markup.ts'
import { visitorPage } from './visitor-page.ts'

/** Why a link does not redirect now. */
export type Ending = 'expired' | 'full' | 'early'

/** The page of a link that does not redirect now. */
export function endingPage(ending: Ending, language: Language): Response {
  const { status, ...texts } = endings[ending]
  const [title, ...paragraphs] = texts[language]
  return visitorPage({ status, language, title, paragraphs })
}

/** The page of a link that the operator has quarantined. @param status 451 for legal reasons, 410 for others */
export function warningPage(status: 410 | 451, language: Language): Response {
  const [title, ...paragraphs] = warnings[status][language]
  return visitorPage({ status, language, title, paragraphs })
}

/** What a host shows for unknown slugs. */
export interface NotFound {
  readonly title?: string
  readonly text?: string
  /** Where the page leads after a moment. */
  readonly url?: string
}

/** The page for an unknown slug of a host that has one of its own. */
export function notFoundPage({ title, text, url }: NotFound, language: Language): Response {
  const say = missing[language]
  const link = url === undefined ? undefined : markup`<p><a href="${url}">${say.go}</a></p>\n`
  return visitorPage({
    status: 404,
    language,
    title: title ?? say.title,
    paragraphs: text === undefined ? [] : text.split('\n').filter((line) => line.trim() !== ''),
    ...(url === undefined ? {} : { head: markup`<meta http-equiv="refresh" content="0; url=${url}">\n` }),
    ...(link === undefined ? {} : { markup: link }),
  })
}

/** Links to the pages beside a link. @param path of the visit, as sent */
export function sideLinks(path: string, language: Language): Markup {
  const report = { en: 'Report this link', zh: '举报此链接' }[language]
  const privacy = { en: 'Stored data', zh: '存储的数据' }[language]
  return markup`<p class="foot"><a href="/.report${path}" rel="nofollow">${report}</a> &middot; <a href="/.privacy${path}" rel="nofollow">${privacy}</a></p>\n`
}

/** The page that a program gets instead of one of a limited number of visits, where the link has no preview. */
export function previewPage(title = ''): Response {
  const text = escaped(title)
  const body = `<!doctype html><html><head><meta charset="utf-8"><title>${text}</title><meta property="og:title" content="${text}"></head><body></body></html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return answerOf({ status: 200, headers, body })
}

type Texts = Readonly<Record<Language, readonly [title: string, ...paragraphs: string[]]>>

const endings: Readonly<Record<Ending, Texts & { readonly status: number }>> = {
  expired: {
    status: 410,
    en: ['This link has expired', 'Ask the person who sent it for a new one.'],
    zh: ['此链接已过期', '请向发送者索取新的链接。'],
  },
  full: {
    status: 410,
    en: ['This link has been used up', 'It had a limited number of visits. Ask the person who sent it for a new one.'],
    zh: ['此链接的使用次数已达上限', '请向发送者索取新的链接。'],
  },
  early: {
    status: 404,
    en: ['This link is not active yet', 'Try again later, or ask the person who sent it when it starts.'],
    zh: ['此链接尚未生效', '请稍后再试，或向发送者询问生效时间。'],
  },
}

const warnings: Readonly<Record<410 | 451, Texts>> = {
  410: {
    en: [
      'This link was disabled because it may be harmful',
      'It was reported, or leads to a site that is known for phishing, malware, or spam.',
      'If a message asked you to open it, be careful with that message.',
    ],
    zh: [
      '此链接可能有害，已被停用',
      '该链接已被举报，或指向已知的钓鱼、恶意软件或垃圾信息网站。',
      '如果有消息要求您打开此链接，请谨慎对待该消息。',
    ],
  },
  451: {
    en: ['This link is not available for legal reasons', 'The operator of this site has disabled it.'],
    zh: ['此链接因法律原因无法访问', '本站的运营者已将其停用。'],
  },
}

const missing = {
  en: { title: 'This page does not exist', go: 'Continue' },
  zh: { title: '此页面不存在', go: '继续' },
} as const
