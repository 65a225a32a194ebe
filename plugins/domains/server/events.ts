import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'
import { checkOutcomes, ddnsTypes, domainStates, recordOutcomes } from '../shared.ts'

const domain = {
  domainId: z.string(),
  name: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
}
const example = { domainId: 'dom_01h455vb4pex5vsknk084sn02q', name: 'example.com' }

export const domainCreated = defineEvent({
  name: 'domain.created',
  description: 'A domain was added',
  data: z.object(domain),
  example,
})

export const domainVerified = defineEvent({
  name: 'domain.verified',
  description: 'A domain was verified',
  data: z.object({ ...domain, before: z.enum(domainStates).check(z.describe('The state before.')) }),
  example: { ...example, before: 'pending' },
})

export const domainVerifyFailed = defineEvent({
  name: 'domain.verify_failed',
  description: 'A check of a verified domain failed',
  data: z.object({ ...domain, outcome: z.enum(checkOutcomes) }),
  example: { ...example, outcome: 'missing' },
})

export const domainLost = defineEvent({
  name: 'domain.lost',
  description: 'A domain is no longer verified',
  data: z.object({ ...domain, outcome: z.enum(checkOutcomes) }),
  example: { ...example, outcome: 'missing' },
})

export const domainRemoved = defineEvent({
  name: 'domain.removed',
  description: 'A domain was removed',
  data: z.object({
    ...domain,
    reason: z
      .enum(['user', 'expired', 'operator'])
      .check(z.describe('`expired`: it was not verified in time; `operator`: an instance admin took it away.')),
  }),
  example: { ...example, reason: 'user' },
})

export const recordChanged = defineEvent({
  name: 'record.changed',
  description: 'DNS records of a zone changed',
  data: z.object({
    zoneId: z.string(),
    zone: z.string().check(z.describe('The name of the zone, with A-labels.')),
    count: z.int().check(z.describe('How many record sets changed.')),
    records: z
      .array(z.object({ name: z.string(), type: z.string() }))
      .check(z.describe('The changed record sets, at most 50.')),
    isDrift: z.boolean().check(z.describe('Whether they were changed outside.')),
  }),
  example: {
    zoneId: 'zone_01h455vb4pex5vsknk084sn02q',
    zone: 'example.com',
    count: 1,
    records: [{ name: 'www.example.com', type: 'A' }],
    isDrift: false,
  },
})

const watched = {
  zoneId: z.string(),
  zone: z.string().check(z.describe('The name of the zone, with A-labels.')),
  name: z.string().check(z.describe('The whole name of the record set, with A-labels.')),
  type: z.string(),
  expected: z.array(z.string()).check(z.describe('At most five of the expected records, each cut to 200 characters.')),
}
const watchedExample = {
  zoneId: 'zone_01h455vb4pex5vsknk084sn02q',
  zone: 'example.com',
  name: 'www.example.com',
  type: 'A',
  expected: ['192.0.2.1'],
}

export const recordVerifyFailed = defineEvent({
  name: 'record.verify_failed',
  description: 'Two checks in a row found a watched record set wrong',
  data: z.object({
    ...watched,
    outcome: z.enum(recordOutcomes),
    server: z.nullable(z.string()).check(z.describe('A name server that has something else.')),
    seen: z.array(z.string()).check(z.describe('What this server has, at most five records.')),
  }),
  example: { ...watchedExample, outcome: 'wrong', server: 'ns1.example.net', seen: ['192.0.2.7'] },
})

export const recordVerified = defineEvent({
  name: 'record.verified',
  description: 'A watched record set is right again',
  data: z.object(watched),
  example: watchedExample,
})

const zone = {
  zoneId: z.string(),
  zone: z.string().check(z.describe('The name of the zone, with A-labels.')),
  watched: z.int().check(z.describe('How many record sets of the zone are watched.')),
  failing: z.int().check(z.describe('How many of them are wrong.')),
}
const zoneExample = { zoneId: 'zone_01h455vb4pex5vsknk084sn02q', zone: 'example.com', watched: 12 }

export const zoneVerifyFailed = defineEvent({
  name: 'zone.verify_failed',
  description: 'At least three watched record sets of a zone were found wrong at once',
  data: z.object({
    ...zone,
    records: z
      .array(z.object({ name: z.string(), type: z.string(), outcome: z.enum(recordOutcomes) }))
      .check(z.describe('The wrong record sets, at most 50. None of them has an event of its own.')),
  }),
  example: {
    ...zoneExample,
    failing: 3,
    records: [
      { name: 'example.com', type: 'MX', outcome: 'missing' },
      { name: 'mail.example.com', type: 'A', outcome: 'missing' },
      { name: 'www.example.com', type: 'A', outcome: 'missing' },
    ],
  },
})

export const zoneVerified = defineEvent({
  name: 'zone.verified',
  description: 'Fewer than three watched record sets of a zone are still wrong',
  data: z.object({ ...zone, since: z.string().check(z.describe('When `zone.verify_failed` was published.')) }),
  example: { ...zoneExample, failing: 0, since: '2026-01-31T08:15:00.000Z' },
})

const ddnsToken = {
  id: z.string().check(z.describe('Identifies the token.')),
  name: z.string().check(z.describe('The name of the token, for people.')),
  zoneId: z.string(),
}
const ddnsTokenExample = {
  id: 'ddns_01h455vb4pex5vsknk084sn02q',
  name: 'Router at home',
  zoneId: 'zone_01h455vb4pex5vsknk084sn02q',
}

const dnsKey = {
  id: z.string(),
  label: z.string(),
  zone: z.string().check(z.describe('The name of the zone, with A-labels.')),
}
const dnsKeyExample = { id: 'dnskey_01h455vb4pex5vsknk084sn02q', label: 'Certificates', zone: 'example.com' }

export const dnsKeyCreated = defineEvent({
  name: 'dns_key.created',
  description: 'A key for updates or transfers of a DNS zone was created',
  data: z.object({ ...dnsKey, mayTransfer: z.boolean() }),
  example: { ...dnsKeyExample, mayTransfer: false },
})

export const dnsKeyRemoved = defineEvent({
  name: 'dns_key.removed',
  description: 'A key for updates or transfers of a DNS zone was removed',
  data: z.object(dnsKey),
  example: dnsKeyExample,
})

export const ddnsTokenCreated = defineEvent({
  name: 'ddns_token.created',
  description: 'A token for dynamic DNS was created',
  data: z.object({
    ...ddnsToken,
    zone: z.string().check(z.describe('The name of the zone, with A-labels.')),
    names: z.array(z.string()).check(z.describe('The names that it may change, with A-labels.')),
    types: z.array(z.enum(ddnsTypes)),
  }),
  example: { ...ddnsTokenExample, zone: 'example.com', names: ['home.example.com'], types: ['A', 'AAAA'] },
})

export const ddnsTokenRevoked = defineEvent({
  name: 'ddns_token.revoked',
  description: 'A token for dynamic DNS was revoked',
  data: z.object(ddnsToken),
  example: ddnsTokenExample,
})

export const events = [
  domainCreated,
  domainVerified,
  domainVerifyFailed,
  domainLost,
  domainRemoved,
  recordChanged,
  recordVerifyFailed,
  recordVerified,
  zoneVerifyFailed,
  zoneVerified,
  dnsKeyCreated,
  dnsKeyRemoved,
  ddnsTokenCreated,
  ddnsTokenRevoked,
] as const
