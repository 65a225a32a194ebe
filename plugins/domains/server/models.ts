/**
 * A claim of a workspace on a domain. Several workspaces may have the same name pending; the proof is unique in the
 * instance (`Edge.prove`).
 *
 *   addDomain --> pending --recordCheck: every server has the record--> verified
 *                    |                                                   |    ^
 *                    '--checkDue: seven days--> removed         a check fails  every server has it again
 *                                                                        v    |
 *                                                                       failing
 *                                                                        |
 *                           3 failures over 7 days, each seen at a server v
 *                                                                       lost --every server has it again--> verified
 *
 * A job of the row checks it when it is due. The row is authoritative: a job that is early waits, and one that is not
 * the row's own ends.
 */
import { column, mirror, model, type DnsRecordSet, type Role, type TablesOf, type Wording } from '@host/plugin'
import { newChallenge } from './claims/challenge.ts'
import { urgencyOf } from './claims/urgency.ts'
import { DnsKey, LastSerial, ServedSet, ServedZone } from './served/models.ts'
import type {
  AccountState,
  CheckOutcome,
  DdnsAnswer,
  DdnsProblem,
  DdnsType,
  DomainCheck,
  DomainState,
  RecordOutcome,
  WatchSeen,
} from '../shared.ts'

/** An imported domain: no instance takes the word of another one for it. */
const unproved = {
  state: 'pending',
  urgency: urgencyOf('pending'),
  outcome: null,
  last_check: null,
  checked_at: null,
  attempts: 0,
  next_check_at: null,
  check_job: null,
  verified_at: null,
  failing_since: null,
  expires_at: null,
} as const

const Domain = model(
  'domains_domains',
  {
    id: column.id('dom'),
    org_id: column.org(),
    /** As `normalizeHostName` has it. */
    name: column.text({ max: 253 }),
    /** In Unicode, for people and the search. */
    shown_name: column.text({ max: 253 }),
    state: column.text<DomainState>({ max: 20, default: 'pending' }),
    /** The place of the state in lists. */
    urgency: column.integer(),
    /** The value of the TXT record without its prefix; public by its nature. */
    challenge: column.text({ max: 40, secret: false }),
    outcome: column.text<CheckOutcome>({ max: 20, nullable: true }),
    last_check: column.json<DomainCheck | null>({ nullable: true }),
    checked_at: column.time({ nullable: true }),
    /** Checks in the background while it is pending, or failed ones in a row afterwards. */
    attempts: column.integer({ default: 0 }),
    next_check_at: column.time({ nullable: true }),
    check_job: column.job({ nullable: true }),
    verified_at: column.time({ nullable: true }),
    failing_since: column.time({ nullable: true }),
    expires_at: column.time({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'name']],
    index: [['org_id', 'id'], ['org_id', 'urgency', 'id'], ['urgency', 'id'], ['name'], ['org_id', 'created_at', 'id']],
    label: 'shown_name',
    transfer: {
      reason: 'A domain is proved on each instance, and by the record of each workspace.',
      without: unproved,
      clone: (row) => ({ ...row, challenge: newChallenge() }),
    },
  },
)

/** How many domains a workspace has added so far. Its row is locked while one is added. */
const Added = model(
  'domains_added',
  {
    id: column.id('domadd'),
    org_id: column.org(),
    domains: column.integer({ default: 0 }),
  },
  { unique: ['org_id'], index: [['org_id', 'id']] },
)

/** An account at a DNS provider, whose secret settings are sealed for its `seal`. */
const Account = model(
  'domains_accounts',
  {
    id: column.id('dnsacc'),
    org_id: column.org(),
    /** The name of the service, such as `cloudflare`. */
    provider: column.text({ max: 60 }),
    name: column.text({ max: 80 }),
    /** The name of this row, for which its secrets are sealed; known before the row is. */
    seal: column.text({ max: 40 }),
    /** Sealed JSON: the secret settings by their field. */
    secrets: column.text({ secret: true }),
    /** The other settings. */
    settings: column.json<Readonly<Record<string, string>>>({ secret: false }),
    state: column.text<AccountState>({ max: 20 }),
    tested_at: column.time(),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    index: [['org_id', 'id']],
    label: 'name',
    transfer: { reason: 'A clone must not change zones of the original at their provider.', clone: 'none' },
  },
)

