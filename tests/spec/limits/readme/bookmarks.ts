import { column, definePlugin, listOf, model } from '@host/plugin'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

const pattern = 'GET /api/x/bookmarks/links'
const Bookmark = z.object({ id: z.string(), url: z.string() })
const listLinks = defineEndpoint({ pattern, input: listInput(), output: pageOf(Bookmark), summary: 'List bookmarks' })
const addLink = defineEndpoint({
  pattern: 'POST /api/x/bookmarks/links',
  input: z.strictObject({ url: z.string().check(z.maxLength(2000)) }),
  output: Bookmark,
  summary: 'Add a bookmark',
})
const columns = { id: column.id('link'), org_id: column.org(), url: column.text({ max: 2000 }) }
const Link = model('bookmarks_links', columns, { index: [['org_id', 'id']] })

export const plugin = definePlugin({
  name: 'bookmarks',
  info: { title: 'Bookmarks', description: 'Links for the team', icon: 'bookmark', category: 'Work', api: '^1' },
  models: [Link],
  mount(mux) {
    mux.endpoint(addLink, ({ db, input }) =>
      db.insertInto('bookmarks_links').values(input).returning(['id', 'url']).executeTakeFirstOrThrow(),
    )
    mux.endpoint(listLinks, (scope) => listOf(scope, scope.db.selectFrom('bookmarks_links').select(['id', 'url']), {}))
  },
})
