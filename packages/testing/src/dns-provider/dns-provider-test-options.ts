import type { DnsProvider, DnsProviderZone, DnsRecordKey } from '@host/plugin'

/**
 * Faults of a recorded remote that a test can cause. Each lasts until the returned function is called. Rules about those
 * that are left out are skipped.
 */
export interface DnsRemoteFaults {
  /** Every request stays without an answer. */
  readonly stall?: () => () => void
  /** Every request fails for the remote's own reasons, with an answer that contains the text. */
  readonly fail?: (text: string) => () => void
  /** Every request is answered as one too many. */
  readonly limit?: () => () => void
}

/** Options of `testDnsProvider`. */
export interface DnsProviderTestOptions {
  readonly provider: DnsProvider
  /** The fields of an account that holds the zone. */
  readonly settings: Readonly<Record<string, string>>
  /** Fields in place of those of `settings` that make a credential which the provider refuses. */
  readonly wrong: Readonly<Record<string, string>>
  /**
   * The name of a zone for tests. Record sets are created below `host-test-….<zone>` and deleted after each test. The TXT
   * records of the zone itself are changed and set back.
   */
  readonly zone: string
  /** A zone that the account doesn't hold, with an ID as the provider has them. */
  readonly unknownZone?: DnsProviderZone
  /** Record sets to create for the rule that all pages are read: more than one page has; 3 when left out. */
  readonly recordSets?: number
  /** Record sets of the zone that the provider has, and can only show. */
  readonly readOnly?: readonly DnsRecordKey[]
  readonly faults?: DnsRemoteFaults
  /** Skips all tests: the reason. */
  readonly skip?: string | false
}
