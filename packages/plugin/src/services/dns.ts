import type { Changeset, PlanOptions } from './changesets.ts'

/** A record set by its name and type. */
export interface DnsRecordKey {
  /** The whole name, in lower case, with A-labels and without a dot at the end: `www.example.com`, `*.example.com`. */
  readonly name: string
  /** In upper case: `MX`; `TYPE123` for a type without a name. */
  readonly type: string
}

/** A record set: the records of one name and type, which are read and changed together. */
export interface DnsRecordSet extends DnsRecordKey {
  /** Seconds, within the bounds of the zone's provider. */
  readonly ttl: number
  /** 1 to 200 records, as zone files have them. Names are absolute and end with a dot: `10 mail.example.com.` */
  readonly data: readonly string[]
  /** Where the provider has comments: at most 100 characters. */
  readonly comment?: string
  /** Whether the provider answers with addresses of its own, where it can. */
  readonly isProxied?: boolean
}

/** Features of a provider. */
export interface DnsCapabilities {
  /**
   * The types that it stores; `*` for every type of DNS, those without a name included. A list may have `*` as well, beside
   * `ALIAS`: a record of the zone itself that is answered with the addresses of its target.
   */
  readonly types: readonly string[] | '*'
  /** Bounds in seconds. */
  readonly ttl: { readonly min: number; readonly max: number }
  readonly hasComments: boolean
  readonly hasProxy: boolean
  /** The TTL of proxied record sets in seconds, which is planned in place of any other; left out where it is free. */
  readonly proxiedTtl?: number
  /** Whether it refuses a write itself when the former records are no longer there. */
  readonly isAtomic: boolean
}

/** A zone that an account of the workspace holds. */
export interface DnsZone {
  readonly id: string
  /** As the name of a record set. */
  readonly name: string
  /** Name of its provider, such as `cloudflare`. */
  readonly provider: string
  readonly capabilities: DnsCapabilities
}

/** Wanted changes of a zone. */
export interface DnsZoneChange {
  readonly zoneId: string
  /** Record sets to have, each in place of the one with its name and type. Text is brought into its normal form. */
  readonly set?: readonly DnsRecordSet[]
  readonly delete?: readonly DnsRecordKey[]
}

/** A plan of changes to be made: of 1 to 20 zones, each once. */
export interface DnsPlanOptions extends Pick<PlanOptions, 'title' | 'note' | 'userId' | 'owns' | 'finishesByItself'> {
  readonly zones: readonly DnsZoneChange[]
}

/**
 * DNS zones and records of one workspace, for one plugin. An unknown ID, or that of another workspace, is `not_found`.
 * Every change is a changeset: see `ChangesetsService` for its states and errors.
 * @example
 * const zone = await ctx.dns.zoneOf(orgId, 'go.example.com')
 * const record = { name: 'go.example.com', type: 'CNAME', ttl: 300, data: ['links.example.net.'] }
 * if (zone !== undefined) await ctx.dns.plan(orgId, { title: 'Short links', zones: [{ zoneId: zone.id, set: [record] }], owns: true })
 */
export interface DnsService {
  /** Zones in the order of their names; at most 1,000. */
  zones(orgId: string): Promise<readonly DnsZone[]>
  /** The zone that a name belongs to: the one with the longest name. Undefined when no account holds one. */
  zoneOf(orgId: string, name: string): Promise<DnsZone | undefined>
  /** Record sets as they were last read from the provider; at most 20,000, in canonical order. */
  list(orgId: string, zoneId: string): Promise<readonly DnsRecordSet[]>
  /**
   * Plans changes for a person to approve, after reading the present records from the provider.
   * @returns undefined when nothing would change
   * @throws Problem `invalid_input` naming each field; `not_found`; `service_unavailable` when a provider does not answer;
   *   `feature_disabled` where the feature of DNS is off
   */
  plan(orgId: string, options: DnsPlanOptions): Promise<Changeset | undefined>
  /**
   * Plans, approves and applies at once. A plan that changes records of another owner, or asks for a confirmation, stays
   * `planned` and waits for a person. @throws Problem as `plan` and `ChangesetsService.applyNow`
   */
  apply(orgId: string, options: DnsPlanOptions): Promise<Changeset | undefined>
  /** Deletes record sets of a zone, as `apply` does. */
  delete(orgId: string, zoneId: string, keys: readonly DnsRecordKey[]): Promise<Changeset | undefined>
}
