import * as z from 'zod/mini'
import * as platform from '@host/platform-api/members'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, PageInput, RoleName, withSchemas } from './schemas.ts'

/** The members page reads the audit log of another plugin; a build without it shows no history. */
export { listEntries as listAuditEntries } from '@host/platform-api/audit'

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

const MembersInput = z.extend(PageInput, {
  q: z
    .optional(z.string().check(z.trim(), z.maxLength(200)))
    .check(z.describe('Text in the name or the email address.')),
  role: z.optional(RoleName).check(z.describe('Only those with this role.')),
  sort: z
    .optional(z.enum(['joined', '-joined', 'name', '-name', 'email', '-email']))
    .check(z.describe('The order; `-` for the other way round.')),
  total: z.optional(z.boolean()).check(z.describe('Whether to count the matches.')),
})

/** A member of a workspace. */
export type Member = z.infer<typeof MemberOut>

export const listMembers = withSchemas(platform.listMembers, {
  input: MembersInput,
  output: z.object({ items: z.array(MemberOut), nextCursor: z.nullable(z.string()), total: z.optional(z.number()) }),
})

export const readMemberSummary = defineEndpoint({
  pattern: 'GET /api/members/summary',
  input: nothing,
  output: MemberSummaryOut,
  summary: 'Count the members, those who joined lately, and name the newest',
  mcp: {
    name: 'read_member_summary',
    description:
      'Counts the members of this workspace, those who manage it and those who joined in the last 30 days. Use it for numbers, instead of listing all members.',
  },
  examples: [
    {
      input: undefined,
      output: {
        total: 12,
        managing: 2,
        joinedLately: 3,
        joinedBefore: 1,
        newest: [platform.exampleMember],
      },
    },
  ],
})

export const changeMember = defineEndpoint({
  pattern: 'PATCH /api/members/{userId}',
  input: z.strictObject({ role: RoleName.check(z.describe('The role that the member has from now on.')) }),
  output: MemberOut,
  role: 'admin',
  support: false,
  audit: false,
  summary: 'Change the role of a member',
  description:
    'Only an owner can make, change or remove an owner, with a session and a recent proof. A workspace keeps at least one owner.',
  errors: ['session_required', 'reauthentication_required', 'last_owner', 'conflict'],
  mcp: {
    name: 'change_member_role',
    description:
      'Gives a member of this workspace another role. Owners are made, changed and removed by an owner in the product.',
    approval: true,
  },
  examples: [
    {
      input: { role: 'admin' },
      output: platform.exampleMember,
    },
  ],
})

export const removeMember = defineEndpoint({
  pattern: 'DELETE /api/members/{userId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  support: false,
  audit: false,
  summary: 'Remove a member',
  description: 'Their sessions in this workspace and their API tokens for it end at once; their work stays.',
  errors: ['session_required', 'reauthentication_required', 'last_owner'],
  mcp: {
    name: 'remove_member',
    description:
      'Removes a member from this workspace: their sessions and API tokens for it end at once. Their records stay. Owners are removed by an owner in the product.',
    approval: true,
  },
})
