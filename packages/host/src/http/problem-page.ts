/**
 * An error as a page for people: the cause, the next step, and a way back. It is self-contained, because the code
 * behind the product's own pages may be what has failed: no script, no file but the icon in the tab, and a style that
 * its policy names by hash.
 */
import { createHash } from 'node:crypto'
import type { Language, ProblemBody } from '@host/plugin'
import type { Brand } from '@host/plugin/platform'
import { waitWording } from './wait-wording.ts'
import { pageStyles } from './page-styles.ts'

/** Name and logo of an instance, each null for that of the product. */
export type PageBrand = Pick<Brand, 'name' | 'logo'>

/** The reader of the page. */
export interface PageReader {
  readonly language: Language
  /** Undefined where the system's counts. */
  readonly theme: 'light' | 'dark' | undefined
  /** Whether nothing of the product is shown. */
  readonly isNeutral?: boolean
  /** Name and logo of the instance, in place of those of the product. */
  readonly brand?: PageBrand | undefined
  /** `Retry-After` in seconds, where the answer has one. */
  readonly wait: string | undefined
}

const words = {
  en: { back: 'Open the app', requestId: 'Request ID' },
  zh: { back: '打开应用', requestId: '请求编号' },
} as const

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyles).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const productIcon = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">\n'

const productMark =
  '<svg class="mark" aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"/><path d="M10 8v16M10 19.5a6 6 0 0 1 12 0V24"/><circle cx="22" cy="9" r="2.6"/></svg>'

/** The headers of such a page. */
export function problemPageHeaders(language: Language): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': policy,
  }
}

/** The page of a problem. */
export function problemPage(
  body: ProblemBody,
  { language, theme, wait, isNeutral = false, brand }: PageReader,
): string {
  const say = words[language]
  const logo = typeof brand?.logo === 'string' ? escapeText(brand.logo) : undefined
  const icon = logo === undefined ? productIcon : `<link rel="icon" href="${logo}">\n`
  const mark = logo === undefined ? productMark : `<img class="mark" src="${logo}" alt="">`
  const step = wait !== undefined && /^\d{1,9}$/.test(wait) ? waitWording(Number(wait))[language] : body.nextStep
  const look = theme === undefined ? '' : ` data-theme="${theme}"`
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"${look}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeText(body.title)}${isNeutral ? '' : ` · ${escapeText(brand?.name ?? 'Host')}`}</title>
${isNeutral ? '' : icon}<style>${pageStyles}</style>
</head>
<body>
<main>
${isNeutral ? '' : mark}
<h1>${escapeText(body.title)}</h1>
${[body.detail, step].map(paragraph).join('')}${isNeutral ? '' : `<a class="back" href="/admin">${say.back}</a>`}
<p class="id">${say.requestId} <code>${escapeText(body.requestId)}</code></p>
</main>
</body>
</html>
`
}

function paragraph(text: string | undefined): string {
  return text === undefined ? '' : `<p>${escapeText(text)}</p>\n`
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
