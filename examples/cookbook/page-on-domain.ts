import { column, definePlugin, model, PageHosts, Problem, requireService, UniqueViolation } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, definePublicPage } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Menu = model(
  'menus_items',
  {
    id: column.id('menu'),
    org_id: column.org(),
    // Unique in the instance, so that an address belongs to one workspace.
    slug: column.text({ max: 60 }),
    title: column.text({ max: 120 }),
  },
  { unique: ['slug'], index: [['org_id', 'id']] },
)

/** Where the page of a menu is. `hosts` has the names that are not proved yet too. */
const Place = z.object({
  url: z.nullable(z.string()),
  hosts: z.array(z.object({ host: z.string(), isProved: z.boolean() })),
})

export const addMenu = defineEndpoint({
  pattern: 'POST /api/x/menus/items',
  input: z.strictObject({
    slug: z.string().check(z.regex(/^[a-z0-9-]{3,60}$/)),
    title: z.string().check(z.minLength(1), z.maxLength(120)),
  }),
  output: z.object({ id: z.string() }),
  errors: ['conflict'],
  status: 201,
  summary: 'Create a menu and its public page',
})

export const showMenuAt = defineEndpoint({
  pattern: 'PUT /api/x/menus/items/{id}/host',
  input: z.strictObject({ host: z.string().check(z.maxLength(255)) }),
  output: Place,
  role: 'admin',
  errors: ['invalid_input', 'conflict'],
  summary: 'Show a menu at a host name of the workspace',
})

export const findMenu = defineEndpoint({
  pattern: 'GET /api/x/menus/items/{id}/place',
  input: nothing,
  output: Place,
  summary: 'Find the address of a menu',
})

export const removeMenu = defineEndpoint({
  pattern: 'DELETE /api/x/menus/items/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  // The menu and its host names go together, or neither does.
  atomic: true,
  summary: 'Remove a menu and its host names',
})

export const menuPage = definePublicPage({
  path: '/p/menus/{slug}',
  data: z.object({ title: z.string() }),
})

export const plugin = definePlugin({
  name: 'menus',
  info: { title: 'Menus', description: 'Menus that guests read', icon: 'utensils', category: 'Work', api: '^1' },
  models: [Menu],
  mount(mux, ctx) {
    const pages = requireService(ctx, PageHosts)
    const pathOf = ({ slug }: { readonly slug: string }) => `/p/menus/${slug}`
    const hostsOf = async (orgId: string, path: string) => (await pages.list(orgId)).filter(({ page }) => page === path)
    const placeOf = async (orgId: string, path: string) => ({
      url: (await pages.urlOf(orgId, path)) ?? null,
      hosts: (await hostsOf(orgId, path)).map(({ host, isProved }) => ({ host, isProved })),
    })

    mux.endpoint(addMenu, async ({ db, input }) => {
      try {
        return await db.insertInto('menus_items').values(input).returning('id').executeTakeFirstOrThrow()
      } catch (error) {
        if (error instanceof UniqueViolation) throw new Problem('conflict')
        throw error
      }
    })

    mux.endpoint(showMenuAt, async ({ db, orgId, params: { id }, input: { host } }) => {
      const menu = await db.selectFrom('menus_items').select('slug').where('id', '=', id).executeTakeFirst()
      if (menu === undefined) throw new Problem('not_found')
      await pages.assign(orgId, host, pathOf(menu))
      return await placeOf(orgId, pathOf(menu))
    })

    mux.endpoint(findMenu, async ({ db, orgId, params: { id } }) => {
      const menu = await db.selectFrom('menus_items').select('slug').where('id', '=', id).executeTakeFirst()
      if (menu === undefined) throw new Problem('not_found')
      return await placeOf(orgId, pathOf(menu))
    })

    mux.endpoint(removeMenu, async ({ db, orgId, params: { id } }) => {
      const gone = await db.deleteFrom('menus_items').where('id', '=', id).returning('slug').executeTakeFirst()
      if (gone === undefined) throw new Problem('not_found')
      for (const { host } of await hostsOf(orgId, pathOf(gone))) await pages.release(orgId, host)
      return undefined
    })

    mux.publicPage(menuPage, {
      async workspace({ params }) {
        const menus = ctx.db.asInstance('find the workspace of a public menu').selectFrom('menus_items')
        return (await menus.select('org_id').where('slug', '=', params.slug).executeTakeFirst())?.org_id
      },
      async answer({ db, params }) {
        const menus = db.selectFrom('menus_items').select('title').where('slug', '=', params.slug)
        const menu = await menus.executeTakeFirst()
        return menu === undefined ? undefined : { title: menu.title, data: menu, isIndexed: true }
      },
    })
  },
})
