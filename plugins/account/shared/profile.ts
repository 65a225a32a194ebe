import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, Email, GivenPassword, Name, NewPassword } from './schemas.ts'

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
  summary: 'Set or change your password',
  description: 'Requires the current password, or a recent proof of identity if none is set. Your other sessions end.',
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
  summary: 'Request an email change, confirmed by a link sent to the new address',
  errors: ['service_unavailable'],
})

export const deleteAccount = defineEndpoint({
  pattern: 'POST /api/auth/account/delete',
  takesKey: false,
  input: z.strictObject({ email: Email }),
  output: nothing,
  audience: 'user',
  session: 'recent',
  audit: false,
  summary: 'Delete your account, confirmed by its email address',
  description: 'Refused for the only owner of a workspace and for the last instance admin.',
  errors: ['last_owner', 'conflict'],
})
