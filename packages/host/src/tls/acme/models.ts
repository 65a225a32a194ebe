import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Accounts at authorities, one for each directory. */
const Account = model(
  'host_acme_accounts',
  {
    id: column.id('aca'),
    directory: column.text({ max: 2_000 }),
    /** Its URL at the authority; null until it is registered. */
    url: column.text({ nullable: true, max: 2_000 }),
    /** PEM, sealed. */
    sealed_key: column.text({ max: 4_096, secret: true }),
    /** Where its authority writes to: empty for nowhere, null where that is not known. */
    email: column.text({ nullable: true, max: 320 }),
    /** Whether the certificates are from its authority. */
    is_current: column.boolean({ default: false }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: ['directory'] },
)

/** Orders of the last day, to count them, and those that have not ended, to resume them. */
const Order = model(
  'host_acme_orders',
  {
    id: column.id('aco'),
    directory: column.text({ max: 2_000 }),
    /** As `normalizeHostPattern` has it. */
    host: column.text({ max: 255 }),
    /** The workspace whose share it counts against; null for a host of the instance. */
    workspace: column.text({ nullable: true, max: 64 }),
    /** Its URL at the authority; null until it is known, and once it has ended. */
    url: column.text({ nullable: true, max: 2_000 }),
    /** PEM of the certificate's key, sealed; null once it has ended. */
    sealed_key: column.text({ nullable: true, max: 4_096, secret: true }),
    created_at: column.time(),
  },
  { index: ['created_at', 'host'] },
)

/** Proofs that an authority may ask for now, from any process. They are public, and no secrets. */
const Challenge = model(
  'host_acme_challenges',
  {
    id: column.id('acc'),
    kind: column.text<PublishedKind>({ max: 16 }),
    /** The token of HTTP-01, or the host of TLS-ALPN-01 and DNS-01. */
    subject: column.text({ max: 255 }),
    key_authorization: column.text({ max: 500 }),
    /** The workspace whose zone has the proof; null for other kinds. */
    workspace: column.text({ nullable: true, max: 64 }),
    /** The last changeset that writes or removes the proof in its zone; null before it is planned, and for other kinds. */
    changeset: column.text({ nullable: true, max: 64 }),
    /** When the removal of the record is tried again; null until an attempt has failed. */
    removal_at: column.time({ nullable: true }),
    created_at: column.time(),
  },
  { unique: [['kind', 'subject', 'key_authorization']] },
)

/** The lease of the renewal: the run that has it works on certificates, and no other of any process. */
const Lease = model(
  'host_acme_leases',
  {
    id: column.id('acl'),
    name: column.text({ max: 32 }),
    /** A run, at random; null while none has it. */
    owner: column.text({ nullable: true, max: 64 }),
    held_until: column.time(),
  },
  { unique: ['name'] },
)

/** Challenges whose proofs are stored: those that processes of the host answer, and records to be removed again. */
export type PublishedKind = 'http-01' | 'tls-alpn-01' | 'dns-01'

/** The tables of orders of certificates. */
export const acmeModels = [Account, Order, Challenge, Lease] as const

/** The handle on these tables. */
export type AcmeDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof acmeModels>>>
