import { DnsError } from './dns-error.ts'
import { show } from './wire/labels.ts'

/** Record types and questions by name. Those without an entry in `record-types.ts` have data that is only bytes. */
export const typeCodes = {
  A: 1,
  NS: 2,
  MD: 3,
  MF: 4,
  CNAME: 5,
  SOA: 6,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  PTR: 12,
  HINFO: 13,
  MINFO: 14,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  'NSAP-PTR': 23,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  AAAA: 28,
  LOC: 29,
  NXT: 30,
  EID: 31,
  NIMLOC: 32,
  SRV: 33,
  ATMA: 34,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  A6: 38,
  DNAME: 39,
  SINK: 40,
  OPT: 41,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  HIP: 55,
  NINFO: 56,
  RKEY: 57,
  TALINK: 58,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  SPF: 99,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  TKEY: 249,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  URI: 256,
  CAA: 257,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  TA: 32768,
  DLV: 32769,
} as const

const codes: ReadonlyMap<string, number> = new Map(Object.entries(typeCodes))
const names: ReadonlyMap<number, string> = new Map(Object.entries(typeCodes).map(([name, code]) => [code, name]))

/** The code of a type: `MX`, or `TYPE15` (RFC 3597). @throws {DnsError} */
export function typeCode(name: string): number {
  const known = codes.get(name)
  if (known !== undefined) return known
  const upper = name.toUpperCase()
  const code = codes.get(upper) ?? numberAfter('TYPE', upper)
  if (code === undefined) throw new DnsError('unknown_type', `${show(name)} is not a record type.`)
  return code
}

/** The name of a type: `MX`, or `TYPE123` where it has none. */
export function typeName(code: number): string {
  return names.get(code) ?? `TYPE${code}`
}

/** The name that everything here uses: `MX` for `mx` and `TYPE15`. @throws {DnsError} */
export function normalizeType(name: string): string {
  return typeName(typeCode(name))
}

const classCodes: ReadonlyMap<string, number> = new Map([
  ['IN', 1],
  ['CH', 3],
  ['HS', 4],
  ['NONE', 254],
  ['ANY', 255],
])
const classNames: ReadonlyMap<number, string> = new Map([...classCodes].map(([name, code]) => [code, name]))

/** The code of a class: `IN`, or `CLASS1`. @throws {DnsError} */
export function classCode(name: string): number {
  const upper = name.toUpperCase()
  const code = classCodes.get(name) ?? classCodes.get(upper) ?? numberAfter('CLASS', upper)
  if (code === undefined) throw new DnsError('invalid_data', `${show(name)} is not a class.`)
  return code
}

export function className(code: number): string {
  return classNames.get(code) ?? `CLASS${code}`
}

function numberAfter(prefix: string, name: string): number | undefined {
  const digits = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^\d{1,5}$/.test(digits) && Number(digits) <= 0xffff ? Number(digits) : undefined
}
