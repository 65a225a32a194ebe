/** The handlers that plugins have for their hosts, and the steps before each. */
import type { Language, Log, MaybePromise, RateClass, ScopedDatabase } from '@host/plugin'
import type { EdgeHandler, EdgeOptions, EdgeScope, HostVisit, QuickEdgeHandler } from '@host/plugin/platform'
import type { EquippedPlugin } from '../equipped-plugin.ts'
import { PublicScope, type ScopeTools } from '../../request/request-scope.ts'
import type { RequestState } from '../../request/request-state.ts'
import type { RateLimiter, RateLimits } from '../../security/rate-limits/rate-limits.ts'
import { addressKey } from '../../http/address-key.ts'
import { tooMany } from '../../security/rate-limits/too-many.ts'
import { andThen } from '../../request/and-then.ts'
import { noPage } from './no-page.ts'
import { RequestVisit } from './visits.ts'

/** A request to a host whose plugin is known. */
export interface SiteCall {
  readonly state: RequestState
  readonly plugin: string
  readonly orgId: string
  readonly host: string
  /** Whether it was counted against the limit already. */
  readonly isCounted: boolean
}

/** The plugin that answers the shared host. */
export interface SharedServed {
  readonly plugin: string
  readonly workspaceOf: NonNullable<EdgeOptions['workspaceOf']>
}

/** The quick handler of a plugin. */
export interface QuickServed {
  readonly quick: QuickEdgeHandler
  readonly limiter: RateLimiter | undefined
}

interface Served {
  readonly handler: EdgeHandler
  readonly rateLimit: RateClass
  readonly quick: QuickEdgeHandler | undefined
}

export class EdgeHandlers {
  readonly #tools: ReadonlyMap<string, ScopeTools>
  readonly #rates: Pick<RateLimits, 'limiterOf'>
  readonly #served = new Map<string, Served>()
  #shared: SharedServed | undefined

  constructor(plugins: readonly EquippedPlugin[], rates: Pick<RateLimits, 'limiterOf'>) {
    this.#tools = new Map(plugins.map(({ registered, tools }) => [registered.name, tools]))
    this.#rates = rates
  }

  /** The plugin that answers the shared host; undefined without one. */
  get shared(): SharedServed | undefined {
    return this.#shared
  }

  /** @throws TypeError for a value that is not a function, Error for a second handler */
  add(plugin: string, handler: EdgeHandler, { rateLimit = 'page', quick, workspaceOf }: EdgeOptions = {}): void {
    if (typeof handler !== 'function') throw new TypeError('The handler of Edge.serve must be a function.')
    if (this.#served.has(plugin)) throw new Error(`Plugin "${plugin}" calls Edge.serve twice; call it once.`)
    if (workspaceOf !== undefined) this.#share({ plugin, workspaceOf })
    this.#served.set(plugin, Object.freeze({ handler, rateLimit, quick }))
  }

  #share(given: SharedServed): void {
    if (this.#shared !== undefined) {
      throw new Error(
        `Plugins "${this.#shared.plugin}" and "${given.plugin}" both answer the shared host; leave one out.`,
      )
    }
    this.#shared = Object.freeze(given)
  }

  /** Counts a request against the limit of a plugin. @throws Problem `too_many_requests` */
  count(plugin: string, address: string): MaybePromise<void> {
    const limiter = this.#rates.limiterOf(this.#served.get(plugin)?.rateLimit ?? 'page')
    if (limiter === undefined) return undefined
    return andThen(limiter.take(addressKey(address)), ({ isAllowed, resetAfter }) => {
      if (!isAllowed) throw tooMany(resetAfter)
    })
  }

  /** What a plugin answers from memory with, and the limit that it counts against. */
  quickOf(plugin: string): QuickServed | undefined {
    const served = this.#served.get(plugin)
    if (served?.quick === undefined) return undefined
    return { quick: served.quick, limiter: this.#rates.limiterOf(served.rateLimit) }
  }

  /** @throws Problem `not_found`, `too_many_requests` */
  async answer(call: SiteCall): Promise<Response> {
    const served = this.#served.get(call.plugin)
    const tools = this.#tools.get(call.plugin)
    if (served === undefined || tools === undefined) throw noPage()
    if (!call.isCounted) await this.count(call.plugin, call.state.address)
    const answered: MaybePromise<Response | undefined> = served.handler(new SiteScope(call, tools))
    const response = await answered
    if (response === undefined) throw noPage()
    return response
  }
}

/** The scope of a handler. It is made of the public scope, and has no caller. */
class SiteScope implements EdgeScope {
  readonly host: string
  readonly orgId: string
  readonly visit: HostVisit
  readonly #scope: PublicScope
  readonly #tools: ScopeTools
  #db: ScopedDatabase<object> | undefined

  constructor({ state, host, orgId }: SiteCall, tools: ScopeTools) {
    this.host = host
    this.orgId = orgId
    this.visit = new RequestVisit(state, host)
    this.#scope = new PublicScope(state, tools)
    this.#tools = tools
  }

  get db(): ScopedDatabase<object> {
    return (this.#db ??= this.#tools.database(this.orgId))
  }

  get request(): Request {
    return this.#scope.request
  }

  get signal(): AbortSignal {
    return this.#scope.signal
  }

  get log(): Log {
    return this.#scope.log
  }

  get requestId(): string {
    return this.#scope.requestId
  }

  get language(): Language {
    return this.#scope.language
  }

  get now(): () => Date {
    return this.#scope.now
  }
}
