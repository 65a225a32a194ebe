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

/** Largest picture of a workspace, in bytes. */
export const largestLogo = 64 * 1024
/** A PNG, JPEG or WebP picture of at most 64 KiB in base64, or null for none. */
const Logo = z.nullable(
  z.string().check(z.maxLength(Math.ceil(largestLogo / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
)

const OwnWorkspace = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  accent: z.nullable(z.string()),
  logo: z.nullable(z.string()).check(z.describe('The path of its picture; another one for another picture.')),
  requireSecondFactor: z.boolean(),
  requireSso: z.boolean(),
  eraseAt: z
    .nullable(z.string())
    .check(z.describe('When it is erased; null unless an owner asked for that. Only owners still see it then.')),
  createdAt: z.string(),
  role: RoleName,
})
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
  newest: z.array(MemberOut).check(z.describe('Five at most.')),
})

const PageInput = z.strictObject({
  limit: z.optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1))),
  cursor: z.optional(z.string().check(z.maxLength(600))),
})

const MembersInput = z.extend(PageInput, {
  q: z
    .optional(z.string().check(z.trim(), z.maxLength(200)))
    .check(z.describe('Text that stands in the name or the e-mail address.')),
  role: z.optional(RoleName),
  sort: z.optional(z.enum(['joined', '-joined', 'name', '-name', 'email', '-email'])),
  total: z.optional(z.boolean()).check(z.describe('Whether to count what matches.')),
})

/** What makes a workspace; without `slug` one is made of the name. */
export const NewWorkspace = z.strictObject({ name: Name, slug: z.optional(Slug) })

/** What changes a workspace; what is left out stays. */
export const WorkspacePatch = z.strictObject({
  name: z.optional(Name),
  slug: z.optional(Slug),
  accent: z.optional(Accent),
  logo: z.optional(Logo),
  requireSecondFactor: z.optional(z.boolean()),
  requireSso: z.optional(z.boolean()),
})

/** Most addresses of one call that invites. */
export const mostInvited = 20

/** Who is invited, and as what. */
export const NewInvitations = z.strictObject({
  emails: z
    .array(z.string().check(z.trim(), z.minLength(3), z.maxLength(254)))
    .check(z.minLength(1), z.maxLength(mostInvited)),
  role: RoleName,
})

const InvitationOut = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleName,
  invitedBy: z.nullable(z.string()).check(z.describe('Null when that account is gone.')),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
})

/** An invitation that was just made or renewed. */
const SentInvitation = z.object({
  ...InvitationOut.shape,
  isMailed: z.boolean(),
  link: z
    .nullable(z.string())
    .check(z.describe('Where no mail can be sent: the link to hand over. It is shown this once.')),
})

export type Workspace = z.infer<typeof OwnWorkspace>
export type Member = z.infer<typeof MemberOut>
export type Invitation = z.infer<typeof InvitationOut>
export type Invited = z.infer<typeof SentInvitation>

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
  description: 'A session that came through the single sign-on of a workspace stays in that one, and makes no other.',
  errors: ['forbidden', 'not_found', 'conflict'],
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
  /** Room for a picture in base64. */
  bodyLimit: 128 * 1024,
  summary: 'Change the name, the slug, the look of a workspace, or what it asks of those who work in it',
  description:
    'Takes the role admin in that workspace; for the slug and for what it asks of people the role owner and a recent proof of who it is. A slug that was given up is kept for the workspace that had it.',
  errors: ['reauthentication_required', 'second_factor_required', 'forbidden', 'conflict'],
})

export const readLogo = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}/logo/{hash}',
  input: nothing,
  output: nothing,
  audience: 'user',
  summary: 'Read the picture of one of your workspaces',
  answers: { 200: { description: 'The picture.', content: { type: 'image/*' } } },
})

export const transferWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/transfer',
  input: z.strictObject({ userId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: OwnWorkspace,
  audience: 'user',
  session: 'recent',
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
  session: 'recent',
  audit: false,
  summary: 'Close a workspace now and erase it in 7 days',
  description:
    'Takes the role owner in that workspace, and its slug or its name as `confirmation`. Until it is erased an owner can restore it.',
  errors: ['second_factor_required', 'forbidden', 'conflict'],
})

