import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { Provider } from './accounts.ts'
import { checkOutcomes } from './checks.ts'
import { domainStates } from './claims.ts'
import { domainLimits } from './limits.ts'

const Workspace = z.object({ id: z.string(), name: z.string() })

const InstanceDomain = z.object({
  id: z.string(),
  name: z.string().check(z.describe('The name as people read it, in Unicode.')),
  asciiName: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
  workspace: Workspace,
  state: z.enum(domainStates),
  outcome: z.nullable(z.enum(checkOutcomes)),
  claims: z.int().check(z.describe('How many workspaces have added this name.')),
  checkedAt: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()),
  createdAt: z.string(),
})

/** A domain of any workspace. */
export type InstanceDomain = z.infer<typeof InstanceDomain>

const InstanceZone = z.object({
  id: z.string(),
  name: z.string().check(z.describe('The name as people read it, in Unicode.')),
  workspace: Workspace,
  provider: z.string().check(z.describe('The name of the provider.')),
  records: z.int().check(z.describe('How many record sets it has.')),
  readAt: z.nullable(z.string()),
  problem: z.nullable(z.string()).check(z.describe('Error code of the last read; null when it succeeded.')),
  failing: z.int().check(z.describe('How many of its watched record sets are wrong.')),
  createdAt: z.string(),
})

/** A DNS zone of any workspace, without its records. */
export type InstanceZone = z.infer<typeof InstanceZone>

const InstanceProvider = z.object({
  ...Provider.shape,
  plugin: z.string().check(z.describe('The feature that brings it.')),
  conformance: z
    .nullable(z.object({ passed: z.int(), leftOut: z.int() }))
    .check(
      z.describe(
        'How many rules of DNS providers its tests showed, and how many do not concern it; null when its author shows none.',
      ),
    ),
  accounts: z.int().check(z.describe('How many accounts of all workspaces use it.')),
})

/** A DNS provider of this build. */
export type InstanceProvider = z.infer<typeof InstanceProvider>

const example: InstanceDomain = {
  id: 'dom_01h455vb4pex5vsknk084sn02q',
  name: 'bücher.example',
  asciiName: 'xn--bcher-kva.example',
  workspace: { id: 'org_01h455vb4pex5vsknk084sn02q', name: 'Example' },
  state: 'verified',
  outcome: 'ok',
  claims: 1,
  checkedAt: '2026-01-31T08:15:00.000Z',
  verifiedAt: '2026-01-31T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
}

export const listAllDomains = defineEndpoint({
  pattern: 'GET /api/instance/domains',
  input: listInput({
    sort: ['urgency', 'name', 'createdAt'],
    filters: { state: z.enum(domainStates).check(z.describe('Domains in this state only.')) },
    search: true,
  }),
  output: pageOf(InstanceDomain),
  audience: 'instance',
  summary: 'List the domains of all workspaces, those with problems first',
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const listAllZones = defineEndpoint({
  pattern: 'GET /api/instance/domains/zones',
  input: listInput({ sort: ['urgency', 'name', 'createdAt'], search: true }),
  output: pageOf(InstanceZone),
  audience: 'instance',
  summary: 'List the DNS zones of all workspaces without their records, those with problems first',
})

export const listAllProviders = defineEndpoint({
  pattern: 'GET /api/instance/domains/providers',
  input: nothing,
  output: z.object({ items: z.array(InstanceProvider) }),
  audience: 'instance',
  summary: 'List the DNS providers of this build and what each can do',
})

export const takeDomain = defineEndpoint({
  pattern: 'POST /api/instance/domains/{id}/take',
  input: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(domainLimits.name),
        z.refine(isDisplayName, displayNameComplaint.en),
        z.describe('The name of the domain, to confirm.'),
      ),
    reason: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(500), z.describe('The reason, which the workspace is told.')),
  }),
  output: nothing,
  audience: 'instance',
  audit: 'domain.taken',
  summary: 'Take a domain away from its workspace; its host names stop working',
})
