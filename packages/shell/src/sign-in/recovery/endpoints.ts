/** Endpoints of the account plugin used by account and emailed-link pages. */
import type { Role } from '@host/plugin-sdk'
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'
import type { SignInAnswer } from '../endpoints.ts'

/** Input of a new account. */
export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const register = defineEndpoint({
  pattern: 'POST /api/auth/register',
  input: answer<NewAccount>(),
  output: nothing,
  audience: 'public',
  summary: 'Make an account',
})

export const resendVerification = defineEndpoint({
  pattern: 'POST /api/auth/resend-verification',
  input: answer<{ readonly email: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Mail the link that verifies an address once more',
})

export const verifyEmail = defineEndpoint({
  pattern: 'POST /api/auth/verify-email',
  input: answer<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Verify an email address',
})

export const forgotPassword = defineEndpoint({
  pattern: 'POST /api/auth/forgot',
  input: answer<{ readonly email: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Mail a link that sets a new password',
})

export const resetPassword = defineEndpoint({
  pattern: 'POST /api/auth/reset',
  input: answer<{ readonly token: string; readonly password: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Set a new password with the mailed link',
})

export const confirmEmail = defineEndpoint({
  pattern: 'POST /api/auth/confirm-email',
  input: answer<{ readonly token: string }>(),
  output: nothing,
  audience: 'public',
  summary: 'Confirm a new email address',
})

/** An invitation as shown to the holder of its link. */
export interface PendingInvitation {
  readonly workspace: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly hasAccount: boolean
  readonly makesAccount: boolean
}

export const readInvitation = defineEndpoint({
  pattern: 'POST /api/auth/invitation',
  input: answer<{ readonly token: string }>(),
  output: answer<PendingInvitation>(),
  audience: 'public',
  summary: 'Read the invitation behind a mailed link',
})

export const acceptInvitation = defineEndpoint({
  pattern: 'POST /api/auth/accept-invitation',
  input: answer<{ readonly token: string; readonly name?: string; readonly password?: string }>(),
  output: answer<SignInAnswer>(),
  audience: 'public',
  summary: 'Join a workspace with the mailed link',
})
