import { column, mirror, type TablesOf } from '@host/plugin'

/** Names of the accounts in the log of the instance. */
const User = mirror(
  'users',
  { id: column.id('usr'), name: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

/** Names of the workspaces there. */
const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })

export const models = [User, Workspace] as const

export type Tables = TablesOf<typeof models>
