import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/**
 * Progress of a certificate: its first order has not ended, its last one ended well, or its last one failed. One that
 * failed may still have the certificate from before.
 */
export type CertificateState = 'pending' | 'valid' | 'failed'

/** Certificates that the host got from an authority, one for each host or wildcard. */
const Certificate = model(
  'host_certificates',
  {
    id: column.id('crt'),
    /** As `normalizeHostPattern` has it. */
    host: column.text({ max: 255 }),
    state: column.text<CertificateState>({ max: 16 }),
    /** PEM, with the certificates of authorities behind it; null until the first was issued. */
    chain: column.text({ nullable: true, max: 65_536 }),
    /** PEM, sealed for the host of this row alone. */
    sealed_key: column.text({ nullable: true, max: 16_384, secret: true }),
    serial: column.text({ nullable: true, max: 64 }),
    issuer: column.text({ nullable: true, max: 500 }),
    /** URL of the account that ordered it; null for one from before this was noted. */
    account: column.text({ nullable: true, max: 2_000 }),
    not_before: column.time({ nullable: true }),
    not_after: column.time({ nullable: true }),
    renew_at: column.time({ nullable: true }),
    /** Failed orders since the last one that ended well. */
    attempts: column.integer({ default: 0 }),
    /** The next order; null while none is due. */
    next_attempt_at: column.time({ nullable: true }),
    /** Why the last order failed: a short code, and the words of the authority. */
    problem: column.text({ nullable: true, max: 100 }),
    problem_detail: column.text({ nullable: true, max: 2_000 }),
    /** Since when no workspace answers the host; null while one does. */
    unwanted_since: column.time({ nullable: true }),
    changed_at: column.time({ default: 'now' }),
  },
  { unique: ['host'], index: ['next_attempt_at'] },
)

/** The tables of HTTPS. */
export const tlsModels = [Certificate] as const

/** The handle on these tables. */
export type TlsDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof tlsModels>>>
