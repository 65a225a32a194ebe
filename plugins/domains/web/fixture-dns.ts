import type {
  Account,
  ListedRecordSet,
  Planned,
  ProviderDetails,
  RecordCheck,
  Zone,
  ZoneChange,
  ZoneDetails,
  ZoneKey,
  ZoneServer,
} from '../shared.ts'
import { hoursAgo } from './fixture.ts'

const capabilities = {
  types: '*' as const,
  ttl: { min: 60, max: 86_400 },
  hasComments: true,
  hasProxy: true,
  isAtomic: false,
}

const field = { hint: null, isSecret: false, isOptional: false, options: null, max: 200 }

export const providers: readonly ProviderDetails[] = [
  {
    name: 'cloudflare',
    title: 'Cloudflare',
    fields: [{ ...field, name: 'token', label: 'API token', hint: 'With permission to edit DNS.', isSecret: true }],
    capabilities,
  },
  {
    name: 'rfc2136',
    title: 'Dynamic update (RFC 2136)',
    fields: [
      { ...field, name: 'server', label: 'Server' },
      { ...field, name: 'algorithm', label: 'Algorithm', options: ['hmac-sha256', 'hmac-sha512'] },
      { ...field, name: 'secret', label: 'Secret', isSecret: true },
    ],
    capabilities: {
      ...capabilities,
      types: ['A', 'AAAA', 'CNAME', 'MX', 'TXT'],
      hasComments: false,
      hasProxy: false,
      isAtomic: true,
      ttl: { min: 0, max: 2_147_483_647 },
    },
  },
]

export const account: Account = {
  id: 'dnsacc_1',
  provider: 'rfc2136',
  providerTitle: 'Dynamic update (RFC 2136)',
  label: 'Main servers',
  settings: { server: 'ns1.example.net', algorithm: 'hmac-sha256' },
  state: 'ok',
  testedAt: hoursAgo(5),
  zones: 1,
  createdAt: hoursAgo(50),
}

export const zone: Zone = {
  id: 'zone_1',
  name: 'bücher.example',
  asciiName: 'xn--bcher-kva.example',
  provider: 'cloudflare',
  providerTitle: 'Cloudflare',
  accountId: 'dnsacc_1',
  accountLabel: 'Main servers',
  records: 4,
  readAt: hoursAgo(1),
  problem: null,
  failing: 0,
  driftAt: null,
  createdAt: hoursAgo(40),
}

export const change: ZoneChange = {
  id: 'chg_1',
  title: 'Move mail to another provider',
  state: 'applied',
  plugin: 'domains',
  plannedBy: { id: 'usr_2', name: 'Grace Hopper' },
  approvedBy: { id: 'usr_1', name: 'Ada Lovelace' },
  note: 'Agreed with support on Monday.',
  createdAt: hoursAgo(6),
  finishedAt: hoursAgo(5),
  isDrift: false,
  count: 2,
}

export const drift: ZoneChange = {
  ...change,
  id: 'chg_2',
  title: 'Records changed outside',
  plannedBy: null,
  approvedBy: null,
  note: null,
  isDrift: true,
  count: 1,
}

export const zoneDetails: ZoneDetails = {
  ...zone,
  readOnlyRecords: 0,
  capabilities,
  lastChange: change,
  lastDrift: null,
  gone: 0,
  unwatched: 0,
}

export const servedZone: ZoneDetails = {
  ...zoneDetails,
  id: 'zone_3',
  name: 'served.example',
  asciiName: 'served.example',
  provider: 'builtin',
  providerTitle: 'Built-in DNS server',
  capabilities: { ...capabilities, types: ['*', 'ALIAS'], hasProxy: false, isAtomic: true },
}

export const zoneServer: ZoneServer = {
  names: ['ns1.host.example', 'ns2.host.example'],
  serial: 1_795_000_000,
  secondaries: [
    { address: '192.0.2.53', port: 53 },
    { address: '2001:db8::53', port: 5_353 },
  ],
  alias: { target: 'front.example.', addresses: ['192.0.2.80', '2001:db8::80'], foundAt: hoursAgo(1) },
}

export const zoneKey: ZoneKey = {
  id: 'dnskey_1',
  label: 'Certificates',
  name: 'kabcdefghij',
  algorithm: 'hmac-sha256',
  names: ['_acme-challenge.served.example'],
  types: ['TXT'],
  mayTransfer: true,
  usedAt: hoursAgo(2),
  createdAt: hoursAgo(20),
}

const set = { ttl: 300, comment: null, isProxied: false, owner: null, foreignOwner: null, takeover: null, watch: null }

