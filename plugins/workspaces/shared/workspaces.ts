import * as z from 'zod/mini'
import * as platform from '@host/platform-api/workspaces'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, defineUpload, RoleName, withSchemas } from './schemas.ts'

const Name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(100), z.refine(isDisplayName, displayNameComplaint.en))
/** 3 to 63 lowercase letters and digits, with hyphens inside. */
const Slug = z.string().check(z.minLength(3), z.maxLength(63), z.regex(/^[a-z0-9]+(?:-+[a-z0-9]+)*$/))

/** "#rrggbb", or null for the product's own color. */
const Accent = z.nullable(z.string().check(z.maxLength(7), z.regex(/^#[0-9a-fA-F]{6}$/)))

/** A name of the IANA time zone database, such as "Europe/Berlin". */
const TimeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, { error: 'Choose a time zone, such as Europe/Berlin.' }),
  )

const OwnWorkspace = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  accent: z.nullable(z.string()),
  logo: z.nullable(z.string()).check(z.describe('The path of its picture; another one for another picture.')),
  timeZone: z.string().check(z.describe('IANA name of its time zone; scheduled work runs in it.')),
  requireSecondFactor: z.boolean(),
  requireSso: z.boolean(),
  requireSsoForTokens: z.boolean(),
  eraseAt: z
    .nullable(z.string())
    .check(z.describe('When it is erased; null unless an owner asked for that. Only owners still see it then.')),
  suspension: z
    .optional(z.object({ reason: z.string(), since: z.string() }))
    .check(z.describe('Why it is read-only; left out unless an instance admin suspended it.')),
  createdAt: z.string(),
  role: RoleName,
})

/** Input that creates a workspace; without `slug` it is derived from the name. */
export const NewWorkspace = z.strictObject({ name: Name, slug: z.optional(Slug) })

/** Changes to a workspace; omitted fields stay. */
export const WorkspacePatch = z.strictObject({
  name: z.optional(Name),
  slug: z.optional(Slug),
  accent: z.optional(Accent),
  timeZone: z.optional(TimeZone),
  requireSecondFactor: z.optional(z.boolean()),
  requireSso: z.optional(z.boolean()),
  requireSsoForTokens: z.optional(z.boolean()),
})

/** A workspace as its members see it. */
export type Workspace = z.infer<typeof OwnWorkspace>

export const listWorkspaces = withSchemas(platform.listWorkspaces, {
  input: nothing,
  output: z.object({ items: z.array(OwnWorkspace), nextCursor: z.nullable(z.string()) }),
})

export const createWorkspace = withSchemas(platform.createWorkspace, {
  input: NewWorkspace,
  output: OwnWorkspace,
})

export const readWorkspace = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}',
  input: nothing,
  output: OwnWorkspace,
  audience: 'user',
  confined: 'allowed',
  summary: 'Read one of your workspaces',
})

export const changeWorkspace = defineEndpoint({
  pattern: 'PATCH /api/workspaces/{id}',
  input: WorkspacePatch,
  output: OwnWorkspace,
  audience: 'user',
  confined: 'allowed',
  support: false,
  audit: false,
  summary: 'Change the name, the slug, the appearance, the time zone or the sign-in requirements of a workspace',
  description:
    'Requires the role admin in that workspace; for the slug and the sign-in requirements the role owner and a recent proof of identity. A released slug stays reserved for its workspace.',
  errors: ['reauthentication_required', 'second_factor_required', 'forbidden', 'conflict'],
  examples: [
    {
      title: 'Another color',
      input: { accent: '#0d9488' },
      output: { ...platform.exampleWorkspace, accent: '#0d9488' },
    },
  ],
})

/** Paths shown in every workspace frame, besides the resource itself. */
export const frame = ['/api/workspaces', '/api/auth/me']

/** Shared by both changes of the picture; the service audits them. */
const logoChange = {
  output: OwnWorkspace,
  role: 'admin',
  audit: false,
  changes: frame,
  errors: ['not_found', 'conflict'],
} as const

export const changeLogo = defineUpload({
  ...logoChange,
  pattern: 'PUT /api/workspaces/{id}/logo',
  // Formats without scripts, links or markup inside.
  accept: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 64_000,
  summary: 'Change the picture of the current workspace',
})

export const removeLogo = defineEndpoint({
  ...logoChange,
  pattern: 'DELETE /api/workspaces/{id}/logo',
  input: nothing,
  summary: 'Remove the picture of the current workspace',
})

export const readLogo = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}/logo/{logo}',
  input: nothing,
  output: nothing,
  audience: 'user',
  confined: 'allowed',
  summary: 'Read the picture of one of your workspaces',
  answers: { 200: { description: 'The picture.', content: { type: 'image/*' } } },
})

export const transferWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/transfer',
  input: z.strictObject({ userId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: OwnWorkspace,
  audience: 'user',
  role: 'owner',
  confined: 'allowed',
  audit: false,
  changes: ['/api/members'],
  summary: 'Hand a workspace over to another member, and stay as an admin',
  description: 'Takes the role owner in that workspace.',
  errors: ['second_factor_required', 'forbidden', 'conflict'],
})

export const deleteWorkspace = defineEndpoint({
  pattern: 'DELETE /api/workspaces/{id}',
  input: z.strictObject({ confirmation: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  output: nothing,
  audience: 'user',
  role: 'owner',
  confined: 'allowed',
  audit: false,
  summary: 'Close a workspace now and erase it in 7 days',
  description:
    'Takes the role owner in that workspace, and its slug or its name as `confirmation`. Until it is erased an owner can restore it.',
  errors: ['second_factor_required', 'forbidden', 'conflict'],
})

export const restoreWorkspace = withSchemas(platform.restoreWorkspace, {
  input: nothing,
  output: OwnWorkspace,
})

export const exportWorkspace = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}/export',
  input: nothing,
  output: z.unknown(),
  audience: 'user',
  role: 'owner',
  confined: 'allowed',
  audit: false,
  summary: 'Read all data of a workspace, over all plugins, as one JSON file',
  description: 'Takes the role owner in that workspace. No hash and no secret is in it.',
  errors: ['second_factor_required', 'forbidden'],
})

export const checkWorkspaceExport = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}/export/check',
  input: nothing,
  output: nothing,
  audience: 'user',
  role: 'owner',
  confined: 'allowed',
  audit: false,
  summary: 'Check whether a workspace can be exported now',
  description:
    'Requires the role owner in that workspace. Refuses the same requests as the export, without starting one.',
  errors: ['second_factor_required', 'forbidden'],
})

export const leaveWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/leave',
  input: nothing,
  output: nothing,
  audience: 'user',
  confined: 'allowed',
  support: false,
  audit: false,
  summary: 'Leave a workspace',
  description: 'The last owner has to stay: make another member an owner first.',
  errors: ['last_owner'],
})
