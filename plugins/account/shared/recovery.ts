import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, Email, LinkToken, Name, NewPassword, SignInOut } from './schemas.ts'

export const register = defineEndpoint({
  pattern: 'POST /api/auth/register',
  input: z.strictObject({ name: Name, email: Email, password: NewPassword }),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Make an account; a mailed link makes it usable',
  description: 'The answer is the same whether the address has an account or not.',
  errors: ['registration_closed'],
})

export const resendVerification = defineEndpoint({
  pattern: 'POST /api/auth/resend-verification',
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Mail the link that verifies an address once more',
})

export const verifyEmail = defineEndpoint({
  pattern: 'POST /api/auth/verify-email',
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Verify an e-mail address with the link that was mailed to it',
  errors: ['gone'],
})

export const forgotPassword = defineEndpoint({
  pattern: 'POST /api/auth/forgot',
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Mail a link that sets a new password',
  description: 'The answer is the same for every address.',
})

export const resetPassword = defineEndpoint({
  pattern: 'POST /api/auth/reset',
  input: z.strictObject({ token: LinkToken, password: NewPassword }),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Set a new password with the mailed link; every session of the account ends',
  errors: ['gone'],
})

/** An invitation as whoever holds its link sees it. */
const InvitationOut = z.object({
  workspace: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member']),
  invitedBy: z.nullable(z.string()),
  hasAccount: z
    .boolean()
    .check(z.describe('Whether the address of a mailed link has an account, which has to sign in to accept.')),
  makesAccount: z
    .boolean()
    .check(z.describe('Whether the link creates an account; otherwise the caller has to sign in to accept.')),
})

export const readInvitation = defineEndpoint({
  pattern: 'POST /api/auth/invitation',
  input: z.strictObject({ token: LinkToken }),
  output: InvitationOut,
  audience: 'public',
  audit: false,
  changes: false,
  summary: 'Read the invitation behind a mailed link',
  errors: ['gone'],
})

export const acceptInvitation = defineEndpoint({
  pattern: 'POST /api/auth/accept-invitation',
  input: z.strictObject({ token: LinkToken, name: z.optional(Name), password: z.optional(NewPassword) }),
  output: SignInOut,
  audience: 'public',
  audit: false,
  summary: 'Join a workspace with the mailed link, with a new account or that of the session',
  description:
    'A new account needs name and password; an existing one needs to be signed in, and moves to the workspace.',
  errors: [
    'conflict',
    'unauthenticated',
    'session_required',
    'invalid_credentials',
    'forbidden',
    'sso_required',
    'not_found',
    'gone',
  ],
})
