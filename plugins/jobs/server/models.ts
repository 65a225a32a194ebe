import { column, mirror, type TablesOf } from '@host/plugin'

/** Workspace columns that the page reads directly: their names. */
const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })

export const models = [Workspace] as const

export type Tables = TablesOf<typeof models>
