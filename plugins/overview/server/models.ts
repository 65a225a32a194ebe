import { column, model, type TablesOf } from '@host/plugin'

/** Users who dismissed the first steps of a workspace. */
const Dismissal = model(
  'overview_dismissals',
  { id: column.id('dsm'), org_id: column.org(), user_id: column.text({ max: 64 }) },
  { unique: [['org_id', 'user_id']], index: [['org_id', 'id']] },
)

export const models = [Dismissal] as const

export type Tables = TablesOf<typeof models>
