import { column, definePlugin, json, model } from '@host/plugin'
import { endpointsWith } from '@host/plugin/wire'
import * as z from 'zod/mini'

const addLink = endpointsWith(z.toJSONSchema)({
  pattern: 'POST /api/x/bookmarks/links',
  input: z.strictObject({ url: z.string().check(z.maxLength(2000)) }),
  output: z.object({ id: z.string(), url: z.string() }),
  summary: 'Add a bookmark',
})
const columns = { id: column.id('link'), org_id: column.org(), url: column.text({ max: 2000 }) }
const Link = model('bookmarks_links', columns, { index: [['org_id', 'id']] })

export const plugin = definePlugin({
  name: 'bookmarks',
  info: { title: 'Bookmarks', description: 'Links for the team', icon: 'bookmark', category: 'Work', api: '^1' },
  models: [Link],
  mount(mux, { guard }) {
    mux.endpoint(addLink, ({ db, input }) =>
      db.insertInto('bookmarks_links').values(input).returning(['id', 'url']).executeTakeFirstOrThrow(),
    )
    mux.handle(
      'GET /api/x/bookmarks/links',
      guard(async ({ db }) => json(await db.selectFrom('bookmarks_links').selectAll().execute())),
    )
  },
})
