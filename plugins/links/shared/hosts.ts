import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { linkLimits } from './limits.ts'
import { target } from './targets.ts'

const fields = {
  id: z.nullable(z.string()).check(z.describe('Null for the host that all workspaces of this instance share.')),
  host: z.string().check(z.describe('The name as people read it, in Unicode.')),
  asciiHost: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
  isShared: z.boolean(),
  isVerified: z.boolean().check(z.describe('Whether links are served: the workspace has verified the domain.')),
  isCaseSensitive: z.boolean().check(z.describe('Whether `/Sale` and `/sale` are two links.')),
  notFoundTitle: z.string().check(z.describe('The title of the page for unknown slugs; may be empty.')),
  notFoundText: z.string(),
  notFoundUrl: z
    .nullable(z.string())
    .check(z.describe('Where that page leads at once, with the status 404 all the same; null for nowhere.')),
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
  notFoundTitle: '',
  notFoundText: '',
  notFoundUrl: null,
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

export const changeHost = defineEndpoint({
  pattern: 'PATCH /api/x/links/hosts/{id}',
  input: z.strictObject({
    notFoundTitle: z.optional(
      z.string().check(
        z.trim(),
        z.maxLength(linkLimits.title),
        z.refine((title) => title === '' || isDisplayName(title), displayNameComplaint.en),
        z.describe('The title of the page for unknown slugs; that of the instance when empty.'),
      ),
    ),
    notFoundText: z.optional(
      z.string().check(z.trim(), z.maxLength(linkLimits.notFoundText), z.describe('Paragraphs below the title.')),
    ),
    notFoundUrl: z.optional(z.nullable(target('Where the page leads at once, with http or https.'))),
  }),
  output: HostOut,
  role: 'admin',
  audit: 'link.host_changed',
  summary: 'Change the page that a host shows for unknown slugs',
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
