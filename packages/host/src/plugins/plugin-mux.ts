import type {
  AnyModel,
  Endpoint,
  Guarded,
  GuardOptions,
  IdempotencyService,
  Mux,
  PublicForm,
  PublicPage,
  RouteOptions,
  TablesOf,
  Upload,
} from '@host/plugin'
import type { UserAdmitOptions } from '@host/plugin/platform'
import { limits } from '@host/plugin'
import { parsePattern, PatternError } from '@host/plugin/platform'
import { takesAgents } from '@host/plugin/wire'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { deprecationMiddleware } from '../pipeline/deprecation-middleware.ts'
import { routeChallenge } from '../http/challenge.ts'
import { notifyLiveSubscribers } from '../pipeline/notify-live-subscribers.ts'
import { endDryRun } from '../pipeline/api-calls/end-dry-run.ts'
import { InternalPipeline } from '../pipeline/api-calls/internal-pipeline.ts'
import { notifyCallStarted } from '../pipeline/api-calls/notify-call-started.ts'
import { endpointBodyLimits } from '../pipeline/endpoint-body-limits.ts'
import { requireSchemas } from '../pipeline/require-schemas.ts'
import type { EndpointGuardOptions } from '../pipeline/guard.ts'
import { foldInside, foldRoute, type RouteFacts, type RouteMiddleware } from '../pipeline/fold-route.ts'
import type { Middleware } from '../request/request-state.ts'
import { scopesOf } from '../request/route-scope.ts'
import { isMutating } from '../request/is-mutating.ts'
import { preparedEndpoint, typedEndpoint } from '../pipeline/typed-endpoint.ts'
import { takesKeys, withoutCookie } from '../idempotency/takes-keys.ts'
import type { AnyPublicHandler, PublicPageParts } from '../pipeline/public-pages/public-address.ts'
import { fileRoute, formRoute, pageRoute, type PublicRoute } from '../pipeline/public-pages/public-routes.ts'
import { uploadEndpoint } from '../pipeline/upload-endpoint.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { callSite } from './call-site.ts'
import { PublicScope, type ScopeTools } from '../request/request-scope.ts'
import { checkRouteOptions, rateClassOf } from './route-options.ts'
import type { AnyHandler, MountedRoute } from '../pipeline/mounted-route.ts'

/** Options of a plugin's mux. */
export interface MuxOptions {
  readonly plugin: string
  /** The feature that a workspace switches; undefined for a plugin that can't be switched off. */
  readonly feature: string | undefined
  /** The plugin's contributions to the shell, which any of its changes may change. */
  readonly contributed: readonly string[]
  readonly middleware: RouteMiddleware
  readonly tools: ScopeTools
  readonly guards: Guards
  /** Whether it refuses endpoints whose schemas yield no JSON Schema; otherwise a call of one fails. */
  readonly checksSchemas: boolean
  /** Writes changes of typed endpoints to the audit log. */
  readonly audit: Pick<AuditTrail, 'follow'>
  readonly uploads: Pick<Uploads, 'receive' | 'commit'>
  readonly publicPages: PublicPageParts
  /** Wraps handlers that change data; undefined when this build stores no answers. */
  readonly idempotency: IdempotencyService | undefined
}

/** The mux of a plugin whose tables are known only to itself. */
type AnyMux = Mux<string, TablesOf<readonly AnyModel[]>, string>

/** The three guards, for handlers whose scope follows from the endpoint's audience. */
export interface Guards {
  user(handler: AnyHandler, options: UserAdmitOptions): AnyHandler
  instance(handler: AnyHandler, options: GuardOptions): AnyHandler
  workspace(handler: AnyHandler, options: EndpointGuardOptions): AnyHandler
}

/** Collects the routes of one plugin while it mounts, with their problems. */
export class PluginMux {
  readonly routes: MountedRoute[] = []
  readonly problems: string[] = []
  /** The paths of its public pages. */
  readonly publicPages: string[] = []
  readonly #options: MuxOptions
  #isSealed = false

  constructor(options: MuxOptions) {
    this.#options = options
  }

