import { column, model, type TablesOf } from '@host/plugin'

/** Personal settings of users, for all their workspaces; a section is one subject with its own schema. */
const UserSection = model(
  'settings_of_users',
  {
    id: column.id('ust'),
    user_id: column.text({ max: 64 }),
    section: column.text({ max: 64 }),
    value: column.json(),
  },
  { unique: [['user_id', 'section']] },
)

export const models = [UserSection] as const

export type Tables = TablesOf<typeof models>
