/** Registration, and the pages behind emailed links. */
import { defineEndpoint, nothing, type Role } from '@host/plugin/wire'
import type { SignInAnswer } from './sign-in.ts'
import { typed } from './typed.ts'

/** Input of a new account. */
export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const register = defineEndpoint({
  pattern: 'POST /api/auth/register',
  input: typed<NewAccount>(),
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
  input: typed<{ readonly email: string }>(),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Resend the verification email',
})

export const verifyEmail = defineEndpoint({
  pattern: 'POST /api/auth/verify-email',
  input: typed<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Verify an email address with the emailed link',
  errors: ['gone'],
})

export const forgotPassword = defineEndpoint({
  pattern: 'POST /api/auth/forgot',
  input: typed<{ readonly email: string }>(),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  summary: 'Send a password reset email',
  description: 'The response is the same for every address.',
})

export const resetPassword = defineEndpoint({
  pattern: 'POST /api/auth/reset',
  input: typed<{ readonly token: string; readonly password: string }>(),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Set a new password with the emailed link; all sessions end',
  errors: ['gone'],
})

export const confirmEmail = defineEndpoint({
  pattern: 'POST /api/auth/confirm-email',
  input: typed<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Confirm a new email address with the emailed link; all sessions end',
  errors: ['gone', 'conflict'],
})

/** An invitation as shown to the holder of its link. */
export interface PendingInvitation {
  readonly workspace: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  /** Whether the invited email address has an account, which must sign in to accept. */
  readonly hasAccount: boolean
  /** Whether accepting creates an account; otherwise the caller must sign in to accept. */
  readonly makesAccount: boolean
}

export const readInvitation = defineEndpoint({
  pattern: 'POST /api/auth/invitation',
  input: typed<{ readonly token: string }>(),
  output: typed<PendingInvitation>(),
  audience: 'public',
  audit: false,
  changes: false,
  summary: 'Get the invitation of an emailed link',
  errors: ['gone'],
})

export const acceptInvitation = defineEndpoint({
  pattern: 'POST /api/auth/accept-invitation',
  input: typed<{ readonly token: string; readonly name?: string; readonly password?: string }>(),
  output: typed<SignInAnswer>(),
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
