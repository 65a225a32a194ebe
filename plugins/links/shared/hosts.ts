import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const fields = {
  id: z.nullable(z.string()).check(z.describe('Null for the host that all workspaces of this instance share.')),
  host: z.string().check(z.describe('The name as people read it, in Unicode.')),
  asciiHost: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
  isShared: z.boolean(),
  isVerified: z.boolean().check(z.describe('Whether links are served: the workspace has verified the domain.')),
  isCaseSensitive: z.boolean().check(z.describe('Whether `/Sale` and `/sale` are two links.')),
}

const HostOut = z.object(fields)

/** A host that links may have. */
export type LinkHost = z.infer<typeof HostOut>

const example: LinkHost = {
  id: 'linkhost_01h455vb4pex5vsknk084sn02q',
  host: 'go.example.com',
  asciiHost: 'go.example.com',
  isShared: false,
  isVerified: true,
  isCaseSensitive: false,
}

export const listHosts = defineEndpoint({
  pattern: 'GET /api/x/links/hosts',
  input: nothing,
  output: z.object({ items: z.array(HostOut) }),
  summary: 'List the hosts that links of this workspace may have',
  mcp: { name: 'list_hosts', description: 'Lists the hosts that short links of this workspace may have.' },
  examples: [{ input: undefined, output: { items: [example] } }],
})

export const addHost = defineEndpoint({
  pattern: 'POST /api/x/links/hosts',
  input: z.strictObject({
    host: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(1_024), z.describe('A host name, such as `go.example.com`.')),
    isCaseSensitive: z._default(z.boolean(), false),
  }),
  output: HostOut,
  role: 'admin',
  status: 201,
  audit: 'link.host_added',
  summary: 'Add a host for links; it serves them once its domain is verified',
  errors: ['conflict'],
  examples: [{ input: { host: 'go.example.com', isCaseSensitive: false }, output: example }],
})

export const removeHost = defineEndpoint({
  pattern: 'DELETE /api/x/links/hosts/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'link.host_removed',
  summary: 'Remove a host that has no links',
  errors: ['conflict'],
})
