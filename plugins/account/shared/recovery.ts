import * as z from 'zod/mini'
import * as platform from '@host/platform-api/recovery'
import { nothing } from '@host/plugin/wire'
import { Email, LinkToken, Name, NewPassword, SignInOut, withSchemas } from './schemas.ts'

export const register = withSchemas(platform.register, {
  input: z.strictObject({ name: Name, email: Email, password: NewPassword }),
  output: nothing,
})

export const resendVerification = withSchemas(platform.resendVerification, {
  input: z.strictObject({ email: Email }),
  output: nothing,
})

export const verifyEmail = withSchemas(platform.verifyEmail, {
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
})

export const forgotPassword = withSchemas(platform.forgotPassword, {
  input: z.strictObject({ email: Email }),
  output: nothing,
})

export const resetPassword = withSchemas(platform.resetPassword, {
  input: z.strictObject({ token: LinkToken, password: NewPassword }),
  output: nothing,
})

export const confirmEmail = withSchemas(platform.confirmEmail, {
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
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

export const readInvitation = withSchemas(platform.readInvitation, {
  input: z.strictObject({ token: LinkToken }),
  output: InvitationOut,
})

export const acceptInvitation = withSchemas(platform.acceptInvitation, {
  input: z.strictObject({ token: LinkToken, name: z.optional(Name), password: z.optional(NewPassword) }),
  output: SignInOut,
})
