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
  summary: 'Register an account, activated by an emailed link',
  description: 'The response is the same whether or not the address has an account.',
  errors: ['registration_closed'],
})

export const resendVerification = defineEndpoint({
  pattern: 'POST /api/auth/resend-verification',
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Resend the verification email',
})

export const verifyEmail = defineEndpoint({
  pattern: 'POST /api/auth/verify-email',
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Verify an email address with the emailed link',
  errors: ['gone'],
})

export const forgotPassword = defineEndpoint({
  pattern: 'POST /api/auth/forgot',
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Send a password reset email',
  description: 'The response is the same for every address.',
})

export const resetPassword = defineEndpoint({
  pattern: 'POST /api/auth/reset',
  input: z.strictObject({ token: LinkToken, password: NewPassword }),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Set a new password with the emailed link; all sessions end',
  errors: ['gone'],
})

/** An invitation as shown to the holder of its link. */
const InvitationOut = z.object({
  workspace: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member']),
  invitedBy: z.nullable(z.string()),
  hasAccount: z
    .boolean()
    .check(z.describe('Whether the invited email address has an account, which must sign in to accept.')),
  makesAccount: z
    .boolean()
    .check(z.describe('Whether accepting creates an account; otherwise the caller must sign in to accept.')),
})

export const readInvitation = defineEndpoint({
  pattern: 'POST /api/auth/invitation',
  input: z.strictObject({ token: LinkToken }),
  output: InvitationOut,
  audience: 'public',
  audit: false,
  changes: false,
  summary: 'Get the invitation of an emailed link',
  errors: ['gone'],
})

export const acceptInvitation = defineEndpoint({
  pattern: 'POST /api/auth/accept-invitation',
  input: z.strictObject({ token: LinkToken, name: z.optional(Name), password: z.optional(NewPassword) }),
  output: SignInOut,
  audience: 'public',
  audit: false,
  summary: 'Accept an invitation with a new account or the signed-in one',
  description:
    'A new account needs a name and a password. An existing one must be signed in; its session switches workspaces.',
  errors: [
    'conflict',
    'quota_exceeded',
    'tier_required',
    'unauthenticated',
    'session_required',
    'invalid_credentials',
    'forbidden',
    'sso_required',
    'not_found',
    'gone',
  ],
})
