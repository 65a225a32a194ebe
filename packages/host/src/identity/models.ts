import { column, model, type InstanceTables, type Role, type ScopedDatabase, type TablesOf } from '@host/plugin'
import { apiTokenModels } from './api-tokens/models.ts'
import { externalModels } from './external/models.ts'
import { invitationModels } from './invitations/models.ts'
import { secondFactorModels } from './second-factors/models.ts'
import { signInModels } from './sign-in/models.ts'
import { recoveryModels } from './recovery/models.ts'
import { supportModels } from './support/models.ts'
import { workspaceModels } from './workspaces/models.ts'

const User = model(
  'users',
  {
    id: column.id('usr'),
    /** Normalised: the same mailbox has one spelling. */
    email: column.text({ max: 254 }),
    name: column.text({ max: 100 }),
    /** An argon2id hash with its parameters; null for people who sign in another way. */
    password_hash: column.text({ nullable: true, max: 255 }),
    is_instance_admin: column.boolean({ default: false }),
    /** Whether the address was shown to be theirs; until then the account can't sign in. */
    is_email_verified: column.boolean({ default: true }),
    /**
     * False for an account that was vouched for but never proved its mailbox: by the person who delivered its
     * invitation, or by a workspace's own provider. Its sign-in methods end when the mailbox is proved for the first
     * time: see `recovery/prove-mailbox.ts`.
     */
    is_mailbox_proven: column.boolean({ default: true }),
    /** Since when an instance admin keeps the account out; null for an account in use. */
    disabled_at: column.time({ nullable: true }),
    /** How often everything that a proof had opened was ended, see `endAccess`. */
    access_epoch: column.integer({ default: 0 }),
    /** To the minute; null for a user who never signed in. */
    last_seen_at: column.time({ nullable: true }),
    /** Where the next sign-in lands: the workspace that the account's sessions used last. */
    last_workspace_id: column.text({ nullable: true, max: 64 }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: ['email'], index: [['is_email_verified', 'created_at']], label: ['name', 'email'] },
)

const Workspace = model(
  'workspaces',
  {
    id: column.id('org'),
    slug: column.text({ max: 63 }),
    name: column.text({ max: 100 }),
    /** "#rrggbb" in lower case; null for the product's own accent. */
    accent: column.text({ nullable: true, max: 7 }),
    /** Names its picture: an id of its plugin, or a SHA-256 in `workspace_logos`; null for none. */
    logo: column.text({ nullable: true, max: 43 }),
    /** An IANA name, in which the schedules of plugins count the hours. */
    time_zone: column.text({ default: 'UTC', max: 64 }),
    requires_second_factor: column.boolean({ default: false }),
    requires_sso: column.boolean({ default: false }),
    /** Whether that holds for API tokens too; without effect while `requires_sso` is off. */
    requires_sso_of_tokens: column.boolean({ default: false }),
    /** When it is erased with all its data; null unless an owner requested that. Until then it can't be used. */
    erase_at: column.time({ nullable: true }),
    /** The owner who asked for it. */
    erase_asked_by: column.text({ nullable: true, max: 64 }),
    /** When erasing it failed last, with everything left in place. */
    erase_failed_at: column.time({ nullable: true }),
    /** Since when it is read-only by decision of an instance admin; null unless it is suspended. */
    suspended_at: column.time({ nullable: true }),
    suspension_reason: column.text({ nullable: true, max: 500 }),
    /** Since when none of its jobs runs, because it was imported or cloned; null once it was released. */
    held_at: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: ['slug'], index: ['erase_at', ['time_zone', 'id']], label: 'name' },
)

const Membership = model(
  'memberships',
  {
    id: column.id('mbr'),
    org_id: column.org(),
    user_id: column.text({ max: 64 }),
    role: column.text<Role>({ max: 16 }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: [['org_id', 'user_id']], index: ['user_id', ['org_id', 'id'], ['org_id', 'role', 'id']] },
)

/**
 * A sign-in in a workspace. The row whose `token_hash` is the cookie's is the sign-in: the facts of the proof are there,
 * and `workspace_id` is the workspace used last. Each further workspace of the sign-in has a row with `sign_in_id`.
 * `workspace_id` and not `org_id`: a session is its user's and may have no workspace.
 */
export const UserSession = model(
  'user_sessions',
  {
    id: column.id('ses'),
    /** SHA-256 of the token; the token itself is nowhere but in the cookie. Of no token in a row that no cookie names. */
    token_hash: column.text({ max: 43 }),
    /** The row of the sign-in, in the row of a further workspace; null in the sign-in's own. */
    sign_in_id: column.text({ nullable: true, max: 64 }),
    /** Whether the user's rights in the workspace were taken away or changed since. */
    is_revoked: column.boolean({ default: false }),
    /** SHA-256 of the token of a sign-in whose own row is revoked; null otherwise. */
    cookie_hash: column.text({ nullable: true, max: 43 }),
    user_id: column.text({ max: 64 }),
    workspace_id: column.text({ nullable: true, max: 64 }),
    address: column.text({ max: 64 }),
    user_agent: column.text({ max: 512 }),
    created_at: column.time(),
    last_seen_at: column.time(),
    /** When its user last proved who they are, by password or second factor. */
    proved_at: column.time({ nullable: true }),
    /** When its user last proved a second factor, and which; a password moves neither. */
    factor_proved_at: column.time({ nullable: true }),
    factor_proved_by: column.text({ nullable: true, max: 20 }),
    /** How the session began, a `ProofMethod`. */
    began_by: column.text({ default: 'password', max: 20 }),
    /** The provider of the linked identity that it began with; null for every other way. */
    provider_id: column.text({ nullable: true, max: 64 }),
    /** The only workspace that it may use, whose single sign-on it came through; null for a session of the account. */
    confined_to: column.text({ nullable: true, max: 64 }),
    /** Whether the provider that it began with vouches for a second factor, so that none is needed here. */
    is_second_factor_vouched: column.boolean({ default: false }),
  },
  { unique: ['token_hash', 'cookie_hash', ['sign_in_id', 'workspace_id']], index: [['user_id', 'workspace_id']] },
)

const WorkspaceFeature = model(
  'workspace_features',
  {
    id: column.id('ftr'),
    org_id: column.org(),
    feature: column.text({ max: 64 }),
    enabled: column.boolean(),
  },
  { unique: [['org_id', 'feature']], index: [['org_id', 'id']] },
)

const WorkspaceSetting = model(
  'workspace_settings',
  {
    id: column.id('wst'),
    org_id: column.org(),
    plugin: column.text({ max: 64 }),
    key: column.text({ max: 200, secret: false }),
    value: column.json(),
  },
  { unique: [['org_id', 'plugin', 'key']], index: [['org_id', 'id']] },
)

/** Facts of the whole instance; the unique key makes `set_up` happen once. */
const InstanceSetting = model(
  'instance_settings',
  { id: column.id('ist'), key: column.text({ max: 200 }), value: column.json() },
  { unique: ['key'] },
)

/** The tables that the host itself owns. */
export const identityModels = [
  User,
  Workspace,
  Membership,
  UserSession,
  WorkspaceFeature,
  WorkspaceSetting,
  InstanceSetting,
  ...apiTokenModels,
  ...externalModels,
  ...invitationModels,
  ...secondFactorModels,
  ...signInModels,
  ...recoveryModels,
  ...supportModels,
  ...workspaceModels,
] as const

/** The host's tables as its own code writes them: over all workspaces. */
export type HostTables = InstanceTables<TablesOf<typeof identityModels>>

/** The handle on the host's tables. */
export type HostDatabase = ScopedDatabase<HostTables>
