import type { Endpoint, Mux, PublicForm, PublicPage, RouteOptions, Upload } from '@host/plugin'
import { PatternError } from '@host/plugin/platform'
import { foldEndpoint, type EndpointHandler } from '../pipeline/endpoint-steps.ts'
import { requireSchemas } from '../pipeline/require-schemas.ts'
import type { AnyPublicHandler, PublicPageParts } from '../pipeline/public-pages/public-address.ts'
import { fileRoute, formRoute, pageRoute, type PublicRoute } from '../pipeline/public-pages/public-routes.ts'
import type { PageHandler } from '../pipeline/public-pages/answer-page.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import { CallSite } from './call-site.ts'
import { traceHandler } from './trace-handler.ts'
import type { PublicScope } from '../request/request-scope.ts'
import type { AnyTables } from './host-parts.ts'
import { PluginRoute, type RegisteredRoute, type RouteTools } from './plugin-route.ts'
import { checkRouteOptions } from './route-options.ts'
import type { AnyHandler, MountedRoute } from '../pipeline/mounted-route.ts'

/** Options of a plugin's mux. */
export interface MuxOptions extends RouteTools {
  /** Whether it refuses endpoints that are not valid; otherwise a call of one fails. */
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

  #add(registered: Omit<RegisteredRoute, 'makeHandler'>, makeHandler: () => AnyHandler): void {
    const { text, source } = registered
    this.#register(text, source, () => this.#mounted({ ...registered, makeHandler }))
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

  #mounted(registered: RegisteredRoute): MountedRoute {
    const { options, endpoint } = registered
    checkRouteOptions(options)
    const route = new PluginRoute(registered, this.#options)
    if (this.#options.checksPlugins) {
      route.compose()
      if (endpoint !== undefined) requireSchemas(endpoint)
    }
    return route
  }
}

function registeredOf(definition: Endpoint, source: CallSite): Omit<RegisteredRoute, 'makeHandler'> {
  const { pattern, bodyLimit, structureLimit, rateLimit, deprecated } = definition
  const options = { bodyLimit, structureLimit, rateLimit, deprecated } as RouteOptions
  return { text: pattern, source, options, endpoint: definition }
}
