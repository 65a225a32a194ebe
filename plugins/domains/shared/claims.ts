import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { Check, checkOutcomes } from './checks.ts'
import { domainLimits } from './limits.ts'

/** In the order in which a list shows them: what is wrong first. */
export const domainStates = ['lost', 'failing', 'pending', 'verified'] as const

/** The state of a domain. */
export type DomainState = (typeof domainStates)[number]

const fields = {
  id: z.string(),
  name: z.string().check(z.describe('The name as people read it, in Unicode.')),
  asciiName: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
  state: z.enum(domainStates),
  outcome: z.nullable(z.enum(checkOutcomes)).check(z.describe('The result of the last check; null before the first.')),
  checkedAt: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()).check(z.describe('When it was last verified.')),
  failingSince: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()).check(z.describe('When an unverified domain is removed.')),
  createdAt: z.string(),
}

const DomainOut = z.object(fields)

const Challenge = z.object({
  type: z.literal('TXT'),
  name: z.string().check(z.describe('The name of the record to add.')),
  value: z.string(),
})

const Host = z.object({
  host: z.string().check(z.describe('A host name, or `*.` and one.')),
  plugin: z.string().check(z.describe('The feature that answers it.')),
})

/** States of the certificate of a host. */
export const certificateStates = ['pending', 'valid', 'failed'] as const

const HostCertificate = z.object({
  state: z.enum(certificateStates).check(z.describe('A `failed` one may still have the certificate from before.')),
  issuer: z.nullable(z.string()),
  notAfter: z.nullable(z.string()).check(z.describe('When the present one ends; null until the first was issued.')),
  nextAttemptAt: z.nullable(z.string()).check(z.describe('When the next one is ordered.')),
  problem: z
    .nullable(z.object({ code: z.string(), reason: z.string(), detail: z.string() }))
    .check(z.describe('Why the last order failed; `detail` has the words of the authority.')),
})

const DomainHost = z.extend(Host, {
  certificate: z.nullable(HostCertificate).check(z.describe('Null where this host orders no certificates.')),
})

const DomainDetails = z.object({
  ...fields,
  challenge: Challenge,
  check: z.nullable(Check),
  zone: z
    .nullable(z.object({ id: z.string(), name: z.string() }))
    .check(z.describe('The DNS zone of this workspace that holds the record; null when there is none.')),
})

/** A domain of the workspace. */
export type Domain = z.infer<typeof DomainOut>

/** A domain with the record to set and what the servers answered. */
export type DomainDetails = z.infer<typeof DomainDetails>

/** A host name at or below a domain, with its certificate. */
export type DomainHost = z.infer<typeof DomainHost>

/** Input of the form. */
export const NewDomain = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(domainLimits.name),
      z.refine(isDisplayName, displayNameComplaint.en),
      z.describe('A domain, such as `example.com`.'),
    ),
})

const exampleFields: Domain = {
  id: 'dom_01h455vb4pex5vsknk084sn02q',
  name: 'bücher.example',
  asciiName: 'xn--bcher-kva.example',
  state: 'pending',
  outcome: null,
  checkedAt: null,
  verifiedAt: null,
  failingSince: null,
  expiresAt: '2026-02-07T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
}

const example: DomainDetails = {
  ...exampleFields,
  challenge: {
    type: 'TXT',
    name: '_host-challenge.xn--bcher-kva.example',
    value: 'host-challenge=mfrggzdfmztwq2lknnwg23tpobyxe43u',
  },
  check: null,
  zone: null,
}

export const listDomains = defineEndpoint({
  pattern: 'GET /api/domains',
  input: listInput({
    sort: ['urgency', 'name', 'createdAt'],
    filters: { state: z.enum(domainStates).check(z.describe('Domains in this state only.')) },
    search: true,
  }),
  output: pageOf(DomainOut),
  summary: 'List the domains of this workspace, those with problems first',
  mcp: {
    name: 'list',
    description: 'Lists the domains of this workspace with their state, those with problems first.',
  },
  examples: [{ input: {}, output: { items: [exampleFields], nextCursor: null } }],
})

export const addDomain = defineEndpoint({
  pattern: 'POST /api/domains',
  input: NewDomain,
  output: DomainDetails,
  role: 'admin',
  status: 201,
  audit: 'domain.created',
  summary: 'Add a domain; it is verified by a TXT record',
  description: `An unverified domain is removed after ${domainLimits.pendingDays} days.`,
  errors: ['conflict', 'quota_exceeded', 'tier_required'],
  mcp: {
    name: 'add',
    description: 'Adds a domain to this workspace. The answer has the TXT record that proves control of it.',
    approval: true,
  },
  examples: [{ input: { name: 'Bücher.example' }, output: example }],
})

export const readDomain = defineEndpoint({
  pattern: 'GET /api/domains/{id}',
  input: nothing,
  output: DomainDetails,
  summary: 'Read a domain, its TXT record, and what each name server answered',
  mcp: {
    name: 'read',
    description: 'Reads one domain: the TXT record to set, and what each name server answered at the last check.',
  },
})

export const listDomainHosts = defineEndpoint({
  pattern: 'GET /api/domains/{id}/hosts',
  input: listInput(),
  output: pageOf(DomainHost),
  summary: 'List the host names at or below a domain that features answer, with their certificates',
  mcp: {
    name: 'hosts',
    description:
      'Lists the host names at or below a domain that features answer, with the state of their certificates.',
  },
})

export const verifyDomain = defineEndpoint({
  pattern: 'POST /api/domains/{id}/verify',
  input: nothing,
  output: DomainDetails,
  // Pages ask every few seconds; a change of state is recorded on its own.
  audit: false,
  summary: 'Ask every name server of a domain for its TXT record now',
  errors: ['conflict', 'too_many_requests', 'quota_exceeded'],
  mcp: {
    name: 'verify',
    description: 'Asks every name server of a domain for its TXT record now, and verifies the domain when all have it.',
  },
})

export const retryCertificate = defineEndpoint({
  pattern: 'POST /api/domains/{id}/certificate',
  input: z.strictObject({ host: z.string().check(z.minLength(1), z.maxLength(255)) }),
  output: nothing,
  role: 'admin',
  audit: 'domain.certificate_retried',
  summary: 'Order a failed certificate of a host name again',
  errors: ['conflict', 'too_many_requests'],
})

export const removeDomain = defineEndpoint({
  pattern: 'DELETE /api/domains/{id}',
  input: nothing,
  output: z.object({ hosts: z.array(Host).check(z.describe('The host names that answer no longer.')) }),
  role: 'admin',
  audit: 'domain.removed',
  summary: 'Remove a domain; its host names answer no longer',
})
