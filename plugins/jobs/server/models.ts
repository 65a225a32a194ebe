import { column, mirror, type TablesOf } from '@host/plugin'

/** What the page reads of workspaces by itself: their names. */
const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })

export const models = [Workspace] as const

export type Tables = TablesOf<typeof models>
