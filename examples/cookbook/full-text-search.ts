import { column, definePlugin, listOf, model, search } from '@host/plugin'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Article = model(
  'wiki_articles',
  {
    id: column.id('art'),
    org_id: column.org(),
    title: column.text({ max: 200, search: true }),
    body: column.text({ max: 20_000, search: true }),
  },
  { index: [['org_id', 'id']], label: 'title' },
)

const NewArticle = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  body: z.string().check(z.maxLength(20_000)),
})

export const listArticles = defineEndpoint({
  pattern: 'GET /api/x/wiki/articles',
  input: listInput({ sort: ['title'], search: true }),
  output: pageOf(z.object({ id: z.string(), title: z.string() })),
  summary: 'List the articles',
})

export const addArticle = defineEndpoint({
  pattern: 'POST /api/x/wiki/articles',
  input: NewArticle,
  output: z.object({ id: z.string(), title: z.string() }),
  status: 201,
  summary: 'Add an article',
})

export const plugin = definePlugin({
  name: 'wiki',
  info: { title: 'Wiki', description: 'Articles with a search', icon: 'book-open', category: 'Work', api: '^1' },
  models: [Article],
  /** Records for the command palette. */
  async search({ db }, query) {
    const found = db.selectFrom('wiki_articles').select(['id', 'title'])
    const rows = await found
      .where((eb) => search(eb, 'wiki_articles.id', query))
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    return rows.map(({ id, title }) => ({ title, path: `/wiki/${id}` }))
  },
  mount(mux) {
    mux.endpoint(listArticles, (scope) =>
      listOf(scope, scope.db.selectFrom('wiki_articles').select(['id', 'title']), {
        sort: { title: { text: 'title' } },
        search: { by: 'id' },
      }),
    )
    mux.endpoint(addArticle, ({ db, input }) =>
      db.insertInto('wiki_articles').values(input).returning(['id', 'title']).executeTakeFirstOrThrow(),
    )
  },
})
