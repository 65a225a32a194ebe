import type { Language, RequestScope } from '@host/plugin'
import { helpMarkdown, type HelpLibraryService, type HelpPage, type HelpSearchService } from '@host/plugin/platform'
import type { ReadHelpPage } from '../shared.ts'
import { helpAnswer } from './help-answer.ts'
import { html } from './html.ts'
import { frame, pageList } from './frame.ts'
import { foundList } from './found-list.ts'
import { foundMarkdown, indexMarkdown } from './markdown.ts'
import { parsePage } from './parse-page.ts'
import { renderPage, type RenderedPage } from './render-page.ts'
import { readHelpQuery, type HelpQuery } from './help-query.ts'
import { styleAddress } from './style-sheet.ts'
import { words } from './words.ts'

/** Answers help requests: the list of pages, a page, or search results. */
export class HelpHandler {
  readonly #library: HelpLibraryService
  readonly #search: HelpSearchService
  readonly #rendered = new WeakMap<HelpPage, Map<Language, RenderedPage>>()

  constructor(library: HelpLibraryService, search: HelpSearchService) {
    this.#library = library
    this.#search = search
  }

  async showIndex(scope: RequestScope): Promise<Response> {
    const pages = await this.#library.listFor(scope.request)
    const query = readHelpQuery(scope)
    const { language, isMarkdown } = query
    if (query.search !== '') return await this.#showFound(pages, query)
    if (isMarkdown) return helpAnswer(indexMarkdown(pages, language), query)
    const say = words[language]
    const main = html`<h1>${say.help}</h1>
      <p class="lead">${say.welcome}</p>
      <div class="all">${pageList(pages, language)}</div>`
    return helpAnswer(frame({ query, path: '/help', title: say.help, main }), query)
  }

  async #showFound(pages: readonly HelpPage[], query: HelpQuery): Promise<Response> {
    const { language, search, isMarkdown } = query
    const found = await this.#search.find({ pages, query: search, language })
    if (isMarkdown) return helpAnswer(foundMarkdown(found, language), query)
    const say = words[language]
    const main =
      found.length === 0
        ? html`<h1>${say.help}</h1>
            <p class="lead">${say.nothingFound}</p>
            <div class="all">${pageList(pages, language)}</div>`
        : html`<h1>${say.help}</h1>
            <p class="lead">${say.found}<q>${search}</q></p>
            ${foundList(found, language)}
            <p><a href="/help?lang=${language}">${say.pages}</a></p>`
    return helpAnswer(frame({ query, path: '/help', title: search, main }), query)
  }

  async showPage(scope: RequestScope, slug: string): Promise<Response> {
    const pages = await this.#library.listFor(scope.request)
    const query = readHelpQuery(scope)
    const page = pages.find((one) => one.slug === slug)
    return page === undefined ? missing(pages, query) : this.#show(page, pages, query)
  }

  /** A page for the frame of the product; undefined unless the reader may open it. */
  async read(request: Request, slug: string, language: Language): Promise<ReadHelpPage | undefined> {
    const pages = await this.#library.listFor(request)
    const page = pages.find((one) => one.slug === slug)
    if (page === undefined) return undefined
    const own = page.texts[language]
    return {
      slug,
      title: (own ?? page.texts.en).title,
      language: own === undefined ? 'en' : language,
      html: this.#render(page, language).article.toString(),
      styleSheet: styleAddress(),
    }
  }

  #show(page: HelpPage, pages: readonly HelpPage[], query: HelpQuery): Response {
    const { language, isMarkdown } = query
    const own = page.texts[language]
    const text = own ?? page.texts.en
    if (isMarkdown) return helpAnswer(helpMarkdown(text), query)
    const { article, headings } = this.#render(page, language)
    const note = own === undefined ? html`<p class="aside">${words[language].notTranslated}</p>` : undefined
    const main = html`<h1>${text.title}</h1>
      ${note}
      <div class="article" lang="${own === undefined ? 'en' : language}">${article}</div>`
    return helpAnswer(frame({ pages, query, path: `/help/${page.slug}`, title: text.title, main, headings }), query)
  }

  #render(page: HelpPage, language: Language): RenderedPage {
    const known = this.#rendered.get(page) ?? new Map<Language, RenderedPage>()
    this.#rendered.set(page, known)
    const text = page.texts[language] ?? page.texts.en
    const rendered = known.get(language) ?? renderPage(parsePage(text.body), text.title, language)
    known.set(language, rendered)
    return rendered
  }
}

function missing(pages: readonly HelpPage[], query: HelpQuery): Response {
  const { language, isMarkdown } = query
  const say = words[language]
  if (isMarkdown) return helpAnswer(indexMarkdown(pages, language, say.missing), query, 404)
  const main = html`<h1>${say.missing}</h1>
    <p class="lead">${say.missingText}</p>
    <div class="all">${pageList(pages, language)}</div>`
  return helpAnswer(frame({ query, path: '/help', title: say.missing, main }), query, 404)
}
