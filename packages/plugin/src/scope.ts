import type { ScopedDatabase } from './database.ts'
import type { Log } from './log.ts'
import type { Role } from './roles.ts'
import type { ScopedAudit } from './services/audit.ts'
import type { Language } from './wire-types.ts'

/** The scope of every handler. It has no caller: that requires a guard. */
export interface RequestScope<Params = unknown> {
  /**
   * The request, as the web platform has it. Another one is made with `request.clone()` or `new Request(request.url, request)`:
   * the constructor takes no request of a server as its first argument, and says so with an error about `#state`.
   */
  readonly request: Request
  /** The decoded wildcards of the pattern. */
  readonly params: Readonly<Params>
  /** The decoded query. */
  readonly query: URLSearchParams
  /** Aborts when the client leaves or the host stops; with an `Idempotency-Key` when the host stops alone. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly requestId: string
  /** The caller's language. */
  readonly language: Language
  /**
   * The present moment by the host's clock, which a test can move. Plugins use it for due times, expiries and ages, in
   * place of the machine's clock.
   * @example const since = new Date(now().getTime() - 86_400_000).toISOString()
   * @since 1.0.0
   */
  readonly now: () => Date
}

/** The scope of a handler behind `UserGuard`. */
export interface UserScope<Params = unknown> extends RequestScope<Params> {
  readonly userId: string
  /** The workspace of the session, if it has one. */
  readonly orgId: string | undefined
}

/** The scope of a handler behind `InstanceGuard`. */
export interface InstanceScope<Params = unknown> extends RequestScope<Params> {
  /** An instance admin. */
  readonly userId: string
}

/**
 * The scope of a handler behind `ctx.guard`: the proof that the caller is a member of the workspace. Hooks, jobs and
 * events get it too, for the workspace they run in.
 */
export interface WorkspaceScope<Tables = object, Params = unknown> extends RequestScope<Params> {
  readonly userId: string
  readonly orgId: string
  readonly role: Role
  /** Bound to the workspace: every query carries it. */
  readonly db: ScopedDatabase<Tables>
  /** Audit with the actor filled in. */
  readonly audit: ScopedAudit
}

/** The workspace part of a scope, for work that no request started. */
export type WorkspaceContext<Tables = object> = Pick<
  WorkspaceScope<Tables>,
  'orgId' | 'db' | 'log' | 'signal' | 'language' | 'now'
>