export const records: readonly ListedRecordSet[] = [
  {
    ...set,
    name: 'xn--bcher-kva.example',
    shownName: 'bücher.example',
    type: 'MX',
    ttl: 3_600,
    data: ['10 mx1.mail.example.', '20 mx2.mail.example.'],
    comment: 'Mail provider',
  },
  {
    ...set,
    name: 'www.xn--bcher-kva.example',
    shownName: 'www.bücher.example',
    type: 'A',
    data: ['192.0.2.1'],
    isProxied: true,
  },
  {
    ...set,
    name: 'go.xn--bcher-kva.example',
    shownName: 'go.bücher.example',
    type: 'CNAME',
    data: ['links.example.'],
    owner: { plugin: 'links', note: null },
  },
  {
    ...set,
    name: 'api.xn--bcher-kva.example',
    shownName: 'api.bücher.example',
    type: 'A',
    data: ['192.0.2.7'],
    foreignOwner: 'external-dns',
  },
]

export const planned: Planned = {
  changeset: {
    id: 'chg_9',
    title: 'Change 1 record set of bücher.example',
    state: 'planned',
    hash: 'a'.repeat(64),
    count: 1,
    createdAt: hoursAgo(0),
    expiresAt: hoursAgo(-1),
    warnings: [],
  },
}

const changeset = {
  ...planned.changeset,
  note: null,
  role: 'admin',
  pluginTitle: 'Domains',
  plannedBy: { id: 'usr_1', name: 'Ada Lovelace' },
  approvedBy: null,
  finishedAt: null,
  reverts: null,
  isDrift: false,
  error: null,
  errorText: null,
  parts: [
    { plugin: 'domains', pluginTitle: 'Domains', kind: 'records', target: 'zone_1', title: 'bücher.example', count: 1 },
  ],
  dependents: [],
}

const step = {
  part: 0,
  key: 'www.xn--bcher-kva.example A',
  before: { ttl: 300, data: ['192.0.2.1'], isProxied: true },
  after: { ttl: 3_600, data: ['192.0.2.2'], isProxied: true },
  state: 'waiting',
}

/** A check of a record set that every server but one has. */
export const recordCheck: RecordCheck = {
  at: hoursAgo(0),
  outcome: 'differs',
  problem: null,
  zone: 'xn--bcher-kva.example',
  servers: [
    { name: 'ns1.dns.example', address: '192.0.2.1', state: 'ok', problem: null, seen: [] },
    { name: 'ns2.dns.example', address: '192.0.2.2', state: 'wrong', problem: null, seen: ['10 old.mail.example.'] },
    { name: 'ns3.dns.example', address: null, state: 'lookup_failed', problem: 'not_allowed', seen: [] },
  ],
  cachedFor: null,
}

const listOf = <Item>(items: readonly Item[]) => ({ items, nextCursor: null })
const path = '/api/x/domains'

/** Server answers. */
export const dnsAnswers = {
  'GET /api/domains': listOf([]),
  [`GET ${path}/providers`]: { items: providers },
  [`GET ${path}/accounts`]: listOf([account]),
  [`GET ${path}/accounts/dnsacc_1/zones`]: {
    items: [
      { name: 'xn--bcher-kva.example', shownName: 'bücher.example', zoneId: 'zone_1' },
      { name: 'acme.example', shownName: 'acme.example', zoneId: null },
    ],
  },
  [`GET ${path}/zones`]: listOf([
    zone,
    { ...zone, id: 'zone_2', name: 'acme.example', asciiName: 'acme.example', problem: 'remote_refused' },
  ]),
  [`GET ${path}/zones/zone_1`]: zoneDetails,
  [`GET ${path}/zones/zone_1/records`]: listOf(records),
  [`GET ${path}/zones/zone_1/history`]: listOf([change, drift]),
  [`GET ${path}/zones/zone_1/past`]: {
    at: hoursAgo(10),
    records: records.map(({ shownName: _s, owner: _o, foreignOwner: _f, takeover: _t, ...rest }) => rest),
  },
  [`GET ${path}/zones/zone_1/diff`]: {
    changes: [
      {
        name: 'www.xn--bcher-kva.example',
        type: 'A',
        before: { ...step.before, name: 'www.xn--bcher-kva.example', type: 'A', comment: null },
        after: { ...step.after, name: 'www.xn--bcher-kva.example', type: 'A', comment: null },
      },
    ],
  },
  [`GET ${path}/zones/zone_3`]: servedZone,
  [`GET ${path}/zones/zone_3/records`]: listOf(records),
  [`GET ${path}/zones/zone_3/server`]: zoneServer,
  [`GET ${path}/zones/zone_3/keys`]: listOf([zoneKey]),
  'GET /api/changesets/chg_9': changeset,
  'GET /api/changesets/chg_9/steps': listOf([step]),
  'GET /api/changesets/chg_1': { ...changeset, ...change, parts: changeset.parts },
  'GET /api/changesets/chg_1/steps': listOf([{ ...step, state: 'applied' }]),
}
