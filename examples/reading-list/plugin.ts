import { column, definePlugin, listOf, model, Problem } from '@host/plugin'
import { addBook, listBooks, removeBook } from './shared.ts'

const Book = model(
  'reading_list_books',
  {
    id: column.id('book'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    author: column.text({ max: 100 }),
    added_at: column.time({ default: 'now' }),
  },
  { index: [['org_id', 'id']], label: ['title', 'author'] },
)

export const plugin = definePlugin({
  name: 'reading-list',
  info: {
    title: 'Reading list',
    description: 'Books that the workspace wants to read',
    icon: 'book-open',
    category: 'Start',
    api: '^1',
  },
  models: [Book],
  menus: [{ id: 'reading-list', label: 'Reading list', path: '/reading-list', icon: 'book-open', order: 60 }],
  i18n: {
    en: {
      'menu.reading-list': 'Reading list',
      'info.title': 'Reading list',
      'info.category': 'Start',
      'info.description': 'Books that the workspace wants to read',
    },
    zh: {
      'menu.reading-list': '阅读清单',
      'info.title': '阅读清单',
      'info.category': '入门',
      'info.description': '工作区想读的书',
    },
  },
  helpDocsFS: './docs',

  mount(mux) {
    mux.endpoint(listBooks, (scope) =>
      listOf(scope, scope.db.selectFrom('reading_list_books').selectAll(), {
        sort: { title: { text: 'title' }, author: { text: 'author' } },
        search: ['title', 'author'],
        item: present,
      }),
    )
    mux.endpoint(addBook, async ({ db, input }) =>
      present(await db.insertInto('reading_list_books').values(input).returningAll().executeTakeFirstOrThrow()),
    )
    mux.endpoint(removeBook, async ({ db, params }) => {
      const gone = await db
        .deleteFrom('reading_list_books')
        .where('id', '=', params.id)
        .returning('id')
        .executeTakeFirst()
      if (gone === undefined) throw new Problem('not_found', { detail: 'There is no book with this id.' })
      return undefined
    })
  },
})

function present(row: { id: string; title: string; author: string; added_at: string }) {
  return { id: row.id, title: row.title, author: row.author, addedAt: row.added_at }
}
