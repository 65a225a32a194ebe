import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

export * from './shared/brand.ts'
export * from './shared/operator-settings.ts'
export * from './shared/readiness.ts'
export * from './shared/support.ts'
export * from './shared/upgrade-check.ts'

/** Endpoints that change something write no audit entry themselves: the host services do, for every caller. */
const Cursor = z.nullable(z.string())
const PageInput = z.strictObject({
  limit: z
    .optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1)))
    .check(z.describe('Maximum number of items. Defaults to 50.')),
  cursor: z.optional(z.string().check(z.maxLength(600))).check(z.describe('The `nextCursor` of the previous page.')),
})

/** Somewhere in the entry. */
const Search = z.optional(z.string().check(z.trim(), z.maxLength(200)))

const PluginOut = z.object({
  name: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  category: z.string(),
  feature: z.string(),
  core: z.boolean(),
  enabledByDefault: z.boolean(),
  outOfTree: z.boolean(),
  requires: z.array(z.string()).check(z.describe('Names of the plugins it requires.')),
  requiredBy: z.array(z.string()).check(z.describe('Names of the plugins that require it.')),
  routes: z.array(z.object({ pattern: z.string(), audience: z.string() })),
  tables: z.array(z.string()),
  provides: z.array(z.string()),
  permissions: z.array(z.object({ name: z.string(), title: z.string(), role: z.string() })),
  events: z.array(z.string()).check(z.describe('Names of the events it publishes.')),
  jobs: z.array(z.string()).check(z.describe('Names of its job kinds.')),
  notices: z.array(z.string()).check(z.describe('Titles of its notification types.')),
  settings: z
    .nullable(z.string())
    .check(z.describe('Path of its instance settings under `/settings`; null if it has none.')),
  menuPaths: z.array(z.string()).check(z.describe('Paths of its workspace pages, relative to the shell.')),
  instanceMenuPaths: z.array(z.string()).check(z.describe('Paths of its console pages, relative to the shell.')),
  health: z.enum(['ok', 'degraded', 'down']),
  healthDetail: z.optional(z.string()),
  healthCause: z
    .optional(z.enum(['start', 'paused', 'check']))
    .check(z.describe('The cause the host found: a failed start, paused work or a failed health check.')),
  healthSince: z.optional(z.string()),
  pausedUntil: z
    .nullable(z.string())
    .check(z.describe('When one of its jobs is retried; null unless its background work is paused.')),
})

/** Lately are the last 30 days. */
const GrowthOut = z.object({ total: z.number(), lately: z.number() })

const BuildOut = z.object({
  version: z.string(),
  digest: z.string(),
  node: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  startedAt: z.string(),
})

/** Storage of a workspace in the database, without indexes, and in files. */
const StorageOut = z.object({
  bytes: z.number(),
  countedAt: z.string(),
  parts: z
    .array(
      z.object({
        kind: z.enum(['host', 'plugin']),
        name: z.string(),
        title: z.string(),
        bytes: z.number(),
        rows: z.number(),
      }),
    )
    .check(z.describe('By host component or plugin that owns the tables, largest first.')),
})

const WorkspaceOut = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  suspension: z
    .optional(z.object({ reason: z.string(), since: z.string() }))
    .check(z.describe('Why it is read-only; left out unless it is suspended.')),
  createdAt: z.string(),
  members: z.number(),
  storage: z
    .nullable(StorageOut)
    .check(z.describe('Updated in the background every few hours; null until the first count.')),
})

const UserOut = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  isInstanceAdmin: z.boolean(),
  isDisabled: z.boolean().check(z.describe('Whether an instance admin disabled the account.')),
  isEmailVerified: z.boolean(),
  isMailboxProven: z
    .boolean()
    .check(z.describe('Whether the user has confirmed that they receive email at this address.')),
  hasSecondFactor: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.nullable(z.string()).check(z.describe('Accurate to the minute; null if the user never signed in.')),
})

/** Which accounts a list can be narrowed to. */
export const userStates = ['admin', 'disabled', 'unverified', 'without_second_factor'] as const

/** Sign-in requirements and permissions for anonymous clients and members, everywhere on this instance. */
const SignInSettings = {
  registration: z.boolean().check(z.describe('Whether anyone can create an account. Requires email.')),
  requireSecondFactor: z.boolean().check(z.describe('Whether all users need a second factor.')),
}

/** States of an idempotency key. */
export const keyStates = ['in_flight', 'stored', 'stored_without_body'] as const

const PluginName = z.object({ name: z.string(), title: z.string() })

