/**
 * Routes a request by its host name, before sessions, gates and routes:
 *
 *   own host, IP address or single label -------------------------> dashboard
 *   other name --directory--> not proved by a workspace ----------> dashboard, as for an unknown host
 *                             proved, without a page or handler --> 404
 *                             page: "/", /p/<plugin>/..., files --> route of the page, else 404
 *                             handler of a plugin ----------------> its answer, else 404
 *
 * Nothing of the dashboard is reachable on a proved name: a workspace's domain is another origin, whose owner could show
 * a sign-in page there.
 */
import { normalizeHostName, type MaybePromise } from '@host/plugin'
import { removeHeader, setDefaultHeader, setHeader } from '@host/plugin/platform'
import type { MountedRoute } from '../mounted-route.ts'
import { nodeExchange, rawPath } from '../../http/node-request.ts'
import type { Router } from '../../http/router/router.ts'
import type { RequestState } from '../../request/request-state.ts'
import { addressKey } from '../../http/address-key.ts'
import type { EdgeDirectory } from './edge-directory.ts'
import type { EdgeHandlers } from './edge-handlers.ts'
import { unknownSite, type EdgeSite } from '../../request/edge-site.ts'
import { RequestVisit } from './visits.ts'
import { noPage } from './no-page.ts'
import type { OwnHosts } from './own-hosts.ts'

/** Browsers stay with https for a week: the domain is the workspace's, which may move it to another server. */
export const strictTransport = 'max-age=604800'

/** Options of the edge. */
export interface EdgeOptions {
  readonly own: OwnHosts
  /** The host that all workspaces share; undefined without one. */
  readonly sharedHost: string | undefined
  /** Whether browsers reach the instance over TLS. */
  readonly isSecure: boolean
  readonly directory: Pick<EdgeDirectory, 'find' | 'serves'>
  readonly handlers: Pick<EdgeHandlers, 'answer' | 'count' | 'shared'>
  readonly router: Pick<Router<MountedRoute>, 'find'>
  /** The files that the document of public pages loads, beside `/assets/`. */
  readonly pageFiles: ReadonlySet<string>
}

export class Edge {
  readonly #options: EdgeOptions

  constructor(options: EdgeOptions) {
    this.#options = options
  }

  /** The name that a request is for; undefined for the dashboard's host and for addresses, which no one proves. */
  nameOf(request: Request): string | undefined {
    const host = hostOf(request)
    if (host === this.#options.own.authority) return undefined
    const name = normalizeHostName(host)
    if (name !== undefined && name === this.#options.sharedHost) return name
    return name === undefined || !name.includes('.') || this.#options.own.has(name) ? undefined : name
  }

  /** Who answers a name; undefined for the dashboard. @throws Problem `too_many_requests` */
  find(name: string, state: RequestState): MaybePromise<EdgeSite | undefined> {
    if (name === this.#options.sharedHost) return this.#findShared(name, state)
    return this.#options.directory.find(name, () => addressKey(state.address))
  }

  /** Answers for a workspace. @throws Problem */
  answer(state: RequestState, { orgId, plugin, page, isCounted = false }: EdgeSite): MaybePromise<Response> {
    if (plugin === undefined) throw noPage()
    state.plugin = plugin
    if (page !== undefined) return this.#answerPage(state, { plugin, page })
    state.route = 'edge'
    const host = normalizeHostName(hostOf(state.request)) ?? ''
    return this.#options.handlers.answer({ state, plugin, orgId, host, isCounted })
  }

  /** The answer as it leaves: without cookies, which would be of no use to a handler that reads none. */
  finish(response: Response): Response {
    const plain = setDefaultHeader(removeHeader(response, 'set-cookie'), 'cache-control', 'no-store')
    return this.#options.isSecure ? setHeader(plain, 'strict-transport-security', strictTransport) : plain
  }

  /** The shared host is the dashboard's in no case, also where no plugin answers it. */
  async #findShared(name: string, state: RequestState): Promise<EdgeSite> {
    const { handlers, directory } = this.#options
    const { shared } = handlers
    if (shared === undefined) return unknownSite
    const { plugin } = shared
    await handlers.count(plugin, state.address)
    const orgId = await shared.workspaceOf(new RequestVisit(state, name))
    const isServed = orgId !== undefined && (await directory.serves(orgId, plugin))
    return isServed ? { orgId, plugin, page: undefined, isCounted: true } : unknownSite
  }

  #answerPage(state: RequestState, { plugin, page }: { readonly plugin: string; readonly page: string }) {
    const { router, pageFiles } = this.#options
    const path = rawPath(state.request)
    const found = router.find(state.request.method, path === '/' ? page : path)
    if (found.kind !== 'found') throw noPage()
    const { route, params } = found
    const isFile = route.owner === 'host' && (path.startsWith('/assets/') || pageFiles.has(path))
    if (!isFile && !(route.publicPart !== undefined && route.owner === plugin)) throw noPage()
    state.route = route.pattern.text
    state.params = params
    if (route.bodyLimits !== undefined) state.bodyLimit = route.bodyLimits.bytes
    return route.answer(state)
  }
}

/** The host that a request names; through a socket there is exactly one, which was checked. */
function hostOf(request: Request): string {
  return nodeExchange(request)?.request.headers.host ?? new URL(request.url).host
}
