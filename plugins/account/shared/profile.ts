import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, Email, GivenPassword, LinkToken, Name, NewPassword } from './schemas.ts'

export const changeProfile = defineEndpoint({
  pattern: 'PATCH /api/auth/profile',
  input: z.strictObject({ name: Name }),
  output: nothing,
  audience: 'user',
  session: 'required',
  audit: false,
  changes: ['/api/auth/me', '/api/members'],
  summary: 'Change your name',
})

export const changePassword = defineEndpoint({
  pattern: 'POST /api/auth/password',
  takesKey: false,
  input: z.strictObject({ current: z.optional(GivenPassword), password: NewPassword }),
  output: nothing,
  audience: 'user',
  session: 'required',
  audit: false,
  summary: 'Change your password, or set the first one; your other sessions end',
  description: 'An account that has a password gives the present one; one that has none proves itself anew before.',
  errors: ['reauthentication_required', 'conflict'],
})

export const changeEmail = defineEndpoint({
  pattern: 'PUT /api/auth/email',
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'user',
  session: 'recent',
  status: 202,
  audit: false,
  summary: 'Ask for another e-mail address; a link mailed to it confirms',
  errors: ['service_unavailable'],
})

export const confirmEmail = defineEndpoint({
  pattern: 'POST /api/auth/confirm-email',
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Confirm a new e-mail address with the link that was mailed to it; every session ends',
  errors: ['gone', 'conflict'],
})

export const deleteAccount = defineEndpoint({
  pattern: 'POST /api/auth/account/delete',
  takesKey: false,
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'user',
  session: 'recent',
  audit: false,
  summary: 'Delete your account, with its e-mail address typed as confirmation',
  description: 'Refused for the only owner of a workspace, and for the last instance admin.',
  errors: ['last_owner', 'conflict'],
})
