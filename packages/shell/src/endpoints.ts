/** What the shell asks of the in-tree plugins, which it may not import: the names of their routes are fixed. */
import { type Me, type Page, type Role } from '@host/plugin-sdk'
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'

export interface SignInMethod {
  readonly id: string
  readonly kind: 'password' | 'passkey' | 'oidc'
  readonly label: string
  readonly loginUrl?: string
  readonly icon?: string
}

export interface OwnWorkspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly accent: string | null
  readonly role: Role
}

export const listMethods = defineEndpoint({
  pattern: 'GET /api/auth/methods',
  input: nothing,
  output: answer<readonly SignInMethod[]>(),
  audience: 'public',
  summary: 'List the ways to sign in',
})

export const login = defineEndpoint({
  pattern: 'POST /api/auth/login',
  input: answer<{ readonly email: string; readonly password: string }>(),
  output: answer<{ readonly status: 'signed_in' }>(),
  audience: 'public',
  summary: 'Sign in with e-mail and password',
})

export const setUp = defineEndpoint({
  pattern: 'POST /api/auth/setup',
  input: answer<Readonly<Record<'token' | 'name' | 'email' | 'password' | 'workspace', string>>>(),
  output: answer<{ readonly status: 'signed_in' }>(),
  audience: 'public',
  summary: 'Make the first instance admin and their workspace',
})

export const logout = defineEndpoint({
  pattern: 'POST /api/auth/logout',
  input: nothing,
  output: nothing,
  audience: 'user',
  summary: 'Sign out here',
})

export const switchWorkspace = defineEndpoint({
  pattern: 'POST /api/auth/switch',
  input: answer<{ readonly workspaceId: string }>(),
  output: answer<Me>(),
  audience: 'user',
  summary: 'Continue in another workspace',
})

export const listWorkspaces = defineEndpoint({
  pattern: 'GET /api/workspaces',
  input: nothing,
  output: answer<Page<OwnWorkspace>>(),
  audience: 'user',
  summary: 'List your workspaces',
})

export const createWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces',
  input: answer<{ readonly name: string }>(),
  output: answer<OwnWorkspace>(),
  audience: 'user',
  summary: 'Create a workspace and own it',
})
