import type { Endpoint, Mux, PublicForm, PublicPage, RouteOptions, Upload } from '@host/plugin'
import { limits } from '@host/plugin'
import { parsePattern, PatternError } from '@host/plugin/platform'
import { routeChallenge } from '../http/challenge.ts'
import { endDryRun } from '../pipeline/api-calls/end-dry-run.ts'
import { InternalPipeline } from '../pipeline/api-calls/internal-pipeline.ts'
import { foldEndpoint, type EndpointHandler, type EndpointTools } from '../pipeline/endpoint-steps.ts'
import { endpointBodyLimits } from '../pipeline/endpoint-body-limits.ts'
import { requireSchemas } from '../pipeline/require-schemas.ts'
import { foldSteps } from '../pipeline/pipeline-step.ts'
import { routeSteps, type RouteCall, type RouteFacts, type RouteMiddleware } from '../pipeline/route-steps.ts'
import type { Middleware } from '../request/request-state.ts'
import { scopesOf } from '../request/route-scope.ts'
import type { AnyPublicHandler, PublicPageParts } from '../pipeline/public-pages/public-address.ts'
import { fileRoute, formRoute, pageRoute, type PublicRoute } from '../pipeline/public-pages/public-routes.ts'
import type { PageHandler } from '../pipeline/public-pages/answer-page.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import { CallSite } from './call-site.ts'
import { traceHandler } from './trace-handler.ts'
import { PublicScope, type ScopeTools } from '../request/request-scope.ts'
import type { AnyTables } from './host-parts.ts'
import { checkRouteOptions, rateClassOf } from './route-options.ts'
import type { AnyHandler, MountedRoute } from '../pipeline/mounted-route.ts'

/** Options of a plugin's mux. */
export interface MuxOptions extends EndpointTools {
  readonly middleware: RouteMiddleware
  readonly tools: ScopeTools
  /** Whether it refuses endpoints whose schemas yield no JSON Schema; otherwise a call of one fails. */
  readonly checksPlugins: boolean
  readonly publicPages: PublicPageParts
  /** Records handlers in traces; undefined where none are. */
  readonly tracer: Pick<Tracer, 'recorded' | 'within'> | undefined
}

/** The mux of a plugin whose tables are known only to itself. */
type AnyMux = Mux<string, AnyTables, string>

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
      this.#add({ text, source: new CallSite(handle), options }, () => this.#traced(handler))
    const tools = this.#options
    const endpoint = (definition: Endpoint, handler: EndpointHandler): void =>
      this.#add(registeredOf(definition, new CallSite(endpoint)), () => {
        if (definition.upload !== undefined) throw new TypeError('it is an upload; mount it with mux.upload')
        return foldEndpoint({ definition, handler: this.#traced(handler), tools, isDryRun: false })
      })
    const upload = (definition: Upload, handler: EndpointHandler): void =>
      this.#add(registeredOf(definition, new CallSite(upload)), () =>
        foldEndpoint({ definition, handler: this.#traced(handler), tools, isDryRun: false }),
      )
    // A handler takes the scope of its endpoint's audience and its plugin's tables: its guard gives it that one.
    return Object.freeze({ handle, endpoint, upload, ...this.#publicFacade() }) as unknown as AnyMux
  }

  /** A handler as a span of its request; the same one where no traces are recorded. */
  #traced<Handler extends (scope: PublicScope, ...rest: never[]) => unknown>(handler: Handler): Handler {
    const { tracer } = this.#options
    return tracer === undefined || typeof handler !== 'function' ? handler : traceHandler(tracer, handler)
  }

  #publicFacade(): object {
    const { publicPages, ...options } = this.#options
    const parts = { ...publicPages, ...options }
    const publicPage = (page: PublicPage, handler: PageHandler): void => {
      this.#addPublic(`GET ${page.path}`, new CallSite(publicPage), () => pageRoute(parts, page, handler))
      this.publicPages.push(page.path)
    }
    const publicForm = (form: PublicForm, handler: AnyPublicHandler): void =>
      this.#addPublic(form.pattern, new CallSite(publicForm), () => formRoute(parts, form, handler))
    const publicFile = (path: string, handler: AnyPublicHandler): void =>
      this.#addPublic(`GET ${path}`, new CallSite(publicFile), () => fileRoute(parts, path, handler))
    return { publicPage, publicForm, publicFile }
  }

  #addPublic(text: string, source: CallSite, make: () => PublicRoute): void {
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

  #register(text: string, source: CallSite, make: () => MountedRoute): void {
    const { plugin } = this.#options
    this.requireMounting(`"${text}"`)
    try {
      this.routes.push(make())
    } catch (error) {
      if (!(error instanceof PatternError || error instanceof TypeError)) throw error
      this.problems.push(
        `Plugin "${plugin}" can't have the route "${text}" (${source.toString()}): ${error.message.replace(/\.$/, '')}.`,
      )
    }
  }

  #mounted({ text, source, options, endpoint }: Registered, handler: AnyHandler): MountedRoute {
    checkRouteOptions(options)
    if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
    const { plugin, feature, checksPlugins } = this.#options
    if (endpoint !== undefined && checksPlugins) requireSchemas(endpoint)
    const pattern = parsePattern(text)
    const { audience = 'public', requirements, isIdempotent = false } = handler
    const path = text.slice(text.indexOf('/'))
    const rateLimit = rateClassOf(options, { method: pattern.method, path, audience })
    const facts = { pattern, path, audience, feature, rateLimit, deprecated: options.deprecated, endpoint }
    const {
      bodyLimit = limits.requestBody,
      structureLimit = limits.jsonStructure,
      operation,
      deprecated,
      tokenHint,
    } = options
    const stated = { bytes: bodyLimit, structure: structureLimit }
    const answer = this.#fold(facts, 'outside', handler)
    const inside = endpoint?.upload === undefined ? this.#inside(facts, handler) : undefined
    const scopes = requirements?.session === 'any' ? scopesOf({ plugin, method: pattern.method, ...requirements }) : []
    const challenge = routeChallenge({ takesTokens: scopes.length > 0, tokenHint })
    const told = { challenge, endpoint, operation, deprecated, isIdempotent, rateLimit }
    const route = { pattern, owner: plugin, source, audience, requirements, scopes, answer, ...told }
    return Object.freeze({
      ...route,
      ...(inside && { inside }),
      get bodyLimits() {
        return endpoint === undefined ? stated : endpointBodyLimits(endpoint)
      },
    })
  }

  #inside(facts: RouteFacts, handler: AnyHandler): InternalPipeline {
    const { endpoint: definition } = facts
    const tools = this.#options
    return new InternalPipeline({
      answer: () => this.#fold(facts, 'internal', handler),
      dryRun:
        definition &&
        (() => this.#fold(facts, 'dry run', foldEndpoint({ definition, handler: endDryRun, tools, isDryRun: true }))),
    })
  }

  #fold(facts: RouteFacts, calls: RouteCall['calls'], handler: AnyHandler): Middleware {
    const { middleware, tools } = this.#options
    return foldSteps(routeSteps, { ...facts, calls, middleware }, (state) => handler(new PublicScope(state, tools)))
  }
}

function registeredOf(definition: Endpoint, source: CallSite): Registered {
  const { pattern, bodyLimit, structureLimit, rateLimit, deprecated } = definition
  const options = { bodyLimit, structureLimit, rateLimit, deprecated } as RouteOptions
  return { text: pattern, source, options, endpoint: definition }
}

/** A route as a plugin registers it. */
interface Registered {
  readonly text: string
  readonly source: CallSite
  readonly options: RouteOptions
  readonly endpoint?: Endpoint
}