/** A zone that an account of the workspace holds. Its records are a copy: the provider has the present ones. */
const Zone = model(
  'domains_zones',
  {
    id: column.id('zone'),
    org_id: column.org(),
    account_id: column.reference(Account, { onDelete: 'restrict' }),
    /** The provider's own ID. */
    provider_zone: column.text({ max: 400 }),
    /** As `normalizeHostName` has it. */
    name: column.text({ max: 253 }),
    /** In Unicode, for people and the search. */
    shown_name: column.text({ max: 253 }),
    records: column.integer({ default: 0 }),
    /** Grows with each change of the copy, so that a slow read never undoes a later one. */
    version: column.integer({ default: 0 }),
    read_at: column.time({ nullable: true }),
    /** Error code of the last read. */
    problem: column.text({ max: 60, nullable: true }),
    /** The place in lists, see `zones/zone-urgency.ts`. */
    urgency: column.integer({ default: 2 }),
    drift_at: column.time({ nullable: true }),
    check_job: column.job({ nullable: true }),
    /** The job that checks its watched record sets; null while it has none. */
    watch_job: column.job({ nullable: true }),
    /** Since when several of them are wrong at once; see `watches/announce-watches.ts`. */
    outage_at: column.time({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'name']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'created_at', 'id'],
      ['urgency', 'id'],
    ],
    label: 'shown_name',
  },
)

/** A record set as it was last read from the provider, or written to it. */
const RecordSet = model(
  'domains_records',
  {
    id: column.id('dnsset'),
    org_id: column.org(),
    zone_id: column.reference(Zone, { onDelete: 'cascade' }),
    name: column.text({ max: 380 }),
    /** In Unicode, for people and the search. */
    shown_name: column.text({ max: 380 }),
    type: column.text({ max: 20 }),
    /** Orders the record sets of a zone, see `placeOf`. */
    place: column.text({ max: 420 }),
    ttl: column.integer(),
    /** Each record on a line of its own. */
    data: column.text(),
    comment: column.text({ nullable: true }),
    is_proxied: column.boolean({ default: false }),
    /** The tool outside that it is a mark of, see `markOf`. */
    mark: column.text({ max: 100, nullable: true }),
  },
  {
    unique: [['org_id', 'zone_id', 'name', 'type']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'zone_id', 'place', 'id'],
      ['org_id', 'zone_id', 'mark'],
    ],
    label: ['shown_name', 'type'],
  },
)

/** A record set that the provider only shows, see `zones/read-only-copy.ts`. */
const ReadOnlySet = model(
  'domains_read_only_sets',
  {
    id: column.id('dnsro'),
    org_id: column.org(),
    zone_id: column.reference(Zone, { onDelete: 'cascade' }),
    name: column.text({ max: 380 }),
    /** In Unicode, for people and the search. */
    shown_name: column.text({ max: 380 }),
    type: column.text({ max: 20 }),
    place: column.text({ max: 420 }),
    /** Each line of what it holds. */
    content: column.text(),
    reason: column.json<Wording>({ secret: false }),
  },
  {
    unique: [['org_id', 'zone_id', 'name', 'type']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'zone_id', 'place', 'id'],
    ],
    label: ['shown_name', 'type'],
  },
)

/** A record set that was taken over from a tool outside, see `takeovers.ts`. */
const Takeover = model(
  'domains_takeovers',
  {
    id: column.id('dnstake'),
    org_id: column.org(),
    zone_id: column.reference(Zone, { onDelete: 'cascade' }),
    name: column.text({ max: 380 }),
    type: column.text({ max: 20 }),
    taken_by: column.text({ max: 60 }),
    taken_at: column.time(),
  },
  { unique: [['org_id', 'zone_id', 'name', 'type']], index: [['org_id', 'id']], label: ['name', 'type'] },
)

