import type { Page } from '../wire-types.ts'
import { serviceToken } from '../service.ts'
import type { PageRequest } from './identity.ts'

/** Kind of actor: a user, a token or an agent in a user's name, the host itself, or an anonymous client. */
export type AuditActorKind = 'user' | 'token' | 'agent' | 'host' | 'anonymous'

/** The actor. */
export interface AuditActor {
  readonly kind: AuditActorKind
  /** The user's id, also where a token or an agent acted for them. */
  readonly id?: string | undefined
  /** The API token that acted for them; inside a request the host adds the one that calls. @since 1.0.0 */
  readonly tokenId?: string | undefined
}

/**
 * An action and its target; the host adds workspace, plugin, address, browser, request id and time. Values under names
 * of secrets (`password`, `apiToken`, ...) are removed from `before` and `after`, and long ones are cut.
 */
export interface AuditEntry {
  /** `noun.verb`, such as `note.created`. */
  readonly action: string
  /** The record, such as `note:nte_01h...`. */
  readonly target?: string | undefined
  readonly before?: Readonly<Record<string, unknown>> | undefined
  readonly after?: Readonly<Record<string, unknown>> | undefined
}

/** Details of an entry that is still to be written. */
export type AuditDetails = { readonly [Name in keyof AuditEntry]?: AuditEntry[Name] | undefined }

/** Audit inside a request: the actor is the caller, and the workspace theirs. */
export interface ScopedAudit {
  /**
   * Writes an entry besides the one that the endpoint writes by itself. It is committed at once, or with the
   * transaction of an `atomic` endpoint; inside `scope.db.transaction` it is refused, so call it before or after.
   */
  record(entry: AuditEntry): Promise<void>
  /**
   * Adds details to the endpoint's automatic entry. That entry is committed together with the first change of
   * `scope.db`, so call this before it, or inside its transaction.
   * @throws Error when the entry is already written, or the endpoint writes none
   * @example scope.audit.describe({ before: { title: note.title }, after: { title: input.title } })
   */
  describe(details: AuditDetails): void
}

/** Audit outside of a request, and inside one without a workspace's guard: workspace and actor are given. */
export interface Audit {
  /** Writes an entry at once. Inside a request its address, browser and id are added. */
  record(
    entry: AuditEntry & {
      /** Undefined for an entry of the whole instance. */
      readonly orgId: string | undefined
      readonly actor: AuditActor
    },
  ): Promise<void>
  /**
   * Says more of the entry that a typed endpoint writes by itself when it has succeeded.
   * @param details `orgId` is the workspace that the entry belongs to, where that is not the caller's
   * @throws Error when the entry is written already, or the endpoint writes none
   */
  describe(request: Request, details: AuditDetails & { readonly orgId?: string | undefined }): void
}

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

/** The audit log of every workspace and of the instance. */
export const AuditLog = serviceToken<AuditLogService>('core.audit-log')
