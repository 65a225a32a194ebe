import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

/** Those that change something write no audit entry by themselves: the services of the host do, whoever asks them. */
const defineEndpoint = endpointsWith(z.toJSONSchema)

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** 3 to 63 lower-case letters and digits, hyphens inside. */
const Slug = z.string().check(z.minLength(3), z.maxLength(63), z.regex(/^[a-z0-9]+(?:-+[a-z0-9]+)*$/))
const RoleName = z.enum(['owner', 'admin', 'member'])

/** "#rrggbb", or null for the product's own colour. */
const Accent = z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))

const WorkspaceOut = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  accent: z.nullable(z.string()),
  createdAt: z.string(),
})
const OwnWorkspace = z.object({ ...WorkspaceOut.shape, role: RoleName })
const MemberOut = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  role: RoleName,
  joinedAt: z.string(),
})

/** Lately is the last 30 days, before are the 30 days before these. */
const MemberSummaryOut = z.object({
  total: z.number(),
  managing: z.number(),
  joinedLately: z.number(),
  joinedBefore: z.number(),
  /** Five at most. */
  newest: z.array(MemberOut),
})

const PageInput = z.strictObject({
  limit: z.optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1))),
  cursor: z.optional(z.string().check(z.maxLength(600))),
})

const MembersInput = z.extend(PageInput, {
  /** Somewhere in the name or the e-mail address. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  role: z.optional(RoleName),
  sort: z.optional(z.enum(['joined', '-joined', 'name', '-name', 'email', '-email'])),
  /** Counts what matches. */
  total: z.optional(z.boolean()),
})

/** What makes a workspace; without `slug` one is made of the name. */
export const NewWorkspace = z.strictObject({ name: Name, slug: z.optional(Slug) })

/** What changes a workspace. */
export const WorkspacePatch = z.strictObject({ name: z.optional(Name), accent: z.optional(Accent) })

/** Who joins, and as what. */
export const NewMember = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
  role: RoleName,
})

export type Workspace = z.infer<typeof OwnWorkspace>
export type Member = z.infer<typeof MemberOut>

export const listWorkspaces = defineEndpoint({
  pattern: 'GET /api/workspaces',
  input: nothing,
  output: z.object({ items: z.array(OwnWorkspace), nextCursor: z.nullable(z.string()) }),
  audience: 'user',
  summary: 'List your workspaces',
})

export const createWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces',
  input: NewWorkspace,
  output: OwnWorkspace,
  audience: 'user',
  status: 201,
  audit: false,
  summary: 'Create a workspace and own it',
})

export const readWorkspace = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}',
  input: nothing,
  output: OwnWorkspace,
  audience: 'user',
  summary: 'Read one of your workspaces',
})

export const changeWorkspace = defineEndpoint({
  pattern: 'PATCH /api/workspaces/{id}',
  input: WorkspacePatch,
  output: OwnWorkspace,
  audience: 'user',
  audit: false,
  summary: 'Change the name or the colour of a workspace',
  description: 'Takes the role admin in that workspace.',
})

export const leaveWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/leave',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  summary: 'Leave a workspace',
})

export const listMembers = defineEndpoint({
  pattern: 'GET /api/members',
  input: MembersInput,
  output: z.object({ items: z.array(MemberOut), nextCursor: z.nullable(z.string()), total: z.optional(z.number()) }),
  summary: 'List the members of this workspace',
})

export const readMemberSummary = defineEndpoint({
  pattern: 'GET /api/members/summary',
  input: nothing,
  output: MemberSummaryOut,
  summary: 'Count the members, those who joined lately, and name the newest',
})

export const addMember = defineEndpoint({
  pattern: 'POST /api/members',
  input: NewMember,
  output: MemberOut,
  role: 'admin',
  status: 201,
  audit: false,
  summary: 'Add somebody who has an account',
})

export const changeMember = defineEndpoint({
  pattern: 'PATCH /api/members/{userId}',
  input: z.strictObject({ role: RoleName }),
  output: MemberOut,
  role: 'admin',
  audit: false,
  summary: 'Change the role of a member',
})

export const removeMember = defineEndpoint({
  pattern: 'DELETE /api/members/{userId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: false,
  summary: 'Remove a member',
})

/** What the page of the members reads of the audit log, which another plugin serves; a build without it shows no history. */
export const readTrail = defineEndpoint({
  pattern: 'GET /api/audit',
  input: z.object({ target: z.string(), limit: z.number() }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        actor: z.object({ name: z.nullable(z.string()) }),
        at: z.string(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  role: 'admin',
  summary: 'Read what happened to a member',
})
