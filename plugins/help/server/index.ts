import * as z from 'zod/mini'
import { definePlugin, type Language, Problem, requireService } from '@host/plugin'
import { HelpLibrary, HelpSearch, type HelpLibraryService, type HelpPage } from '@host/plugin/platform'
import { listHelpPages, readHelpPage, type ListedHelpPage } from '../shared.ts'
import { excerptText } from './excerpt.ts'
import type { HelpHandler } from './help-handler.ts'
import { i18n } from './i18n.ts'
import type { PageSearch } from './search-pages.ts'
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
    const parts = onceUsed(library)
    ctx.provide(HelpSearch, { find: async (query) => (await parts()).search.find(query) })

    mux.endpoint(listHelpPages, async ({ request, language, input: { q, lang = language } }) => {
      const pages = await library.listFor(request)
      if (q === undefined) return { items: pages.map((page) => listed(page, lang)) }
      const found = await (await parts()).search.find({ pages, query: q, language: lang })
      return { items: found.map(({ page, excerpt }) => ({ ...listed(page, lang), excerpt: excerptText(excerpt) })) }
    })
    mux.endpoint(readHelpPage, async ({ request, language, params: { slug }, input: { lang = language } }) => {
      const page = await (await parts()).desk.read(request, slug, lang)
      if (page === undefined) throw new Problem('not_found')
      return page
    })
    mux.handle('GET /help', async (scope) => (await parts()).desk.showIndex(scope), { rateLimit: 'api' })
    mux.handle('GET /help/{slug}', async (scope) => (await parts()).desk.showPage(scope, scope.params.slug), {
      rateLimit: 'api',
    })
    mux.handle(`GET ${stylePath}`, ({ request }) => sendStyleSheet(request))
  },
})

/** What reads pages, with its parsers of Markdown, is loaded by the first reader. */
function onceUsed(library: HelpLibraryService): () => Promise<{ search: PageSearch; desk: HelpHandler }> {
  let parts: Promise<{ search: PageSearch; desk: HelpHandler }> | undefined
  const open = async () => {
    const [searching, handling] = await Promise.all([import('./search-pages.ts'), import('./help-handler.ts')])
    const search = new searching.PageSearch()
    return { search, desk: new handling.HelpHandler(library, search) }
  }
  const forget = (): void => void (parts = undefined)
  return () => {
    if (parts === undefined) (parts = open()).catch(forget)
    return parts
  }
}

function listed({ slug, texts, category, order, plugin: name }: HelpPage, language: Language): ListedHelpPage {
  return { slug, title: (texts[language] ?? texts.en).title, category, order, plugin: name }
}