  /** The argument of the plugin's `mount`. */
  get facade(): AnyMux {
    const handle = (text: string, handler: AnyHandler, options: RouteOptions = {}): void =>
      this.#add({ text, source: callSite(handle), options }, () => handler)
    const endpoint = (definition: Endpoint, handler: (scope: PublicScope) => unknown): void =>
      this.#add(registeredOf(definition, callSite(endpoint)), () => {
        if (definition.upload !== undefined) throw new TypeError('it is an upload; mount it with mux.upload')
        return this.#guardEndpoint(definition, this.#wrapEndpoint(definition, handler))
      })
    const upload = (definition: Upload, handler: (scope: PublicScope) => unknown): void =>
      this.#add(registeredOf(definition, callSite(upload)), () =>
        this.#guardEndpoint(definition, this.#wrapUpload(definition, handler)),
      )
    return Object.freeze({ handle, endpoint, upload, ...this.#publicFacade() }) as unknown as AnyMux
  }

  #publicFacade(): object {
    const { publicPages, ...options } = this.#options
    const parts = { ...publicPages, ...options }
    const publicPage = (page: PublicPage, handler: AnyPublicHandler): void => {
      this.#addPublic(`GET ${page.path}`, callSite(publicPage), () => pageRoute(parts, page, handler))
      this.publicPages.push(page.path)
    }
    const publicForm = (form: PublicForm, handler: AnyPublicHandler): void =>
      this.#addPublic(form.pattern, callSite(publicForm), () => formRoute(parts, form, handler))
    const publicFile = (path: string, handler: AnyPublicHandler): void =>
      this.#addPublic(`GET ${path}`, callSite(publicFile), () => fileRoute(parts, path, handler))
    return { publicPage, publicForm, publicFile }
  }

  #addPublic(text: string, source: string, make: () => PublicRoute): void {
    this.#register(text, source, () =>
      Object.freeze({ ...make(), owner: this.#options.plugin, source, audience: 'public', scopes: [] }),
    )
  }

  /** Ends the mounting: later calls throw. */
  seal(): void {
    this.#isSealed = true
  }

  /** @throws Error once mounting has ended */
  requireMounting(what: string): void {
    if (this.#isSealed) {
      throw new Error(`Plugin "${this.#options.plugin}" registers ${what} too late: register it in mount.`)
    }
  }

  #add(registered: Registered, makeHandler: () => AnyHandler): void {
    this.#register(registered.text, registered.source, () => this.#mounted(registered, makeHandler()))
  }

  #register(text: string, source: string, make: () => MountedRoute): void {
    const { plugin } = this.#options
    this.requireMounting(`"${text}"`)
    try {
      this.routes.push(make())
    } catch (error) {
      if (!(error instanceof PatternError || error instanceof TypeError)) throw error
      this.problems.push(
        `Plugin "${plugin}" can't have the route "${text}" (${source}): ${error.message.replace(/\.$/, '')}.`,
      )
    }
  }

  #mounted({ text, source, options, endpoint }: Registered, handler: AnyHandler): MountedRoute {
    checkRouteOptions(options)
    if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
    const { plugin, feature, middleware, checksSchemas } = this.#options
    if (endpoint !== undefined && checksSchemas) requireSchemas(endpoint)
    const pattern = parsePattern(text)
    const { audience = 'public', requirements, isIdempotent = false } = handler
    const path = text.slice(text.indexOf('/'))
    const place = { method: pattern.method, path, audience }
    const facts = { ...place, feature, rateLimit: rateClassOf(options, place) }
    const {
      bodyLimit = limits.requestBody,
      structureLimit = limits.jsonStructure,
      operation,
      deprecated,
      tokenHint,
    } = options
    const stated = { bytes: bodyLimit, structure: structureLimit }
    const answer = deprecationMiddleware(deprecated, pattern, foldRoute(middleware, facts, this.#enter(handler)))
    const inside = endpoint?.upload === undefined ? this.#inside({ facts, handler, endpoint }) : undefined
    const scopes = requirements?.session === 'any' ? scopesOf({ plugin, method: pattern.method, ...requirements }) : []
    const challenge = routeChallenge({ takesTokens: scopes.length > 0, tokenHint })
    const told = { challenge, endpoint, operation, deprecated, isIdempotent, rateLimit: facts.rateLimit }
    const route = { pattern, owner: plugin, source, audience, requirements, scopes, answer, ...told }
    return Object.freeze({
      ...route,
      ...(inside && { inside }),
      get bodyLimits() {
        return endpoint === undefined ? stated : endpointBodyLimits(endpoint)
      },
    })
  }

  #inside({ facts, handler, endpoint }: InsideParts): InternalPipeline {
    const { middleware } = this.#options
    return new InternalPipeline({
      answer: () =>
        foldInside(middleware, facts, this.#enter(tellsItself(endpoint) ? handler : notifyCallStarted(handler))),
      dryRun: endpoint && (() => foldInside(middleware, facts, this.#enter(this.#guardDryRun(endpoint)))),
    })
  }

  #enter(handler: AnyHandler): Middleware {
    const { tools } = this.#options
    return (state) => handler(new PublicScope(state, tools))
  }

  #guardEndpoint(definition: Endpoint, guarded: AnyHandler): AnyHandler {
    const { feature, middleware, contributed } = this.#options
    if (definition.audience === 'public' || !isMutating(definition)) return guarded
    return notifyLiveSubscribers(definition, { live: middleware.live, feature, contributed }, guarded)
  }

  /** The endpoint up to its handler: a dry run is neither stored, published, audited nor approved. */
  #guardDryRun(definition: Endpoint): AnyHandler {
    return this.#guardTyped(definition, typedEndpoint(definition, endDryRun), false)
  }

  #wrapEndpoint(definition: Endpoint, handler: (scope: PublicScope) => unknown): AnyHandler {
    const { plugin, audit, idempotency } = this.#options
    const followed = audit.follow(definition, plugin, handler)
    const takesKey = takesKeys(definition)
    const typed = typedEndpoint(definition, tellsItself(definition) ? notifyCallStarted(followed) : followed)
    const prepared = preparedEndpoint(definition, handler, typed)
    const repeatable = takesKey && definition.audience !== 'workspace' ? withoutCookie(definition, prepared) : prepared
    const guarded = this.#guardTyped(definition, repeatable, asksForApproval(definition))
    if (idempotency === undefined || !takesKey) return guarded
    return idempotency(guarded as unknown as Guarded, {
      atomic: definition.atomic === true,
      keepsAnswer: definition.keepsAnswer !== false && definition.revealsSecret !== true,
    }) as AnyHandler
  }

  #wrapUpload(definition: Upload, handler: (scope: PublicScope) => unknown): AnyHandler {
    const { plugin, audit, uploads, idempotency } = this.#options
    const follow = (next: typeof handler): typeof handler => audit.follow(definition, plugin, next)
    const guarded = this.#guardTyped(
      definition,
      uploadEndpoint(definition, { plugin, uploads, handler, follow }),
      false,
    )
    if (idempotency === undefined || !takesKeys(definition)) return guarded
    const keepsAnswer = definition.keepsAnswer !== false && definition.revealsSecret !== true
    return idempotency(guarded as unknown as Guarded, { atomic: true, keepsAnswer }) as AnyHandler
  }

  #guardTyped(definition: Endpoint, typed: AnyHandler, needsApproval: boolean): AnyHandler {
    const { guards } = this.#options
    if (needsApproval && definition.audience !== 'workspace') throw nobodyToApprove()
    const { confined, factor } = definition
    if ((confined ?? factor) !== undefined && definition.audience !== 'user') throw onlyForUsers()
    if (definition.audience === 'public') return typed
    if (definition.audience === 'user' || definition.audience === 'instance') {
      return guards[definition.audience](typed, { ...definition, agents: takesAgents(definition) })
    }
    if (definition.audience !== 'workspace') throw unknownAudience(definition)
    return guards.workspace(typed, { ...definition, agents: takesAgents(definition), needsApproval })
  }
}

