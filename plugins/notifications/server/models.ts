import {
  column,
  mirror,
  model,
  type InstanceTables,
  type Queries,
  type Role,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import type { Digest, QuietHours } from './preferences/own-preferences.ts'

/** A text in both languages, so that it is read in whichever its reader has by then. */
export interface BothLanguages {
  readonly en: string
  readonly zh: string
}

/** A button of a notification: the route of the plugin that it posts to. */
export interface KeptAction {
  readonly label: BothLanguages
  readonly path: string
  readonly kind: 'primary' | 'plain' | 'danger'
  readonly opensPage?: boolean | undefined
}

/** Delivery of one category to a user. */
export interface CategoryRoute {
  readonly inbox: boolean
  readonly channels: readonly string[]
}

/**
 * A notification for one user. It belongs to the workspace it concerns, and is deleted with it; those of the instance
 * are stored under the ID that the audit log uses for the instance. Notifications are personal: no workspace export
 * contains them.
 */
const Notification = model(
  'notifications_notices',
  {
    id: column.id('ntc'),
    org_id: column.org(),
    user_id: column.text({ max: 64 }),
    /** `plugin.category` */
    category: column.text({ max: 100 }),
    is_urgent: column.boolean({ default: false }),
    title: column.json<BothLanguages>({ secret: true }),
    body: column.json<BothLanguages>({ nullable: true, secret: true }),
    path: column.text({ nullable: true, max: 500, secret: true }),
    /** Identifies repeats of an unread notification; null once it is read, and for most notifications. */
    unread_as: column.text({ nullable: true, max: 300, secret: true }),
    /** Decisions offered to the reader; null for most. */
    actions: column.json<readonly KeptAction[]>({ nullable: true, secret: true }),
    /** The plugin's route for the records that a decision affects; null for most. */
    subject: column.text({ nullable: true, max: 500, secret: true }),
    /** Which question it puts, so that its outcome is found; null for one without actions. */
    asked_as: column.text({ nullable: true, max: 300, secret: true }),
    /** The first job that delivered it, so that a repeated job delivers nothing twice. */
    told_by: column.text({ max: 64 }),
    /** False if its reader wants it only by email or channel. */
    in_inbox: column.boolean({ default: true }),
    /** Whether the next email that puts notifications together takes it. */
    waits_for_digest: column.boolean({ default: false }),
    read_at: column.time({ nullable: true }),
    archived_at: column.time({ nullable: true }),
    created_at: column.time(),
  },
  {
    unique: [
      ['org_id', 'user_id', 'unread_as'],
      ['told_by', 'user_id'],
    ],
    index: [
      ['user_id', 'id'],
      ['org_id', 'asked_as'],
      ['org_id', 'id'],
    ],
    transfer: { reason: 'Notifications were delivered to people.', isExported: false },
  },
)

/**
 * The outcome of a question in notifications. It is stored separately, so that it also applies to recipients notified
 * later, and the first outcome stays.
 */
const Outcome = model(
  'notifications_outcomes',
  {
    id: column.id('nto'),
    org_id: column.org(),
    asked_as: column.text({ max: 300, secret: true }),
    outcome: column.json<BothLanguages>({ secret: true }),
    created_at: column.time(),
  },
  {
    unique: [['org_id', 'asked_as']],
    index: ['created_at', ['org_id', 'id']],
    transfer: { reason: 'Notifications were delivered to people.', isExported: false },
  },
)

/** A delivery channel outside the product. It belongs to its user, and to no workspace. */
const Channel = model(
  'notifications_channels',
  {
    id: column.id('nch'),
    user_id: column.text({ max: 64 }),
    kind: column.text({ max: 64 }),
    name: column.text({ max: 60 }),
    /** All that was filled in, sealed, and bound to its owner. */
    sealed: column.text(),
    state: column.text<'unproven' | 'working' | 'failing' | 'off'>({ default: 'unproven', max: 16 }),
    error: column.json<BothLanguages>({ nullable: true }),
    failing_since: column.time({ nullable: true }),
    created_at: column.time(),
  },
  { index: ['user_id'] },
)

/**
 * A delivery channel of a workspace, such as the Slack channel of its team. It stays when its author leaves. The slot
 * is unique, so that the limit is exact however many admins add channels at once.
 */
const WorkspaceChannel = model(
  'notifications_workspace_channels',
  {
    id: column.id('nwc'),
    org_id: column.org(),
    slot: column.integer(),
    kind: column.text({ max: 64 }),
    name: column.text({ max: 60 }),
    language: column.text<'en' | 'zh'>({ max: 2 }),
    /** The categories of notifications that it gets, as `plugin.category`. */
    categories: column.json<readonly string[]>(),
    /** All that was filled in, sealed, and bound to its workspace. */
    sealed: column.text({ secret: true }),
    state: column.text<'unproven' | 'working' | 'failing' | 'off'>({ default: 'unproven', max: 16 }),
    error: column.json<BothLanguages>({ nullable: true }),
    failing_since: column.time({ nullable: true }),
    created_by: column.text({ max: 64 }),
    created_at: column.time(),
  },
  { unique: [['org_id', 'slot']], index: [['org_id', 'id']], label: 'name' },
)

/** Notification preferences of a user, for all their workspaces. */
const Person = model(
  'notifications_people',
  {
    id: column.id('ntp'),
    user_id: column.text({ max: 64 }),
    /** The language in which they used the product last: that of their emails. */
    language: column.text<'en' | 'zh'>({ default: 'en', max: 2 }),
    time_zone: column.text({ nullable: true, max: 64 }),
    quiet_hours: column.json<QuietHours>({ nullable: true }),
    digest: column.json<Digest>({ nullable: true }),
    /** By category; a missing one has its default. */
    choices: column.json<Readonly<Record<string, CategoryRoute>>>({ nullable: true }),
  },
  { unique: ['user_id'] },
)

const Membership = mirror('memberships', {
  id: column.id('mbr'),
  org_id: column.org(),
  user_id: column.text(),
  role: column.text<Role>(),
})

const User = mirror(
  'users',
  {
    id: column.id('usr'),
    email: column.text(),
    is_instance_admin: column.boolean(),
    is_email_verified: column.boolean(),
    is_mailbox_proven: column.boolean(),
    disabled_at: column.time({ nullable: true }),
  },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

const Workspace = mirror(
  'workspaces',
  {
    id: column.id('org'),
    name: column.text(),
    slug: column.text(),
    erase_at: column.time({ nullable: true }),
    suspended_at: column.time({ nullable: true }),
  },
  { tenantKey: 'id' },
)

export const models = [Notification, Outcome, Channel, WorkspaceChannel, Person, Membership, User, Workspace] as const

export type Tables = TablesOf<typeof models>

/** Rows of one workspace. */
export type WorkspaceQueries = Queries<Tables>

export type WorkspaceDatabase = ScopedDatabase<Tables>

/** Rows of all users in all workspaces: personal rows belong to no workspace. */
export type AllTables = InstanceTables<Tables>

export type AllQueries = Queries<AllTables>

export type AllDatabase = ScopedDatabase<AllTables>

/** Represents the instance where a row names a workspace, as in the audit log. */
export const instanceOrgId = 'instance'
