import type { Language } from '@host/plugin'
import { helpCategories, helpSearchLimits, type HelpPage } from '@host/plugin/platform'
import { html, type Html } from './html.ts'
import type { PageHeading } from './render-page.ts'
import { styleAddress } from './style-sheet.ts'
import type { HelpQuery } from './help-query.ts'
import { words } from './words.ts'

/** Options of a page of help. */
export interface FrameOptions {
  /** Pages that the reader may open; omitted on the list page itself. */
  readonly pages?: readonly HelpPage[]
  readonly query: HelpQuery
  /** The address without the language. */
  readonly path: string
  readonly title: string
  readonly main: Html
  readonly headings?: readonly PageHeading[]
}

const mark = html`<svg aria-hidden="true" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" />
  <path d="M10 8v16M10 19.5a6 6 0 0 1 12 0V24" />
  <circle cx="22" cy="9" r="2.6" />
</svg>`

/** A whole page: its head, the list of all pages beside it, and the way to the other language. */
export function frame(options: FrameOptions): Html {
  const { query, path, title, main, headings = [], pages = [] } = options
  const { language, theme } = query
  const say = words[language]
  return html`<!doctype html>
    <html lang="${language === 'zh' ? 'zh-CN' : 'en'}" data-theme="${theme ?? 'system'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === say.help ? title : `${title} · ${say.help}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${styleAddress()}" />
      </head>
      <body>
        <a class="skip" href="#content">${say.skip}</a>
        ${topBar(query, path, pages.length > 0)}
        <div class="columns">
          <main id="content" tabindex="-1">${main}</main>
          ${sideList(pages, query, path)} ${outline(headings, say.onThisPage)}
        </div>
      </body>
    </html> `
}

/** The pages by their categories; the open one is marked. */
export function pageList(pages: readonly HelpPage[], language: Language, path?: string): Html {
  const groups = helpCategories().map((category) => ({
    category,
    own: pages.filter((page) => page.category === category),
  }))
  return html`${groups
    .filter(({ own }) => own.length > 0)
    .map(
      ({ category, own }) =>
        html`<section>
          <h2 class="group">${words[language].categories[category]}</h2>
          <ul class="list">
            ${own.map((page) => pageItem(page, language, path))}
          </ul>
        </section>`,
    )}`
}

function pageItem({ slug, texts }: HelpPage, language: Language, path: string | undefined): Html {
  const { title } = texts[language] ?? texts.en
  const href = `/help/${slug}?lang=${language}`
  if (path === `/help/${slug}`) return html`<li><a href="${href}" aria-current="page">${title}</a></li>`
  return html`<li><a href="${href}">${title}</a></li>`
}

function sideList(pages: readonly HelpPage[], { language }: HelpQuery, path: string): Html | undefined {
  if (pages.length === 0) return undefined
  return html`<nav id="pages" class="side" aria-label="${words[language].pages}">
    ${pageList(pages, language, path)}
  </nav>`
}

function topBar({ language, search }: HelpQuery, path: string, hasList: boolean): Html {
  const say = words[language]
  const other = language === 'zh' ? 'en' : 'zh'
  const found = path === '/help' && search !== '' ? `&q=${encodeURIComponent(search)}` : ''
  return html`<header>
    <a class="home" href="/help?lang=${language}">${mark}${say.help}</a>
    <form action="/help" role="search">
      <input type="hidden" name="lang" value="${language}" /><input
        type="search"
        name="q"
        value="${search}"
        maxlength="${helpSearchLimits.query}"
        aria-label="${say.searchFor}"
        placeholder="${say.searchFor}"
      /><button>${say.search}</button>
    </form>
    ${hasList ? html`<a class="jump" href="#pages">${say.pages}</a>` : undefined}
    <a href="${path}?lang=${other}${found}" hreflang="${other}" lang="${other}">${say.otherLanguage}</a>
    <a href="/admin">${say.product}</a>
  </header>`
}

function outline(headings: readonly PageHeading[], label: string): Html | undefined {
  if (headings.length < 2) return undefined
  return html`<nav class="outline" data-scrolls="pane" aria-label="${label}">
    <p class="group">${label}</p>
    <ul class="list">
      ${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`
}
