import type { MaybePromise } from '../handler.ts'
import type { JsonSchema } from '../json-schema.ts'
import { serviceToken } from '../service.ts'
import type { PluginFacts, RouteFacts } from '../services/plugin-catalog.ts'

/** A route of the API with the plugin that it belongs to. */
export interface ApiRoute extends RouteFacts {
  readonly plugin: PluginFacts
}

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = JsonSchema

/** The API of this build, as its routes define it. */
export interface ApiService {
  /** Every route, in the order of the plugins. */
  routes(): readonly ApiRoute[]
  /**
   * The routes that the caller may call now: by its features, role, permissions and scopes. For an agent they include
   * those that need an approval, which it calls through one.
   */
  routesFor(request: Request): Promise<readonly ApiRoute[]>
  /**
   * The routes that an API token may call by now, for the person who has it: one of their own in the workspace of their
   * session.
   * @throws Problem `session_required` for a caller without a session, `not_found` for any other token
   */
  routesForToken(request: Request, tokenId: string): Promise<readonly ApiRoute[]>
  /** All of it, or as a workspace sees it: without its disabled features, and without the console. */
  document(orgId?: string): MaybePromise<OpenApiDocument>
  /**
   * The input of a call in a form that people may see: values with secret names are masked, by their words, by the
   * schema of the route or by a section of settings. The wildcards of the pattern stay.
   */
  shownInput(pattern: string, input: unknown): unknown
}

/** A call of a route of this build, made inside of it. */
export interface ApiCall {
  /** The pattern of the route, as the catalog lists it. */
  readonly pattern: string
  /** Wildcards and input as one object, as a client takes them. */
  readonly input: unknown
  readonly idempotencyKey?: string | undefined
  /** Ends before the handler, when every room has let the call in and its input is valid: 204. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Awaited before any lasting effect: until then a call that was refused, or broken off, has not begun. Its error ends
   * the call. Where the handler changes data and is not atomic, all middleware has passed by then; else it is called
   * before the middleware of the workspace. At most once.
   */
  readonly onBegin?: (() => Promise<void>) | undefined
}

/** The result of counting calls. */
export interface CountedCalls {
  /** How many of them the limit allows. */
  readonly allowed: number
  /** Whole seconds until the limit allows more; 0 where all are allowed. */
  readonly retryAfter: number
}

/** The caller of a call that waits for approval. It can be stored: it grants nothing by itself. */
export interface ApiCaller {
  readonly orgId: string
  readonly userId: string
  readonly tokenId: string
  /** Identifies the secret that the token had: it can't be forged, and it expires with that secret. */
  readonly stamp: string
  /** Where it was asked from. The stamp holds it too, so it is believed as it was read and not as it is said. */
  readonly address?: string | undefined
}

/**
 * Calls routes of this build in the name of an API token, through every room that a call from outside passes: limits,
 * gate, guard, scope, idempotency, validation and audit. Nothing is open here that is not open there.
 */
export interface ApiCallsService {
  /**
   * Calls in the name of the request's sender, who is an agent in the audit log. The first call of a request was
   * counted with it against the limit of the token; each further one counts as a request of its own would, unless it
   * was counted before.
   * @throws Problem `unauthenticated` for a request without an API token; a refusal of the route is an answer
   */
  call(request: Request, call: ApiCall): Promise<Response>
  /**
   * Counts further calls of a request, one at a time as if each had come by itself, until the limit of its token is
   * reached. Each allowed one can make one internal call.
   */
  count(request: Request, calls: number): Promise<CountedCalls>
  /** The caller of a request; undefined for one without an API token of a workspace. */
  callerOf(request: Request): ApiCaller | undefined
  /**
   * Calls in the name of a stored caller, with the current rights of their token: a token that has ended, lost its
   * scope, or may no longer be used from the original address is refused as it would be from outside. It was counted at
   * the original request. The audit entry names both people.
   * @param approvedBy the id of the user who approved it
   * @throws the reason of an abort, by the call's signal or since the host stops, that has broken the call off
   */
  callAs(caller: ApiCaller, call: ApiCall, approvedBy: string): Promise<Response>
  /** Whether the token behind a call that waits still opens anything: neither ended, nor rotated, nor kept out by now. */
  isLive(caller: ApiCaller): Promise<boolean>
}

/**
 * The API of this build.
 *
 * Audience: platform.
 * @since 1.0.0
 */
export const Api = serviceToken<ApiService>('core.api')

/**
 * Calls inside of this build, in the name of API tokens.
 *
 * Audience: platform.
 * @since 1.0.0
 */
export const ApiCalls = serviceToken<ApiCallsService>('core.api-calls')
