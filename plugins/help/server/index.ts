import * as z from 'zod/mini'
import { definePlugin, type Language, Problem, requireService } from '@host/plugin'
import { HelpLibrary, HelpSearch, type HelpPage } from '@host/plugin/platform'
import { listHelpPages, readHelpPage, type ListedHelpPage } from '../shared.ts'
import { excerptText } from './excerpt.ts'
import { HelpHandler } from './help-handler.ts'
import { i18n } from './i18n.ts'
import { PageSearch } from './search-pages.ts'
import { sendStyleSheet, stylePath } from './style-sheet.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'help',
  info: {
    title: 'Help',
    description: 'The help pages of all plugins',
    icon: 'circle-question-mark',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  topLevelApi: ['help'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const library = requireService(ctx, HelpLibrary)
    const search = new PageSearch()
    const desk = new HelpHandler(library, search)
    ctx.provide(HelpSearch, search)

    mux.endpoint(listHelpPages, async ({ request, language, input: { q, lang = language } }) => {
      const pages = await library.listFor(request)
      if (q === undefined) return { items: pages.map((page) => listed(page, lang)) }
      const found = await search.find({ pages, query: q, language: lang })
      return { items: found.map(({ page, excerpt }) => ({ ...listed(page, lang), excerpt: excerptText(excerpt) })) }
    })
    mux.endpoint(readHelpPage, async ({ request, language, params: { slug }, input: { lang = language } }) => {
      const page = await desk.read(request, slug, lang)
      if (page === undefined) throw new Problem('not_found')
      return page
    })
    mux.handle('GET /help', (scope) => desk.showIndex(scope), { rateLimit: 'api' })
    mux.handle('GET /help/{slug}', (scope) => desk.showPage(scope, scope.params.slug), { rateLimit: 'api' })
    mux.handle(`GET ${stylePath}`, ({ request }) => sendStyleSheet(request))
  },
})

function listed({ slug, texts, category, order, plugin: name }: HelpPage, language: Language): ListedHelpPage {
  return { slug, title: (texts[language] ?? texts.en).title, category, order, plugin: name }
}
