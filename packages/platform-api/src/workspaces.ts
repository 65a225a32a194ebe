import { defineEndpoint, nothing, type Page, type Role } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** A workspace as its members see it. */
export interface OwnWorkspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly accent: string | null
  /** The path of its picture; another one for another picture. */
  readonly logo: string | null
  /** IANA name of its time zone; scheduled work runs in it. */
  readonly timeZone: string
  readonly requireSecondFactor: boolean
  readonly requireSso: boolean
  readonly requireSsoForTokens: boolean
  /** When it is erased; null unless an owner asked for that. Only owners still see it then. */
  readonly eraseAt: string | null
  /** Why it is read-only; left out unless an instance admin suspended it. */
  readonly suspension?: { readonly reason: string; readonly since: string }
  readonly createdAt: string
  readonly role: Role
}

/** The workspace that the examples show. */
export const exampleWorkspace: OwnWorkspace = {
  id: 'org_01h455vb4pex5vsknk084sn02q',
  slug: 'acme',
  name: 'Acme',
  accent: null,
  logo: null,
  timeZone: 'Europe/Berlin',
  requireSecondFactor: false,
  requireSso: false,
  requireSsoForTokens: false,
  eraseAt: null,
  createdAt: '2026-01-31T08:15:00.000Z',
  role: 'owner',
}

export const listWorkspaces = defineEndpoint({
  pattern: 'GET /api/workspaces',
  input: nothing,
  output: typed<Omit<Page<OwnWorkspace>, 'total'>>(),
  audience: 'user',
  confined: 'allowed',
  summary: 'List your workspaces',
  examples: [
    {
      input: undefined,
      output: {
        items: [exampleWorkspace],
        nextCursor: null,
      },
    },
  ],
})

export const createWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces',
  input: typed<{ readonly name: string; readonly slug?: string }>(),
  output: typed<OwnWorkspace>(),
  audience: 'user',
  status: 201,
  audit: false,
  summary: 'Create a workspace and own it',
  description: 'A session that came through the single sign-on of a workspace stays in that one, and makes no other.',
  errors: ['forbidden', 'not_found', 'conflict'],
  examples: [
    {
      input: { name: 'Acme', slug: 'acme' },
      output: exampleWorkspace,
    },
  ],
})

export const restoreWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/restore',
  input: nothing,
  output: typed<OwnWorkspace>(),
  audience: 'user',
  role: 'owner',
  confined: 'allowed',
  audit: false,
  summary: 'Take a workspace back that is to be erased',
  description: 'Takes the role owner in that workspace.',
  errors: ['forbidden', 'conflict', 'gone'],
})
