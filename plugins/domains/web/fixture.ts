import type { Domain, DomainDetails, DomainHost, ServerAnswer } from '../shared.ts'

const hour = 3_600_000

/** A moment some hours ago, or ahead. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hour).toISOString()

export const pending: Domain = {
  id: 'dom_1',
  name: 'bücher.example',
  asciiName: 'xn--bcher-kva.example',
  state: 'pending',
  outcome: 'differs',
  checkedAt: hoursAgo(1),
  verifiedAt: null,
  failingSince: null,
  expiresAt: hoursAgo(-100),
  createdAt: hoursAgo(2),
}

export const verified: Domain = {
  ...pending,
  id: 'dom_2',
  name: 'acme.example',
  asciiName: 'acme.example',
  state: 'verified',
  outcome: 'ok',
  verifiedAt: hoursAgo(1),
  expiresAt: null,
}

const servers: readonly ServerAnswer[] = [
  { name: 'ns1.dns.example', address: '192.0.2.1', state: 'ok', problem: null, seen: [] },
  { name: 'ns2.dns.example', address: '192.0.2.2', state: 'wrong', problem: null, seen: ['v=spf1 -all'] },
  { name: 'ns3.dns.example', address: null, state: 'lookup_failed', problem: 'not_allowed', seen: [] },
]

export const details: DomainDetails = {
  ...pending,
  challenge: {
    type: 'TXT',
    name: '_host-challenge.xn--bcher-kva.example',
    value: 'host-challenge=mfrggzdfmztwq2lknnwg23tpobyxe43u',
  },
  check: { at: hoursAgo(1), outcome: 'differs', problem: null, zone: 'xn--bcher-kva.example', servers: [...servers] },
  zone: null,
}

export const hosts: readonly DomainHost[] = [
  {
    host: 'go.xn--bcher-kva.example',
    plugin: 'links',
    certificate: {
      state: 'valid',
      issuer: 'Authority',
      notAfter: hoursAgo(-1_000),
      nextAttemptAt: null,
      problem: null,
    },
  },
  {
    host: 'shop.xn--bcher-kva.example',
    plugin: 'links',
    certificate: {
      state: 'failed',
      issuer: null,
      notAfter: null,
      nextAttemptAt: hoursAgo(-2),
      problem: {
        code: 'dns',
        reason: 'The authority found no address of this host name. Add an A or AAAA record.',
        detail: 'DNS problem: NXDOMAIN looking up A for shop.xn--bcher-kva.example',
      },
    },
  },
  {
    host: '*.xn--bcher-kva.example',
    plugin: 'links',
    certificate: { state: 'pending', issuer: null, notAfter: null, nextAttemptAt: null, problem: null },
  },
]

/** Server answers. */
export const answers = {
  'GET /api/domains': { items: [pending, verified], nextCursor: null },
  'GET /api/domains/dom_1': details,
  'GET /api/domains/dom_1/hosts': { items: [...hosts], nextCursor: null },
}
