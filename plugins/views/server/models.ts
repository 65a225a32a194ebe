import { column, model, type TablesOf } from '@host/plugin'

/** A saved view of a list. */
const View = model(
  'views_views',
  {
    id: column.id('view'),
    org_id: column.org(),
    user_id: column.text({ max: 100 }),
    page: column.text({ max: 200 }),
    name: column.text({ max: 80 }),
    query: column.text({ max: 2000 }),
    is_shared: column.boolean({ default: false }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  },
  {
    index: [
      ['org_id', 'page', 'user_id'],
      ['org_id', 'id'],
    ],
    label: ['name', 'page'],
  },
)

export const models = [View] as const

export type Tables = TablesOf<typeof models>
