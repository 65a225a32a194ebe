import type { ScopedDatabase } from '../database.ts'
import type { MaybePromise } from '../handler.ts'
import type { RateClass } from '../mux.ts'
import type { RequestScope } from '../scope.ts'
import { serviceToken } from '../service.ts'
import type { PageRequest } from '../services/page-request.ts'
import type { Page } from '../wire-types.ts'

/** A request to a host that a workspace has assigned to the plugin. No session is read, and no cookie leaves. */
export interface EdgeScope<Tables = object> extends Omit<RequestScope, 'params' | 'query'> {
  /** The request as it came. */
  readonly visit: HostVisit
  /** As `normalizeHostName` has it. */
  readonly host: string
  readonly orgId: string
  /** Bound to the workspace. */
  readonly db: ScopedDatabase<Tables>
}

/** Answers a request; undefined is answered with a neutral 404. */
export type EdgeHandler<Tables = object> = (scope: EdgeScope<Tables>) => MaybePromise<Response | undefined>

/** A request as it came, before anything is made of it. It is valid during the call only. */
export interface HostVisit {
  /** As `normalizeHostName` has it. */
  readonly host: string
  readonly method: string
  /** Path and query as sent, in Latin-1. */
  readonly target: string
  /** The client's address in its canonical form, behind the proxies that the operator trusts. */
  readonly address: string
  /** @param name in lower case */
  header(name: string): string | undefined
}

/** A GET or HEAD request without a body, for a workspace. */
export interface EdgeVisit extends HostVisit {
  readonly orgId: string
}

/** An answer without a body, sent as it is. */
export interface QuickAnswer {
  readonly status: number
  /** By lower-case name. Values hold no characters beyond Latin-1. Frozen ones may be given again: they are checked once. */
  readonly headers: Readonly<Record<string, string>>
  /** Called once the limit has let the answer pass, before it is sent. It must not throw. */
  readonly onPassed?: () => void
}

/** Answers from memory, before anything is made of the request; undefined leaves it to the handler. */
export type QuickEdgeHandler = (visit: EdgeVisit) => QuickAnswer | undefined

/** Options of a handler. */
export interface EdgeOptions {
  /** The limit per address that its requests count against; `page` when left out. */
  readonly rateLimit?: RateClass
  /** For the answers that must be the fastest: it is asked first, for a host whose owner is known in memory. */
  readonly quick?: QuickEdgeHandler
  /**
   * Lets the plugin answer the instance's shared host: it names the workspace that a request is for, or undefined for
   * none. The host then checks the workspace and its feature, and goes on as on a host of the workspace. One plugin of a
   * build has it.
   */
  readonly workspaceOf?: (visit: HostVisit) => MaybePromise<string | undefined>
}

/** A name whose control a workspace has proved. */
export interface ProvedName {
  /** As `normalizeHostName` has it. */
  readonly name: string
  readonly provedAt: string
}

/** A host that a workspace has assigned to the plugin. */
export interface AssignedHost {
  /** As `normalizeHostPattern` has it. */
  readonly host: string
  /** The public page at its root; undefined where the handler answers. */
  readonly page: string | undefined
  /** Whether the workspace has proved the name. A host answers only then. */
  readonly isProved: boolean
}

/** A host that a plugin answers in a workspace. */
export interface AnsweredHost {
  /** As `normalizeHostPattern` has it. */
  readonly host: string
  readonly plugin: string
}

/** Options of an assignment. */
export interface AssignOptions {
  /** The path of one of the plugin's public pages, for the root of the host; without it the handler answers. */
  readonly page?: string | undefined
}

/**
 * Host names that workspaces own, answered by plugins before sessions and gates; never the dashboard's own. Changes are
 * part of the transaction that they are made in, and when it has resolved, no process serves by the old state. In-tree
 * only.
 */
export interface EdgeService {
  /** The host that all workspaces share (`HOST_SHARED_HOST`), as `normalizeHostName` has it; undefined without one. */
  readonly sharedHost: string | undefined
  /** The origin of the dashboard and its public pages, for links in emails; undefined without a public URL. */
  readonly dashboardOrigin: string | undefined
  /** The scheme, name and port under which browsers reach a host: `https://go.example.com`. Without a public URL: http. */
  originOf(host: string): string
  /** Answers the plugin's hosts that have no page. Call it in `mount`, once. */
  serve<Tables>(handler: EdgeHandler<Tables>, options?: EdgeOptions): void
  /**
   * A name in its one form, when a workspace may own it. It may be proved by another workspace.
   * @throws Problem `invalid_input` with the path `name`, `conflict` for an instance without a public URL
   */
  judge(name: string): Promise<string>
  /**
   * The name of a DNS zone in its one form, when a workspace may manage it. Its first labels may have `_` and `/`, as
   * hosts may not. An instance without a public URL has zones as well, since they make it answer nothing.
   * @throws Problem `invalid_input` with the path `name`
   */
  judgeZone(name: string): Promise<string>
  /**
   * Makes a workspace the owner of a name and of all below it that no other workspace has proved.
   * @throws Problem `invalid_input` for a name that cannot be owned, `conflict` for one of another workspace and for an
   *   instance without a public URL, `not_found` for an unknown workspace
   */
  prove(orgId: string, name: string): Promise<ProvedName>
  /** @throws Problem `not_found` when the workspace has no proof of that name */
  disprove(orgId: string, name: string): Promise<void>
  proofs(orgId: string): Promise<readonly ProvedName[]>
  /** The workspace that has proved this very name; undefined for one that none has. @param name as `normalizeHostName` has it */
  ownerOf(name: string): Promise<string | undefined>
  /**
   * Assigns a host of a workspace, exact or `*.name`, to the plugin. It answers once the workspace has proved the name.
   * @throws Problem `invalid_input`, `conflict` for a host of another plugin, `not_found` for an unknown workspace
   */
  assign(orgId: string, host: string, options?: AssignOptions): Promise<AssignedHost>
  /** @throws Problem `not_found` when the workspace has not assigned that host to the plugin */
  release(orgId: string, host: string): Promise<void>
  list(orgId: string): Promise<readonly AssignedHost[]>
  /** The hosts of a workspace at or below a name, of every plugin, proved or not. At most 1,000. */
  hostsBelow(orgId: string, name: string): Promise<readonly AnsweredHost[]>
  /** A page of them, by host. */
  listHostsBelow(orgId: string, name: string, page: PageRequest): Promise<Page<AnsweredHost>>
}

/**
 * Answers for host names that a workspace owns.
 *
 * Audience: platform.
 */
export const Edge = serviceToken<EdgeService>('core.edge')
