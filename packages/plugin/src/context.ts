import type { DatabaseDoors } from './database.ts'
import type { Guarded, GuardOptions, Unguarded } from './handler.ts'
import type { Log } from './log.ts'
import type { WorkspaceScope } from './scope.ts'
import type { ServiceToken } from './service.ts'
import type { Audit } from './services/audit.ts'
import type { EventsService } from './services/events.ts'
import type { JobsService } from './services/jobs.ts'
import type { EncryptionContext } from './services/encryption-context.ts'
import type { DnsService } from './services/dns.ts'
import type { MailHandler, OutgoingMail } from './services/messaging.ts'
import type { Notification, NotificationOutcome } from './services/notifications.ts'

/**
 * The host's facade, and a plugin's only access to the host (spec §2, "plugin.Context"). It is closed: later additions
 * are service tokens. A member whose provider is not in the build rejects with `service_unavailable` and names the
 * missing provider.
 */
export interface PluginContext<Tables = object> {
  /** The plugin's name. */
  readonly name: string
  readonly log: Log
  /** The two doors to the database outside a request, both logged. Inside one use `scope.db`. */
  readonly db: DatabaseDoors<Tables>
  /**
   * Puts authentication and the check of workspace, role, permission and tier before a handler:
   * 401, 403 or 402 before it runs.
   * @example mux.handle('GET /api/x/notes/notes', ctx.guard(listNotes, { role: 'admin' }))
   */
  guard<Params>(handler: Unguarded<WorkspaceScope<Tables, Params>>, options?: GuardOptions): Guarded<Params>
  /**
   * Encrypts a value that must be read again, with AES-256-GCM (spec §5.7), and binds it to plugin, workspace, field
   * and row.
   * @param value well-formed Unicode of at most `limits.sealedValue` bytes
   * @example const sealed = await ctx.encrypt(password, { field: 'smtp_password', row: account.id })
   */
  encrypt(value: string, context: EncryptionContext): Promise<string>
  /** @throws Error when the value was altered, or belongs to another place than `context` names */
  decrypt(value: string, context: EncryptionContext): Promise<string>
  readonly audit: Audit
  /**
   * Notifies people, or reports the decision of a notification; inside a transaction as part of it.
   * @throws Problem `service_unavailable`
   */
  notify(notification: Notification | NotificationOutcome): Promise<void>
  /**
   * Queues an email as a durable job; inside a transaction as a part of it. It is sent at least once, each time with the same
   * Message-ID: attempts follow each other for a day, and a failed email can be sent again in the jobs console.
   * @returns the id of the job
   * @throws Problem `bad_request` for an email that can't be sent; `service_unavailable` when nothing provides `Mail`
   */
  sendMail(mail: OutgoingMail): Promise<{ readonly id: string }>
  /** Gets every mail that a workspace with this feature receives. Register while mounting. */
  onEmail(handler: MailHandler<Tables>): void
  /** DNS zones and records. @throws Problem `service_unavailable` when nothing provides `Dns` */
  readonly dns: DnsService
  /** The caller of a request, or `undefined`; opens no database. */
  userId(request: Request): string | undefined
  /** The workspace of a request's session, or `undefined`; opens no database. */
  orgId(request: Request): string | undefined
  /** A value that this plugin stored for a workspace. */
  getWorkspaceSetting(orgId: string, key: string): Promise<unknown>
  /** @param value JSON; `null` removes the setting */
  setWorkspaceSetting(orgId: string, key: string, value: unknown): Promise<void>
  /**
   * Registers a service. Only while mounting.
   * @throws Error after mounting; a name provided twice refuses the start
   */
  provide<Service>(token: ServiceToken<Service>, service: NoInfer<Service>): void
  /** The plugin's jobs; `scope.db` of a handler has the plugin's tables. */
  lookup(token: ServiceToken<JobsService>): JobsService<Tables> | undefined
  /** Events; `scope.db` of a subscriber has the plugin's tables. */
  lookup(token: ServiceToken<EventsService>): EventsService<Tables> | undefined
  /**
   * Finds a service. Services of plugins are there once mounting has ended: look them up in `start` or per request.
   * @returns `undefined` when no plugin of this build provides it
   */
  lookup<Service>(token: ServiceToken<Service>): Service | undefined
}
