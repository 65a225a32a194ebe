import type { AuditActorKind, Audit } from '../services/audit.ts'
import type { Page } from '../wire-types.ts'
import { serviceToken } from '../service.ts'
import type { PageRequest } from '../services/page-request.ts'

/** Which entries; several wishes must all hold. */
export interface AuditFilter {
  /** `note.created`, or `note` for all actions on notes. */
  readonly action?: string | undefined
  /** The id or the email address of a user, the id of an API token, or a kind of actor. */
  readonly actor?: string | undefined
  /** `note:nte_01h...`, or `note` for all of them. */
  readonly target?: string | undefined
  /** Not before this time. */
  readonly from?: string | undefined
  /** Before this time. */
  readonly to?: string | undefined
  readonly requestId?: string | undefined
  /** Actions that are left out, such as sign-ins. @since 1.0.0 */
  readonly exceptActions?: readonly string[] | undefined
}

/** An entry as it was written. */
export interface AuditRecord {
  readonly id: string
  /** Its place in the sealed chain; null until it is sealed, about a second after it was written. */
  readonly sequence: number | null
  readonly action: string
  readonly actor: {
    readonly kind: AuditActorKind
    readonly id: string | null
    readonly name: string | null
    /** The API token that acted in this person's name. @since 1.0.0 */
    readonly tokenId: string | null
    /** The name of the token; null once it is deleted. @since 1.0.0 */
    readonly tokenName: string | null
    /** The owner who granted the support access of this person; null for everyone else. @since 1.2.0 */
    readonly grantedById: string | null
    /** Their name; null once the account is deleted. @since 1.2.0 */
    readonly grantedByName: string | null
  }
  readonly target: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  /** The plugin whose endpoint or code wrote it. */
  readonly plugin: string
  /** The pattern of the endpoint. */
  readonly endpoint: string | null
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  readonly at: string
}

/** The audit log, for reading and writing. A workspace that is undefined means the entries of the instance itself. */
export interface AuditLogService extends Audit {
  /**
   * The newest first. A page looks at 100,000 entries at most: one of a filter that few entries fit may hold fewer than
   * asked for, or none, and has a `nextCursor` all the same.
   * @throws Problem `bad_request` for a cursor that no list gave out
   */
  list(orgId: string | undefined, options: AuditFilter & PageRequest): Promise<Page<AuditRecord>>
  /** @throws Problem `not_found`, for entries of another workspace too */
  read(orgId: string | undefined, id: string): Promise<AuditRecord>
  /** How many entries there are, counted up to `most`, of the newest that are ten times as many. */
  count(orgId: string | undefined, filter: AuditFilter, most: number): Promise<number>
  /**
   * Number of entries between each two neighboring times: one number fewer than there are times.
   * @param moments 2 to 367, in order, as entries carry them
   * @param most entries that are read, the newest, give or take 10,000; older ones are not counted
   * @throws RangeError for too few or too many times
   * @since 1.0.0
   */
  countBetween(orgId: string | undefined, moments: readonly string[], most: number): Promise<readonly number[]>
  /** For how many days entries are kept. */
  retention(orgId: string | undefined): Promise<number>
  /** @param days as `auditRetention` allows. @throws Problem `invalid_input` */
  setRetention(orgId: string | undefined, days: number): Promise<void>
}

/**
 * The audit log of every workspace and of the instance.
 *
 * Audience: platform.
 */
export const AuditLog = serviceToken<AuditLogService>('core.audit-log')