const KeyOut = z.object({
  id: z.string(),
  plugin: PluginName,
  endpoint: z.string(),
  workspace: z
    .nullable(z.object({ id: z.string(), name: z.string() }))
    .check(z.describe('Null for user and instance keys.')),
  state: z.enum(keyStates),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()).check(z.describe('Null while the handler is running.')),
})

const KeyCountOut = z.object({
  plugin: PluginName,
  state: z.enum(keyStates),
  count: z.number().check(z.describe('Counted up to 10,000.')),
  oldestAt: z.string(),
})

/** Counters of a row. Times in milliseconds. */
const Used = {
  calls: z.number().check(z.describe('Requests that reached a handler.')),
  errors: z.number().check(z.describe('Responses with status 500 or above, and other errors.')),
  time: z.number().check(z.describe('Handler time in milliseconds.')),
  queries: z.number(),
  databaseTime: z.number().check(z.describe('Milliseconds.')),
  outboundCalls: z.number(),
  outboundErrors: z.number(),
  jobs: z.number(),
  jobErrors: z.number(),
  jobTime: z.number().check(z.describe('Milliseconds.')),
}

/** How far back usage is shown. */
export const telemetryRanges = ['24h', '7d', '30d'] as const

const TelemetryOut = z.object({
  from: z.string(),
  total: z.object(Used),
  course: z
    .array(z.object({ at: z.string(), ...Used }))
    .check(z.describe('Equal intervals starting at `from`, including empty ones.')),
  plugins: z
    .array(z.object({ plugin: PluginName, ...Used }))
    .check(z.describe('All plugins with activity, regardless of the filter, busiest first.')),
  /** The busiest ones, at most 50. */
  workspaces: z.array(
    z.object({
      workspace: z
        .nullable(z.object({ id: z.string(), name: z.string() }))
        .check(z.describe('Null for calls without a workspace, and for the remaining workspaces.')),
      kind: z.enum(['workspace', 'none', 'others']),
      ...Used,
    }),
  ),
})

/** Input that creates an account; it belongs to no workspace until a workspace adds it. */
export const NewUser = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.refine(isDisplayName, displayNameComplaint.en)),
  password: z.string().check(z.minLength(10), z.maxLength(256)),
})

export type PluginEntry = z.infer<typeof PluginOut>
export type Build = z.infer<typeof BuildOut>
export type InstanceWorkspace = z.infer<typeof WorkspaceOut>
export type IdempotencyKey = z.infer<typeof KeyOut>
export type IdempotencyKeyCount = z.infer<typeof KeyCountOut>
export type InstanceUser = z.infer<typeof UserOut>
export type Telemetry = z.infer<typeof TelemetryOut>
export type TelemetryRange = (typeof telemetryRanges)[number]

