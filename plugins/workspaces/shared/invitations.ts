import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, PageInput, RoleName } from './schemas.ts'

/** Most addresses of one call that invites. */
export const mostInvited = 20

/** Invited addresses and their role. */
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
  makesAccount: z
    .boolean()
    .check(z.describe('Whether the link creates an account; otherwise the address needs one to accept.')),
  link: z
    .nullable(z.string())
    .check(z.describe('Where no mail can be sent: the link to hand over. It is shown this once.')),
})

/** An invitation that waits for an answer. */
export type Invitation = z.infer<typeof InvitationOut>

/** An invitation that was just made or renewed. */
export type Invited = z.infer<typeof SentInvitation>

/** The invitation that the examples show. */
const exampleInvitation: Invitation = {
  id: 'inv_01h455vb4pex5vsknk084sn02q',
  email: 'grace@example.com',
  role: 'member',
  invitedBy: 'Ada',
  createdAt: '2026-01-31T08:15:00.000Z',
  expiresAt: '2026-02-07T08:15:00.000Z',
  isExpired: false,
}

export const listInvitations = defineEndpoint({
  pattern: 'GET /api/invitations',
  input: PageInput,
  output: z.object({ items: z.array(InvitationOut), nextCursor: z.nullable(z.string()) }),
  role: 'admin',
  summary: 'List the invitations that wait for an answer',
  mcp: {
    name: 'list_invitations',
    description: 'Lists the pending invitations to this workspace, with their expiry.',
  },
  examples: [
    {
      input: {},
      output: {
        items: [exampleInvitation],
        nextCursor: null,
      },
    },
  ],
})

export const inviteMembers = defineEndpoint({
  pattern: 'POST /api/invitations',
  input: NewInvitations,
  output: z.object({ items: z.array(SentInvitation) }),
  role: 'admin',
  session: 'required',
  status: 201,
  audit: false,
  revealsSecret: true,
  summary: 'Invite people to this workspace by email',
  description:
    'A person who is invited again gets a new link, and the previous one is void. The answer does not reveal which addresses have an account.',
  errors: ['not_found', 'conflict'],
  examples: [
    {
      input: { emails: ['grace@example.com'], role: 'member' },
      output: {
        items: [{ ...exampleInvitation, isMailed: true, makesAccount: true, link: null }],
      },
    },
  ],
})

export const withdrawInvitation = defineEndpoint({
  pattern: 'DELETE /api/invitations/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  support: false,
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
  revealsSecret: true,
  summary: 'Send an invitation once more, with a new link',
  errors: ['conflict'],
})
