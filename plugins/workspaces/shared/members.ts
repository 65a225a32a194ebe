import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, PageInput, RoleName } from './schemas.ts'

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

/** The member that the examples show. */
const exampleMember: Member = {
  userId: 'usr_01h455vb4pex5vsknk084sn02q',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  joinedAt: '2026-01-31T08:15:00.000Z',
}

export const listMembers = defineEndpoint({
  pattern: 'GET /api/members',
  input: MembersInput,
  output: z.object({ items: z.array(MemberOut), nextCursor: z.nullable(z.string()), total: z.optional(z.number()) }),
  summary: 'List the members of this workspace',
  mcp: {
    name: 'list_members',
    description:
      'Lists the members of this workspace with name, email address and role. Search by a part of the name or address to find one person.',
  },
  examples: [
    {
      title: 'A person by a part of the address',
      input: { q: 'ada@', limit: 10 },
      output: {
        items: [exampleMember],
        nextCursor: null,
      },
    },
  ],
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
        newest: [exampleMember],
      },
    },
  ],
})

export const changeMember = defineEndpoint({
  pattern: 'PATCH /api/members/{userId}',
  input: z.strictObject({ role: RoleName.check(z.describe('The role that the member has from now on.')) }),
  output: MemberOut,
  role: 'admin',
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
      output: exampleMember,
    },
  ],
})

export const removeMember = defineEndpoint({
  pattern: 'DELETE /api/members/{userId}',
  input: nothing,
  output: nothing,
  role: 'admin',
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

/** The members page reads the audit log of another plugin; a build without it shows no history. */
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
  summary: 'Read the audit entries of a member',
})