export const listPlugins = defineEndpoint({
  pattern: 'GET /api/instance/plugins',
  input: nothing,
  output: z.object({ items: z.array(PluginOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List the plugins of this build',
})

/** A route with its requirements for callers. */
const RouteOut = z.object({
  pattern: z.string(),
  plugin: z.string(),
  audience: z.enum(['public', 'user', 'member', 'admin', 'owner', 'instance']),
  session: z.nullable(z.enum(['any', 'required', 'recent'])).check(z.describe('Null for a public route.')),
  proof: z.boolean().check(z.describe('Whether a session must have been confirmed in the last 15 minutes.')),
  agents: z.boolean().check(z.describe('Whether agent tokens can call it.')),
  permission: z.nullable(z.string()),
  tier: z.nullable(z.string()),
  scopes: z
    .array(z.string())
    .check(z.describe('API tokens need one of these scopes; empty if tokens are not accepted.')),
})

export type RouteEntry = z.infer<typeof RouteOut>

export const listRoutes = defineEndpoint({
  pattern: 'GET /api/instance/routes',
  input: nothing,
  output: z.object({ items: z.array(RouteOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List all plugin routes and their access rules',
})

export const readBuild = defineEndpoint({
  pattern: 'GET /api/instance/build',
  input: nothing,
  output: BuildOut,
  audience: 'instance',
  summary: 'Get the version and build of the host',
})

export const readGrowth = defineEndpoint({
  pattern: 'GET /api/instance/growth',
  input: nothing,
  output: z.object({ workspaces: GrowthOut, users: GrowthOut }),
  audience: 'instance',
  summary: 'Count workspaces and accounts, and those created in the last 30 days',
})

export const listAllWorkspaces = defineEndpoint({
  pattern: 'GET /api/instance/workspaces',
  input: z.extend(PageInput, { q: Search, sort: z.optional(z.enum(['created', '-created', 'name', '-name'])) }),
  output: z.object({ items: z.array(WorkspaceOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List all workspaces, newest first',
})

export const suspendWorkspace = defineEndpoint({
  pattern: 'PUT /api/instance/workspaces/{id}/suspension',
  input: z.strictObject({
    reason: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(500), z.describe('Shown to everyone who works in the workspace.')),
  }),
  output: z.object({ reason: z.string(), since: z.string() }),
  audience: 'instance',
  audit: false,
  errors: ['not_found'],
  summary: 'Make a workspace read-only, with a reason',
})

export const resumeWorkspace = defineEndpoint({
  pattern: 'DELETE /api/instance/workspaces/{id}/suspension',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: false,
  errors: ['not_found'],
  summary: 'Lift the suspension of a workspace',
})

export const listUsers = defineEndpoint({
  pattern: 'GET /api/instance/users',
  input: z.extend(PageInput, {
    q: Search,
    state: z.optional(z.enum(userStates)),
    sort: z.optional(z.enum(['created', '-created', 'name', '-name', 'email', '-email'])),
  }),
  output: z.object({ items: z.array(UserOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List all accounts, newest first',
})

export const createUser = defineEndpoint({
  pattern: 'POST /api/instance/users',
  input: NewUser,
  output: UserOut,
  audience: 'instance',
  session: 'recent',
  status: 201,
  audit: false,
  summary: 'Create an account',
  errors: ['conflict'],
})

export const changeUser = defineEndpoint({
  pattern: 'PATCH /api/instance/users/{id}',
  input: z.strictObject({ isInstanceAdmin: z.optional(z.boolean()), isDisabled: z.optional(z.boolean()) }),
  output: UserOut,
  audience: 'instance',
  session: 'recent',
  audit: false,
  summary: 'Make or remove an instance admin, or disable or enable an account',
  description: "Disabling an account ends its sessions immediately. The last instance admin can't be removed.",
  errors: ['conflict'],
})

export const signOutUser = defineEndpoint({
  pattern: 'POST /api/instance/users/{id}/sign-out',
  input: nothing,
  output: nothing,
  audience: 'instance',
  session: 'recent',
  audit: false,
  changes: ['/api/instance/users'],
  summary: 'Sign an account out everywhere',
})

export const releaseUserAddress = defineEndpoint({
  pattern: 'POST /api/instance/users/{id}/release-address',
  input: nothing,
  output: UserOut,
  audience: 'instance',
  session: 'recent',
  audit: false,
  changes: ['/api/instance/users'],
  summary: 'Release the email address of an unverified account',
  description: 'Disables the account and ends its sessions. Refused for verified addresses and instance admins.',
  errors: ['conflict'],
})

export const readSignInSettings = defineEndpoint({
  pattern: 'GET /api/instance/sign-in',
  input: nothing,
  output: z.object({
    ...SignInSettings,
    canSendMail: z
      .boolean()
      .check(z.describe('Whether this instance can send email. Required for registration and password resets.')),
  }),
  audience: 'instance',
  summary: 'Get the sign-in rules',
})

export const changeSignInSettings = defineEndpoint({
  pattern: 'PUT /api/instance/sign-in',
  input: z.partial(z.strictObject(SignInSettings)),
  output: nothing,
  audience: 'instance',
  session: 'recent',
  audit: false,
  changes: ['/api/auth/policy', '/api/auth/security'],
  summary: 'Update the sign-in rules; omitted fields stay the same',
  errors: ['conflict'],
})

export const listIdempotencyKeys = defineEndpoint({
  pattern: 'GET /api/instance/idempotency-keys',
  input: z.extend(PageInput, {
    plugin: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    state: z.optional(z.enum(keyStates)),
  }),
  output: z.object({ items: z.array(KeyOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List active idempotency keys, newest first',
})

export const countIdempotencyKeys = defineEndpoint({
  pattern: 'GET /api/instance/idempotency-keys/counts',
  input: nothing,
  output: z.object({ items: z.array(KeyCountOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'Count active idempotency keys by plugin and state',
})

export const readTelemetry = defineEndpoint({
  pattern: 'GET /api/instance/telemetry',
  input: z.strictObject({
    range: z.optional(z.enum(telemetryRanges)),
    plugin: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  output: TelemetryOut,
  audience: 'instance',
  summary: 'Get resource usage by plugin and workspace',
  description: 'Defaults to the last 24 hours and all plugins.',
})
