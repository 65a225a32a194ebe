import type {
  InstanceScope,
  Language,
  Log,
  RequestScope,
  ScopedAudit,
  ScopedDatabase,
  UserScope,
  WorkspaceScope,
  Role,
} from '@host/plugin'
import type { Caller } from './caller.ts'
import type { Transactor } from '../database/transactor.ts'
import type { RequestState } from './request-state.ts'

/** Shared tools of the scopes of one plugin. */
export interface ScopeTools {
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The present moment, by that clock. */
  readonly now: () => Date
  /** Scopes that identify the token of an agent: those for agents only. */
  readonly agentScopes: ReadonlySet<string>
  /** Aborts when the host stops. */
  readonly stopping: AbortSignal
  /** The plugin's tables, bound to a workspace. @param on the database unless given */
  database<Tables = object>(orgId: string, on?: Transactor): ScopedDatabase<Tables>
  /** The audit log of a workspace, written to in the name of the request's caller. */
  audit(state: RequestState, orgId: string): ScopedAudit
}

type Params = Readonly<Record<string, string>>

/** A public route's scope. Expensive members are created on first read. */
export class PublicScope implements RequestScope<Params> {
  readonly #state: RequestState
  readonly #tools: ScopeTools
  #query: URLSearchParams | undefined
  #signal: AbortSignal | undefined
  /** The input of a typed endpoint, once validated. */
  input: unknown

  constructor(state: RequestState, tools: ScopeTools) {
    this.#state = state
    this.#tools = tools
  }

  get request(): Request {
    return this.#state.request
  }

  get params(): Params {
    return this.#state.params
  }

  get query(): URLSearchParams {
    return (this.#query ??= queryOf(this.#state.request.url))
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#state.signalWith(this.#tools.stopping))
  }

  get log(): Log {
    return this.#tools.log
  }

  get requestId(): string {
    return this.#state.requestId
  }

  get language(): Language {
    return this.#state.language
  }

  get now(): () => Date {
    return this.#tools.now
  }
}

/** The scope behind `UserGuard` and `InstanceGuard`. */
export class PersonScope extends PublicScope implements UserScope<Params>, InstanceScope<Params> {
  readonly #caller: Caller

  constructor(state: RequestState, tools: ScopeTools, caller: Caller) {
    super(state, tools)
    this.#caller = caller
  }

  get userId(): string {
    return this.#caller.userId
  }

  get orgId(): string | undefined {
    return this.#caller.orgId
  }
}

/** A caller who is a member of the workspace of their session. */
export type MemberCaller = Caller & { readonly orgId: string; readonly role: Role }

/**
 * The scope behind `ctx.guard`. The workspace is read from the session and can't be set, so neither can the database
 * be bound to another one.
 */
export class MemberScope<Tables = object> extends PublicScope implements WorkspaceScope<Tables, Params> {
  readonly #state: RequestState
  readonly #tools: ScopeTools
  readonly #caller: MemberCaller
  #db: ScopedDatabase<Tables> | undefined
  #on: Transactor | undefined
  #audit: ScopedAudit | undefined

  constructor(state: RequestState, tools: ScopeTools, caller: MemberCaller) {
    super(state, tools)
    this.#state = state
    this.#tools = tools
    this.#caller = caller
  }

  get userId(): string {
    return this.#caller.userId
  }

  get orgId(): string {
    return this.#caller.orgId
  }

  get role(): Role {
    return this.#caller.role
  }

  get db(): ScopedDatabase<Tables> {
    return (this.#db ??= this.#tools.database(this.#caller.orgId, this.#on))
  }

  /** The connection for a scope's queries; undefined for the database itself. */
  static transactorOf<Tables>(scope: MemberScope<Tables>): Transactor | undefined {
    return scope.#on
  }

  /** Lets the queries of a scope run on something else from now on: a transaction around its handler, say. */
  static runOn<Tables>(scope: MemberScope<Tables>, on: Transactor): void {
    scope.#on = on
    scope.#db = undefined
  }

  get audit(): ScopedAudit {
    return (this.#audit ??= this.#tools.audit(this.#state, this.#caller.orgId))
  }
}

/** Whether a scope is that of a member; the tables behind its database are known only to its plugin. */
export function isMemberScope(scope: object): scope is MemberScope {
  return scope instanceof MemberScope
}

function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf('?')
  const hash = url.indexOf('#', mark)
  if (mark === -1) return new URLSearchParams()
  return new URLSearchParams(url.slice(mark + 1, hash === -1 ? undefined : hash))
}
