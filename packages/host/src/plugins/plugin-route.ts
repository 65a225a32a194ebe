/**
 * A route of a plugin. Its middleware is composed on first use, as is everything that follows from it: a start has
 * hundreds of routes, and few requests.
 */
import type { Audience, Endpoint, Pattern, RateClass, RouteOptions, RouteRequirements } from '@host/plugin'
import { limits } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { BodyLimits } from '../http/body-limits.ts'
import { routeChallenge } from '../http/challenge.ts'
import { endDryRun } from '../pipeline/api-calls/end-dry-run.ts'
import { InternalPipeline } from '../pipeline/api-calls/internal-pipeline.ts'
import { endpointBodyLimits } from '../pipeline/endpoint-body-limits.ts'
import { foldEndpoint, type EndpointTools } from '../pipeline/endpoint-steps.ts'
import type { AnyHandler, MountedRoute } from '../pipeline/mounted-route.ts'
import { foldSteps } from '../pipeline/pipeline-step.ts'
import { routeSteps, type RouteCall, type RouteFacts, type RouteMiddleware } from '../pipeline/route-steps.ts'
import { PublicScope, type ScopeTools } from '../request/request-scope.ts'
import type { Middleware } from '../request/request-state.ts'
import { scopesOf } from '../request/route-scope.ts'
import type { CallSite } from './call-site.ts'
import { rateClassOf } from './route-options.ts'

/** A route as a plugin registers it. */
export interface RegisteredRoute {
  readonly text: string
  readonly source: CallSite
  readonly options: RouteOptions
  readonly endpoint?: Endpoint
  /** @throws TypeError for an endpoint that is not valid */
  makeHandler(): AnyHandler
}

/** Dependencies of the routes of one plugin. */
export interface RouteTools extends EndpointTools {
  readonly middleware: RouteMiddleware
  readonly tools: ScopeTools
}

/** What follows from the handler of a route. */
interface Composed {
  readonly handler: AnyHandler
  readonly facts: RouteFacts
  readonly scopes: readonly string[]
  readonly challenge: string
  readonly answer: Middleware
  readonly inside: InternalPipeline | undefined
}

export class PluginRoute implements MountedRoute {
  readonly pattern: Pattern
  readonly owner: string
  readonly source: CallSite
  readonly endpoint: Endpoint | undefined
  readonly operation: RouteOptions['operation']
  readonly deprecated: RouteOptions['deprecated']
  readonly #registered: RegisteredRoute
  readonly #tools: RouteTools
  #made: Composed | undefined

  /** @throws PatternError */
  constructor(registered: RegisteredRoute, tools: RouteTools) {
    const { text, source, options, endpoint } = registered
    this.pattern = parsePattern(text)
    this.owner = tools.plugin
    this.source = source
    this.endpoint = endpoint
    this.operation = options.operation
    this.deprecated = options.deprecated
    this.#registered = registered
    this.#tools = tools
  }

  get audience(): Audience {
    return this.#composed.facts.audience
  }

  get requirements(): RouteRequirements | undefined {
    return this.#composed.handler.requirements
  }

  get isIdempotent(): boolean {
    return this.#composed.handler.isIdempotent ?? false
  }

  get rateLimit(): RateClass {
    return this.#composed.facts.rateLimit
  }

  get scopes(): readonly string[] {
    return this.#composed.scopes
  }

  get challenge(): string {
    return this.#composed.challenge
  }

  get answer(): Middleware {
    return this.#composed.answer
  }

  get inside(): InternalPipeline | undefined {
    return this.#composed.inside
  }

  get bodyLimits(): BodyLimits {
    if (this.endpoint !== undefined) return endpointBodyLimits(this.endpoint)
    const { bodyLimit = limits.requestBody, structureLimit = limits.jsonStructure } = this.#registered.options
    return { bytes: bodyLimit, structure: structureLimit }
  }

  /** Composes the middleware now. @throws TypeError for a handler or an endpoint that is not valid */
  compose(): void {
    void this.#composed
  }

  get #composed(): Composed {
    return (this.#made ??= this.#compose())
  }

  #compose(): Composed {
    const { text, options, endpoint, makeHandler } = this.#registered
    const handler = makeHandler()
    if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
    const { pattern, deprecated, owner: plugin } = this
    const { audience = 'public', requirements } = handler
    const path = text.slice(text.indexOf('/'))
    const rateLimit = rateClassOf(options, { method: pattern.method, path, audience })
    const { feature } = this.#tools
    const facts = { pattern, path, audience, feature, rateLimit, deprecated, endpoint }
    const scopes = requirements?.session === 'any' ? scopesOf({ plugin, method: pattern.method, ...requirements }) : []
    return {
      handler,
      facts,
      scopes,
      challenge: routeChallenge({ takesTokens: scopes.length > 0, tokenHint: options.tokenHint }),
      answer: this.#fold(facts, 'outside', handler),
      inside: endpoint?.upload === undefined ? this.#inside(facts, handler) : undefined,
    }
  }

  #inside(facts: RouteFacts, handler: AnyHandler): InternalPipeline {
    const { endpoint: definition } = facts
    const tools = this.#tools
    return new InternalPipeline({
      answer: () => this.#fold(facts, 'internal', handler),
      dryRun:
        definition &&
        (() => this.#fold(facts, 'dry run', foldEndpoint({ definition, handler: endDryRun, tools, isDryRun: true }))),
    })
  }

  #fold(facts: RouteFacts, calls: RouteCall['calls'], handler: AnyHandler): Middleware {
    const { middleware, tools } = this.#tools
    return foldSteps(routeSteps, { ...facts, calls, middleware }, (state) => handler(new PublicScope(state, tools)))
  }
}