/**
 * Whether the start of an internal call is recorded right before the handler. An atomic one can't wait in its own
 * transaction for a write outside of it, so its start is recorded earlier, as for a read, since neither leaves anything
 * when it fails.
 */
function tellsItself(endpoint: Endpoint | undefined): boolean {
  return endpoint !== undefined && isMutating(endpoint) && endpoint.atomic !== true
}

function asksForApproval({ mcp }: Endpoint): boolean {
  return typeof mcp === 'object' && mcp.approval === true
}

function nobodyToApprove(): TypeError {
  return new TypeError('it needs the approval of an admin, but has no workspace with an admin')
}

function onlyForUsers(): TypeError {
  return new TypeError('"confined" and "factor" require the audience "user"')
}

/** Parts of a route that calls from inside of the build use. */
interface InsideParts {
  readonly facts: RouteFacts
  readonly handler: AnyHandler
  readonly endpoint: Endpoint | undefined
}

function registeredOf(definition: Endpoint, source: string): Registered {
  const { pattern, bodyLimit, structureLimit, rateLimit, deprecated } = definition
  const options = { bodyLimit, structureLimit, rateLimit, deprecated } as RouteOptions
  return { text: pattern, source, options, endpoint: definition }
}

/** A route as a plugin registers it. */
interface Registered {
  readonly text: string
  readonly source: string
  readonly options: RouteOptions
  readonly endpoint?: Endpoint
}

/** Code that was never compiled may pass any value. */
function unknownAudience({ audience }: { readonly audience: unknown }): TypeError {
  return new TypeError(`unknown audience ${JSON.stringify(audience)}; use "public", "workspace", "user", or "instance"`)
}
