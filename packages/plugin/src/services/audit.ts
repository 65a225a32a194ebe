/**
 * Kind of actor: a user, a token or an agent in a user's name, an instance admin by support access, the host itself, or an
 * anonymous client.
 */
export type AuditActorKind = 'user' | 'token' | 'agent' | 'support' | 'host' | 'anonymous'

/** The actor. */
export interface AuditActor {
  readonly kind: AuditActorKind
  /** The user's id, also where a token or an agent acted for them. */
  readonly id?: string | undefined
  /** The API token that acted for them; inside a request the host adds the one that calls. @since 1.0.0 */
  readonly tokenId?: string | undefined
  /** The owner who granted the support access of the actor; the host adds them inside a request, and in its jobs and events. @since 1.2.0 */
  readonly grantedBy?: string | undefined
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
