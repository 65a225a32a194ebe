import { defineEndpoint, nothing } from '@host/plugin/wire'

export const logout = defineEndpoint({
  pattern: 'POST /api/auth/logout',
  takesKey: false,
  input: nothing,
  output: nothing,
  audience: 'user',
  session: 'required',
  confined: 'allowed',
  audit: false,
  summary: 'Sign out of this session',
})
