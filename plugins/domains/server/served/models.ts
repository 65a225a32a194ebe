/** Tables of the zones that this host serves. */
import { column, model, type DnsRecordSet } from '@host/plugin'

/** A zone that the DNS server of this host answers for. See `builtin-provider.ts`. */
export const ServedZone = model(
  'domains_served_zones',
  {
    id: column.id('dnsserved'),
    org_id: column.org(),
    /** As `normalizeHostName` has it. It is served while the workspace has proved it. */
    name: column.text({ max: 253 }),
    /** See `zone-heads.ts`. */
    bucket: column.integer(),
    /** Of the SOA record (RFC 1982). */
    serial: column.integer(),
    /** Grows with each change of the zone, of its keys and of its secondaries. */
    revision: column.integer({ default: 0 }),
    secondaries: column.json<readonly Secondary[]>({ secret: false }),
    /** The addresses to which the ALIAS record at the apex led; null without one. */
    alias: column.json<AliasState | null>({ nullable: true, secret: false }),
    /** When they are looked up again; null without an ALIAS record. */
    alias_at: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'name']],
    index: [['org_id', 'id'], ['bucket', 'id'], ['name'], ['alias_at']],
    label: 'name',
    transfer: { reason: 'A zone is served for one workspace.', clone: 'none' },
  },
)

/** The last serial of a zone that was removed, so that one of its name goes on from it. See `zone-serials.ts`. */
export const LastSerial = model(
  'domains_last_serials',
  {
    id: column.id('dnsserial'),
    org_id: column.org(),
    name: column.text({ max: 253 }),
    serial: column.integer(),
  },
  { unique: [['org_id', 'name']], index: [['org_id', 'id'], ['name']], label: 'name' },
)

/** A record set of such a zone. */
export const ServedSet = model(
  'domains_served_sets',
  {
    id: column.id('dnsrrset'),
    org_id: column.org(),
    served_id: column.reference(ServedZone, { onDelete: 'cascade' }),
    name: column.text({ max: 380 }),
    type: column.text({ max: 20 }),
    value: column.json<DnsRecordSet>({ secret: false }),
  },
  {
    unique: [['org_id', 'served_id', 'name', 'type']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'served_id', 'id'],
    ],
    label: ['name', 'type'],
  },
)

/** A key (TSIG) with which another program updates or transfers such a zone. */
export const DnsKey = model(
  'domains_dns_keys',
  {
    id: column.id('dnskey'),
    org_id: column.org(),
    served_id: column.reference(ServedZone, { onDelete: 'cascade' }),
    /** As requests name it: absolute, in lower case, unique in the instance. */
    name: column.text({ max: 255 }),
    label: column.text({ max: 80 }),
    algorithm: column.text({ max: 20 }),
    /** The name of this row, for which its secret is sealed; known before the row is. */
    seal: column.text({ max: 40 }),
    /** Sealed, in Base64. */
    secret: column.text({ secret: true }),
    /** Names that it may change, without a dot at the end; `*.` before one for those below it. */
    names: column.json<readonly string[]>({ secret: false }),
    /** Types that it may change; none for all. */
    types: column.json<readonly string[]>({ secret: false }),
    may_transfer: column.boolean({ default: false }),
    used_at: column.time({ nullable: true }),
    /** Of its last updates, see `seen-signatures.ts`; null before the first one. */
    signatures: column.json<readonly SeenSignature[] | null>({ nullable: true, secret: false }),
    /** The changeset of its last update. */
    changeset: column.text({ max: 64, nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: ['name'],
    index: [
      ['org_id', 'id'],
      ['org_id', 'served_id', 'id'],
      ['org_id', 'changeset'],
    ],
    label: 'label',
    transfer: { reason: 'A key is named once in the instance.', clone: 'none' },
  },
)

/** The signature of an update that was seen. */
export interface SeenSignature {
  /** The beginning of the MAC, in hexadecimal. */
  readonly mac: string
  /** Seconds since 1970. */
  readonly time: number
}

/** A server that may transfer a zone, and is notified of its changes. */
export interface Secondary {
  readonly address: string
  readonly port: number
}

/** Addresses of one family behind an ALIAS record. */
export interface AliasFamily {
  readonly addresses: readonly string[]
  /** When a resolver last answered, in ISO 8601; null when they are unknown. */
  readonly foundAt: string | null
  /** The addresses before they became unknown; undefined while they are known, and where they never were. */
  readonly last?: readonly string[]
}

/** An ALIAS record, and what was found behind it. */
export interface AliasState {
  readonly target: string
  /** Seconds: of the record, and of the answers. */
  readonly mostTtl: number
  readonly ttl: number
  readonly ipv4: AliasFamily
  readonly ipv6: AliasFamily
}
