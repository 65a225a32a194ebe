import { defineEndpoint, nothing, type Me } from '@host/plugin/wire'
import { typed } from './typed.ts'

export const readMe = defineEndpoint({
  pattern: 'GET /api/auth/me',
  input: nothing,
  output: typed<Me>(),
  audience: 'user',
  session: 'any',
  confined: 'allowed',
  summary: 'Get the current session',
  examples: [
    {
      input: undefined,
      output: {
        user: { id: 'usr_01h455vb4pex5vsknk084sn02q', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
        workspace: { id: 'org_01h455vb4pex5vsknk084sn02q', slug: 'acme', name: 'Acme', accent: null, logo: null },
        role: 'owner',
        csrfToken: 'q3…',
      },
    },
  ],
})

export const switchWorkspace = defineEndpoint({
  pattern: 'POST /api/auth/switch',
  takesKey: false,
  input: typed<{ readonly workspaceId: string }>(),
  output: typed<Me>(),
  audience: 'user',
  session: 'required',
  audit: false,
  summary: 'Set the workspace used last',
  errors: ['forbidden', 'sso_required', 'not_found'],
})
