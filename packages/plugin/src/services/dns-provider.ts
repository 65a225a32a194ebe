import { serviceToken, type ServiceToken } from '../service.ts'
import type { Wording } from '../errors.ts'
import type { DnsCapabilities, DnsRecordKey, DnsRecordSet } from './dns.ts'

/** A field of the form for an account of a provider: a text. */
export interface DnsAccountField {
  /** Lower-case letters, digits and underscores; such as `api_token`. */
  readonly name: string
  readonly label: Wording
  readonly hint?: Wording
  /** Stored encrypted, never sent back. */
  readonly isSecret?: boolean
  readonly isOptional?: boolean
  /** The allowed texts; any of at most `max` characters when left out. */
  readonly options?: readonly string[]
  /** Characters: 200 unless stated, at most 4,000. */
  readonly max?: number
}

/** A zone as its provider has it. */
export interface DnsProviderZone {
  /** The provider's own ID. */
  readonly id: string
  /** As the name of a record set. */
  readonly name: string
}

/** A record set that counts in the zone, but that the provider only shows: an alias, a routing policy, a type of its own. */
export interface DnsReadOnlySet extends DnsRecordKey {
  /** For people, line by line: `alias of lb.example.net.` */
  readonly content: readonly string[]
  /** Why it can't be changed, and where it can: one or two sentences. */
  readonly reason: Wording
}

/** Record sets of a zone. Each name and type is in one of the lists, once. */
export interface DnsZoneRecords {
  readonly sets: readonly DnsRecordSet[]
  /** Those that `write` refuses. Plans that touch them, or that would clash with them, are refused before. */
  readonly readOnly: readonly DnsReadOnlySet[]
}

/** The change of one record set; null where there is none. */
export interface DnsRecordChange extends DnsRecordKey {
  readonly before: DnsRecordSet | null
  readonly after: DnsRecordSet | null
}

/** Options of a call to a provider. */
export interface DnsCallOptions {
  /** Aborts after the deadline, and when the host stops. */
  readonly signal: AbortSignal
}

/**
 * An account at a provider. Every call may take 25 s. It throws a Problem: `remote_refused` when the provider refuses
 * the credential or the rights of the account, `remote_failed` when it is slow, limits the rate or answers with
 * something else. No error carries a credential or the provider's raw answer.
 */
export interface DnsAccount {
  /** All zones of the account, read page by page. It is the test of a new credential too. */
  zones(options: DnsCallOptions): Promise<readonly DnsProviderZone[]>
  /**
   * Record sets of a zone: those of the keys, or all, read page by page. Data is in the form of `DnsRecordSet`. No record
   * is hidden: those that can't be changed are read-only. Only the SOA record, and the signatures that a server makes
   * (RRSIG, NSEC, NSEC3), are left out.
   * @throws Problem `not_found` for a zone that the account no longer has
   */
  records(
    zone: DnsProviderZone,
    options: DnsCallOptions & { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords>
  /**
   * Changes one record set, only where `before` is still there. It does nothing where `after` is there already, since it
   * may run again after a crash. The order of records, and the case of host names in them, make no difference.
   * @throws Problem `conflict` when the zone has neither `before` nor `after`; `invalid_input` for records that the
   *   provider does not take, and where it has a read-only record set
   */
  write(zone: DnsProviderZone, change: DnsRecordChange, options: DnsCallOptions): Promise<void>
}

/** A DNS provider. Provide it with `dnsProvider(name)` while mounting, and test it with `testDnsProvider`. */
export interface DnsProvider {
  /** Its own name, not translated: `Cloudflare`. */
  readonly title: string
  /** At most 12. */
  readonly fields: readonly DnsAccountField[]
  readonly capabilities: DnsCapabilities
  /**
   * Rules of `testDnsProvider` that its tests showed, and those that don't concern it; the tests fail where they differ.
   * Instance admins see how many it follows.
   */
  readonly conformance?: { readonly passed: readonly string[]; readonly leftOut: readonly string[] } | undefined
  /**
   * Opens an account; sends nothing.
   * @param settings the texts of the fields by their names, checked already
   * @throws Problem `invalid_input` naming fields
   */
  open(settings: Readonly<Record<string, string>>): DnsAccount
}

/**
 * The service of a DNS provider. Every feature that is on in a workspace offers its providers there.
 *
 * Audience: authors.
 * @param name lower-case letters, digits and hyphens; unique in the build
 * @example ctx.provide(dnsProvider('example'), exampleProvider(ctx.lookup(Outbound)))
 * @since 1.1.0
 */
export function dnsProvider<const Name extends string>(name: Name): ServiceToken<DnsProvider> {
  return serviceToken<DnsProvider>(`dns-provider.${name}`)
}
