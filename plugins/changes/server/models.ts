import { column, mirror, type ChangesetState, type ChangeTitle, type Role, type TablesOf } from '@host/plugin'

/** Changesets as the list reads them. */
const Changeset = mirror('host_changesets', {
  id: column.id('chg'),
  org_id: column.org(),
  plugin: column.text(),
  title: column.text(),
  title_code: column.text({ nullable: true }),
  title_params: column.json<NonNullable<ChangeTitle['params']> | null>({ nullable: true }),
  state: column.text<ChangesetState>(),
  planned_by: column.text({ nullable: true }),
  created_at: column.time(),
  expires_at: column.time(),
  finished_at: column.time({ nullable: true }),
  reverts: column.text({ nullable: true }),
  is_drift: column.boolean(),
  error: column.text({ nullable: true }),
  count: column.integer(),
})

/** Their parts, for the filters. */
const ChangePart = mirror('host_change_parts', {
  id: column.id('chgp'),
  org_id: column.org(),
  changeset_id: column.text(),
  plugin: column.text(),
  kind: column.text(),
})

const User = mirror(
  'users',
  { id: column.id('usr'), name: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

const Membership = mirror('memberships', {
  id: column.id('mbr'),
  org_id: column.org(),
  user_id: column.text(),
  role: column.text<Role>(),
})

export const models = [Changeset, ChangePart, User, Membership] as const

export type Tables = TablesOf<typeof models>
