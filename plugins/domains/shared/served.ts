import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { domainLimits } from './limits.ts'

/** The name of the provider whose zones this host serves. */
export const builtinProvider = 'builtin'

const dnsPort = 53
const lastPort = 65_535

const Secondary = z.object({
  address: z.string().check(z.describe('An IPv4 or IPv6 address.')),
  port: z.int().check(z.describe('The port for notifications.')),
})

const ZoneServer = z.object({
  names: z.array(z.string()).check(z.describe('The name servers to set at the registrar.')),
  serial: z.int().check(z.describe('The serial of the SOA record.')),
  secondaries: z.array(Secondary),
  alias: z
    .nullable(
      z.object({
        target: z.string(),
        addresses: z.array(z.string()),
        foundAt: z.nullable(z.string()).check(z.describe('When addresses were last found; null for never.')),
      }),
    )
    .check(z.describe('The ALIAS record of the zone; null without one.')),
})

/** The zone of a workspace as the DNS server of this host has it. */
export type ZoneServer = z.infer<typeof ZoneServer>

/** Whether the parent of a zone names the servers of this host. */
export const delegationStates = ['here', 'partly', 'elsewhere', 'failed'] as const

const Delegation = z.object({
  state: z
    .enum(delegationStates)
    .check(
      z.describe(
        '`here`: to this host alone; `partly`: to others, too; `elsewhere`: not to this host; `failed`: the lookup failed.',
      ),
    ),
  servers: z.array(z.string()).check(z.describe('The name servers of the parent, in Unicode.')),
  checkedAt: z.string(),
})

/** The delegation in the parent zone. */
export type Delegation = z.infer<typeof Delegation>

const ZoneKey = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string().check(z.describe('The name of the key in requests.')),
  algorithm: z.string(),
  names: z.array(z.string()).check(z.describe('The names that it may change; `*.` before one for all below it.')),
  types: z.array(z.string()).check(z.describe('The record types that it may change; none for all.')),
  mayTransfer: z.boolean(),
  usedAt: z.nullable(z.string()).check(z.describe('When it last changed records; null for never.')),
  createdAt: z.string(),
})

/** A key (TSIG) with which another program changes or transfers a zone; without its secret. */
export type ZoneKey = z.infer<typeof ZoneKey>

const NewKey = z.strictObject({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.refine(isDisplayName, displayNameComplaint.en)),
  names: z
    .array(z.string().check(z.minLength(1), z.maxLength(domainLimits.name)))
    .check(
      z.maxLength(domainLimits.keyNames),
      z.describe('Names that it may change, in the zone; `*.` before one for all below it.'),
    ),
  types: z
    .array(z.string().check(z.minLength(1), z.maxLength(20)))
    .check(z.maxLength(domainLimits.keyTypes), z.describe('Record types that it may change; none for all.')),
  mayTransfer: z.boolean().check(z.describe('Whether it may transfer the whole zone (AXFR).')),
})

export const readZoneServer = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/server',
  input: nothing,
  output: ZoneServer,
  summary: 'Get how this host serves a zone',
  description: 'Zones of other providers are `not_found`.',
  mcp: {
    name: 'zone_server',
    description: 'Gets how this host serves a DNS zone: its name servers, serial, secondaries and ALIAS addresses.',
  },
})

export const checkDelegation = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/delegation',
  input: nothing,
  output: Delegation,
  audit: false,
  summary: 'Check whether the parent of a zone names the servers of this host',
  errors: ['too_many_requests'],
})

export const changeZoneServer = defineEndpoint({
  pattern: 'PUT /api/x/domains/zones/{id}/secondaries',
  input: z.strictObject({
    secondaries: z
      .array(
        z.strictObject({
          address: z.string().check(z.trim(), z.minLength(2), z.maxLength(45)),
          port: z._default(z.int().check(z.gte(1), z.lte(lastPort)), dnsPort),
        }),
      )
      .check(
        z.maxLength(domainLimits.secondaries),
        z.describe('Servers that may transfer the zone, and are notified of its changes.'),
      ),
  }),
  output: ZoneServer,
  role: 'admin',
  audit: 'dns_zone.secondaries_changed',
  summary: 'Set the secondary servers of a zone that this host serves',
  mcp: {
    name: 'set_zone_secondaries',
    description: 'Sets the servers that may transfer a DNS zone of this host and are notified of its changes.',
    approval: true,
  },
})

export const listZoneKeys = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/keys',
  input: listInput({ sort: ['label', 'createdAt'] }),
  output: pageOf(ZoneKey),
  role: 'admin',
  summary: 'List the keys for updates and transfers of a zone',
  mcp: {
    name: 'zone_keys',
    description:
      'Lists the keys with which programs update or transfer a DNS zone: their names, types and last update.',
  },
})

export const createZoneKey = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/keys',
  input: NewKey,
  output: z.object({
    key: ZoneKey,
    secret: z.string().check(z.describe('In Base64; it is shown only once.')),
  }),
  role: 'admin',
  status: 201,
  audit: 'dns_key.created',
  revealsSecret: true,
  summary: 'Create a key for updates and transfers of a zone',
  errors: ['conflict'],
})

export const removeZoneKey = defineEndpoint({
  pattern: 'DELETE /api/x/domains/zones/{id}/keys/{keyId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'dns_key.removed',
  summary: 'Remove a key; the server refuses its updates at once',
  mcp: {
    name: 'remove_zone_key',
    description: 'Removes a key of a DNS zone. Its program can no longer update or transfer the zone.',
    approval: true,
  },
})
