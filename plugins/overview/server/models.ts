import { column, model, type TablesOf } from '@host/plugin'

/** Users who dismissed the first steps of a workspace. */
const Dismissal = model(
  'overview_dismissals',
  { id: column.id('dsm'), org_id: column.org(), user_id: column.text({ max: 64 }) },
  { unique: [['org_id', 'user_id']], index: [['org_id', 'id']] },
)

/** The sample records that a plugin added to a workspace. */
const Sample = model(
  'overview_samples',
  {
    id: column.id('smp'),
    org_id: column.org(),
    plugin: column.text({ max: 40 }),
    /** The plugin's own IDs. */
    records: column.json<readonly string[]>({ secret: false }),
    added_by: column.text({ max: 60 }),
    added_at: column.time({ default: 'now' }),
  },
  { unique: [['org_id', 'plugin']], index: [['org_id', 'id']] },
)

export const models = [Dismissal, Sample] as const

export type Tables = TablesOf<typeof models>
