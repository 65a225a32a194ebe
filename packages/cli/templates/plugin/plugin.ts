import { column, definePlugin, listOf, model, type ScopedDatabase, type TablesOf } from '@host/plugin'
import { createItem, listItems } from './shared.ts'

/** With `org_id` the table belongs to workspaces: every query of a handler carries the caller's. */
const Item = model(
  'blank_plugin_items',
  {
    id: column.id('item'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    index: [
      ['org_id', 'created_at'],
      ['org_id', 'id'],
    ],
    label: 'title',
  },
)

const models = [Item] as const

type Database = ScopedDatabase<TablesOf<typeof models>>

export const plugin = definePlugin({
  name: 'blank-plugin',
  info: {
    title: 'Blank plugin',
    description: 'A shared list for the workspace',
    icon: 'list',
    category: 'Work',
    api: '^1',
  },
  models,
  menus: [{ id: 'blank-plugin', label: 'Blank plugin', path: '/blank-plugin', icon: 'list', category: 'Work' }],
  i18n: {
    en: {
      'menu.blank-plugin': 'Blank plugin',
      'info.title': 'Blank plugin',
      'info.description': 'A shared list for the workspace',
      'info.category': 'Work',
    },
    zh: {
      'menu.blank-plugin': 'Blank plugin',
      'info.title': 'Blank plugin',
      'info.description': '工作区共享的列表',
      'info.category': '工作',
    },
  },
  helpDocsFS: './docs',

  mount(mux) {
    mux.endpoint(listItems, (scope) => listOf(scope, items(scope.db), { item: present }))
    mux.endpoint(createItem, async ({ db, input }) => {
      const row = await db
        .insertInto('blank_plugin_items')
        .values({ title: input.title })
        .returning(['id', 'title', 'created_at'])
        .executeTakeFirstOrThrow()
      return present(row)
    })
  },
})

function items(db: Database) {
  return db.selectFrom('blank_plugin_items').select(['id', 'title', 'created_at'])
}

function present(row: { id: string; title: string; created_at: string }) {
  return { id: row.id, title: row.title, createdAt: row.created_at }
}