export const restoreWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/restore',
  input: nothing,
  output: OwnWorkspace,
  audience: 'user',
  session: 'required',
  audit: false,
  summary: 'Take a workspace back that is to be erased',
  description: 'Takes the role owner in that workspace.',
  errors: ['forbidden', 'conflict', 'gone'],
})

export const exportWorkspace = defineEndpoint({
  pattern: 'GET /api/workspaces/{id}/export',
  input: nothing,
  output: z.unknown(),
  audience: 'user',
  session: 'recent',
  audit: false,
  summary: 'Read all data of a workspace, over all plugins, as one JSON file',
  description: 'Takes the role owner in that workspace. No hash and no secret is in it.',
  errors: ['second_factor_required', 'forbidden'],
})

export const leaveWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/leave',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  summary: 'Leave a workspace',
  description: 'The last owner stays: somebody else is made an owner first.',
  errors: ['last_owner'],
})

export const listInvitations = defineEndpoint({
  pattern: 'GET /api/invitations',
  input: PageInput,
  output: z.object({ items: z.array(InvitationOut), nextCursor: z.nullable(z.string()) }),
  role: 'admin',
  summary: 'List the invitations that wait for an answer',
  mcp: {
    name: 'list_invitations',
    description: 'Lists the invitations to this workspace that nobody has accepted yet, with when they end.',
  },
})

export const inviteMembers = defineEndpoint({
  pattern: 'POST /api/invitations',
  input: NewInvitations,
  output: z.object({ items: z.array(SentInvitation) }),
  role: 'admin',
  session: 'required',
  status: 201,
  audit: false,
  keepsAnswer: false,
  summary: 'Invite people to this workspace by e-mail',
  description:
    'Whoever is invited twice gets a new link, and the one before is void. Nothing in the answer says which addresses have an account.',
  errors: ['not_found', 'conflict'],
})

export const withdrawInvitation = defineEndpoint({
  pattern: 'DELETE /api/invitations/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: false,
  summary: 'Withdraw an invitation',
  mcp: {
    name: 'withdraw_invitation',
    description:
      'Withdraws an invitation, so that its link opens nothing any more. Takes an id from the list of invitations.',
    approval: true,
  },
})

export const resendInvitation = defineEndpoint({
  pattern: 'POST /api/invitations/{id}/resend',
  input: nothing,
  output: SentInvitation,
  role: 'admin',
  session: 'required',
  audit: false,
  keepsAnswer: false,
  summary: 'Send an invitation once more, with a new link',
  errors: ['conflict'],
})

export const listMembers = defineEndpoint({
  pattern: 'GET /api/members',
  input: MembersInput,
  output: z.object({ items: z.array(MemberOut), nextCursor: z.nullable(z.string()), total: z.optional(z.number()) }),
  summary: 'List the members of this workspace',
  mcp: {
    name: 'list_members',
    description:
      'Lists the members of this workspace with name, e-mail address and role. Search by a part of the name or address to find one person.',
  },
})

export const readMemberSummary = defineEndpoint({
  pattern: 'GET /api/members/summary',
  input: nothing,
  output: MemberSummaryOut,
  summary: 'Count the members, those who joined lately, and name the newest',
  mcp: {
    name: 'read_member_summary',
    description:
      'Counts the members of this workspace, those who manage it and those who joined in the last 30 days. Use it for numbers, rather than listing everybody.',
  },
})

export const changeMember = defineEndpoint({
  pattern: 'PATCH /api/members/{userId}',
  input: z.strictObject({ role: RoleName }),
  output: MemberOut,
  role: 'admin',
  audit: false,
  summary: 'Change the role of a member',
  description: 'Only an owner makes, changes or removes an owner, and a workspace keeps one at least.',
  errors: ['last_owner'],
  mcp: {
    name: 'change_member_role',
    description:
      'Gives a member of this workspace another role. Only owners make, change or remove owners, and one owner stays.',
    approval: true,
  },
})

export const removeMember = defineEndpoint({
  pattern: 'DELETE /api/members/{userId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: false,
  summary: 'Remove a member',
  description: 'Their sessions in this workspace and their API tokens for it end at once; what they have made stays.',
  errors: ['last_owner'],
  mcp: {
    name: 'remove_member',
    description:
      'Removes a member from this workspace: their sessions and API tokens for it end at once. What they have made stays.',
    approval: true,
  },
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
