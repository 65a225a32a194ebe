import { column, model, type TablesOf } from '@host/plugin'

/** The picture of a workspace; its id names it in the path of the picture. */
const Logo = model(
  'workspaces_logos',
  { id: column.id('logo'), org_id: column.org(), file: column.blob() },
  { unique: ['org_id'], index: [['org_id', 'id']] },
)

export const models = [Logo] as const
export type Tables = TablesOf<typeof models>
