/** Types that a new record set is offered with where the provider stores all, the most used first. */
export const usualTypes: readonly string[] = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'TXT',
  'SRV',
  'CAA',
  'NS',
  'PTR',
  'HTTPS',
  'SVCB',
  'TLSA',
  'SSHFP',
  'DS',
  'NAPTR',
]

/** An example of a record of each type, as zone files have it. */
const examples: Readonly<Record<string, string>> = {
  A: '192.0.2.1',
  AAAA: '2001:db8::1',
  CNAME: 'target.example.com.',
  ALIAS: 'target.example.com.',
  MX: '10 mail.example.com.',
  TXT: 'v=spf1 -all',
  SRV: '10 5 443 host.example.com.',
  CAA: '0 issue "letsencrypt.org"',
  NS: 'ns1.example.com.',
  PTR: 'host.example.com.',
  HTTPS: '1 . alpn=h2',
  SVCB: '1 host.example.com. port=853',
  TLSA: '3 1 1 0123456789abcdef…',
  SSHFP: '4 2 0123456789abcdef…',
  DS: '12345 13 2 0123456789abcdef…',
  NAPTR: '100 10 "u" "sip+E2U" "!^.*$!sip:info@example.com!" .',
}

const named: ReadonlySet<string> = new Set(['CNAME', 'ALIAS', 'MX', 'SRV', 'NS', 'PTR', 'SVCB', 'HTTPS'])
const proxied: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME'])

/** An example record; empty for a rare type. */
export const exampleOf = (type: string): string => examples[type] ?? ''

/** Whether records of a type have host names in them. */
export const hasNames = (type: string): boolean => named.has(type)

/** Whether a provider with a proxy can answer a type itself. */
export const mayBeProxied = (type: string): boolean => proxied.has(type)

/** The types to choose from. */
export function typesOf(types: readonly string[] | '*'): readonly string[] {
  if (types === '*') return usualTypes
  const own = types.filter((type) => type !== 'SOA' && type !== '*')
  return types.includes('*') ? [...usualTypes, ...own] : own
}