/** A record set that is checked in the background: one that a feature owns, or that a user chose. See `watches/next-watch.ts`. */
const Watch = model(
  'domains_watches',
  {
    id: column.id('dnswatch'),
    org_id: column.org(),
    zone_id: column.reference(Zone, { onDelete: 'cascade' }),
    name: column.text({ max: 380 }),
    type: column.text({ max: 20 }),
    place: column.text({ max: 420 }),
    /** The expected records, each on a line of its own. Changes made outside don't change them. */
    data: column.text(),
    is_proxied: column.boolean({ default: false }),
    is_chosen: column.boolean({ default: false }),
    /** Null before the first check. */
    state: column.text<RecordOutcome>({ max: 20, nullable: true }),
    since: column.time({ nullable: true }),
    checked_at: column.time({ nullable: true }),
    seen: column.json<WatchSeen | null>({ nullable: true }),
    /** Whether two checks in a row found it wrong, and none since found it right. */
    is_failing: column.boolean({ default: false }),
    /** What subscribers know of a failure; null before there was one. */
    told: column.text<WatchTold>({ max: 10, nullable: true }),
    /** Checks in a row in which servers had something else; failed lookups don't count. */
    failures: column.integer({ default: 0 }),
    /** Checks in a row that did not find it right, failed lookups among them. */
    attempts: column.integer({ default: 0 }),
    next_check_at: column.time(),
  },
  {
    unique: [['org_id', 'zone_id', 'name', 'type']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'zone_id', 'place', 'id'],
      ['org_id', 'zone_id', 'next_check_at'],
    ],
    label: ['name', 'type'],
  },
)

/** A record set of the sample zone, which no provider outside holds. See `practice/practice-provider.ts`. */
const PracticeSet = model(
  'domains_practice_sets',
  {
    id: column.id('dnsprac'),
    org_id: column.org(),
    name: column.text({ max: 380 }),
    type: column.text({ max: 20 }),
    value: column.json<DnsRecordSet>({ secret: false }),
  },
  { unique: [['org_id', 'name', 'type']], index: [['org_id', 'id']], label: ['name', 'type'] },
)

/** A token for dynamic DNS: it may set the addresses of its names. See `ddns/serve-updates.ts`. */
const DdnsToken = model(
  'domains_ddns_tokens',
  {
    id: column.id('ddns'),
    org_id: column.org(),
    zone_id: column.reference(Zone, { onDelete: 'cascade' }),
    name: column.text({ max: 80 }),
    /** SHA-256 of the token, which is not stored. */
    hash: column.text({ max: 43, secret: true }),
    /** Its first characters, for people. */
    hint: column.text({ max: 12 }),
    names: column.json<readonly string[]>({ secret: false }),
    types: column.json<readonly DdnsType[]>({ secret: false }),
    last_used_at: column.time({ nullable: true }),
    last_address: column.text({ max: 400, nullable: true }),
    last_answer: column.text<DdnsAnswer>({ max: 10, nullable: true }),
    last_problem: column.text<DdnsProblem>({ max: 20, nullable: true }),
    /** The changeset of the last update that changed records. */
    changeset: column.text({ max: 64, nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: ['hash'],
    index: [
      ['org_id', 'id'],
      ['org_id', 'zone_id'],
      ['org_id', 'changeset'],
    ],
    label: 'name',
    transfer: { reason: 'Devices update the zone of the original.', clone: 'none' },
  },
)

/** Authors of changes. */
const User = mirror(
  'users',
  { id: column.id('usr'), name: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

const Membership = mirror('memberships', {
  id: column.id('mbr'),
  org_id: column.org(),
  user_id: column.text(),
  role: column.text<Role>(),
})

/** Names of workspaces, for the console. */
const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })

export const models = [
  Domain,
  Added,
  Account,
  Zone,
  RecordSet,
  ReadOnlySet,
  Takeover,
  Watch,
  PracticeSet,
  ServedZone,
  ServedSet,
  LastSerial,
  DnsKey,
  DdnsToken,
  User,
  Membership,
  Workspace,
] as const

/**
 * What subscribers know of the failure of a record set. `pending`: nothing yet. `alone`: it was published by itself.
 * `outage`: it is part of an outage of its zone.
 */
export type WatchTold = 'pending' | 'alone' | 'outage'

export type Tables = TablesOf<typeof models>

export type ZoneModel = typeof Zone

export type RecordSetModel = typeof RecordSet

export type WatchModel = typeof Watch

export type DdnsTokenModel = typeof DdnsToken
