/**
 * The middleware of typed endpoints and uploads, from the outside in; they follow those of every route.
 *
 * Live updates stand outside the rest: published changes are committed, and a replayed answer has changed nothing. A dry
 * run is neither stored, published, audited nor approved.
 */
import type { Endpoint, GuardedHandler, GuardOptions, IdempotencyService, Upload } from '@host/plugin'
import type { UserAdmitOptions } from '@host/plugin/platform'
import { takesAgents, takesSupport } from '@host/plugin/wire'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { takesKeys, withoutCookie } from '../idempotency/takes-keys.ts'
import { isMutating } from '../request/is-mutating.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { notifiesBeforeHandler, notifyCallStarted } from './api-calls/notify-call-started.ts'
import type { EndpointGuardOptions } from './guard.ts'
import type { AnyHandler } from './mounted-route.ts'
import { notifyLiveSubscribers } from './notify-live-subscribers.ts'
import { foldSteps, type PipelineStep } from './pipeline-step.ts'
import type { RouteMiddleware } from './route-steps.ts'
import { preparedEndpoint, typedEndpoint, type PreparingHandler } from './typed-endpoint.ts'
import { uploadEndpoint } from './upload-endpoint.ts'

/** The three guards, for handlers whose scope follows from the endpoint's audience. */
export interface Guards {
  user(handler: AnyHandler, options: UserAdmitOptions): AnyHandler
  instance(handler: AnyHandler, options: GuardOptions): AnyHandler
  workspace(handler: AnyHandler, options: EndpointGuardOptions): AnyHandler
}

/** Dependencies of the endpoints of one plugin. */
export interface EndpointTools {
  readonly plugin: string
  /** The feature that a workspace switches; undefined for a plugin that can't be switched off. */
  readonly feature: string | undefined
  /** The plugin's contributions to the shell, which any of its changes may change. */
  readonly contributed: readonly string[]
  readonly middleware: Pick<RouteMiddleware, 'live'>
  readonly guards: Guards
  /** Writes changes of typed endpoints to the audit log. */
  readonly audit: Pick<AuditTrail, 'follow'>
  readonly uploads: Pick<Uploads, 'receive' | 'commit'>
  /** Wraps handlers that change data; undefined when this build stores no answers. */
  readonly idempotency: IdempotencyService | undefined
}

/** An endpoint with the handler of its plugin. */
export interface EndpointCall {
  readonly definition: Endpoint
  readonly handler: EndpointHandler
  readonly tools: EndpointTools
  readonly isDryRun: boolean
}

/** Takes a scope with validated input, and returns the output. */
export type EndpointHandler = PreparingHandler

type RequestStep = PipelineStep<AnyHandler, EndpointCall>
type ValueStep = PipelineStep<EndpointHandler, EndpointCall>

/** Steps that see a request and its answer. */
const requestSteps: readonly RequestStep[] = [
  {
    name: 'live',
    summary: 'after a change: notify its live subscribers',
    applies: ({ definition, isDryRun }) => !isDryRun && definition.audience !== 'public' && isMutating(definition),
    wrap: (next, { definition, tools: { middleware, feature, contributed } }) =>
      notifyLiveSubscribers(definition, { live: middleware.live, feature, contributed }, next),
  },
  {
    name: 'idempotency',
    summary: 'a key that was used: the stored answer; authorized first',
    applies: ({ definition, tools, isDryRun }) => !isDryRun && tools.idempotency !== undefined && takesKeys(definition),
    wrap: (next, { definition, tools: { idempotency } }) =>
      idempotency?.(guarded(next), {
        atomic: definition.atomic === true || definition.upload !== undefined,
        keepsAnswer: definition.keepsAnswer !== false && definition.revealsSecret !== true,
      }) ?? next,
  },
  {
    name: 'guard',
    summary: '401, 403 (role, second factor, recent proof), 402, or the scope of the workspace',
    applies: ({ definition }) => definition.audience !== 'public',
    wrap: (next, call) => guardEndpoint(next, call),
  },
  {
    name: 'cookies',
    summary: 'a stored answer sets none',
    applies: ({ definition, isDryRun }) =>
      !isDryRun && definition.upload === undefined && definition.audience !== 'workspace' && takesKeys(definition),
    wrap: (next, { definition }) => withoutCookie(definition, next),
  },
]

/** Reads the input and writes the output: between steps that see a request and those that see values. */
const inputStep = {
  name: 'input',
  summary: 'validated, every wrong field named; 400; the output written',
  bridge(next: EndpointHandler, { definition, handler, tools }: EndpointCall): AnyHandler {
    if (!isUpload(definition)) {
      return preparedEndpoint(definition, handler, typedEndpoint(definition, next))
    }
    const { plugin, uploads, audit } = tools
    const follow = (inner: EndpointHandler): EndpointHandler => audit.follow(definition, plugin, inner)
    return uploadEndpoint(definition, { plugin, uploads, handler, follow })
  },
} as const

/** Steps that see the validated input and the output. */
const valueSteps: readonly ValueStep[] = [
  {
    name: 'begin change',
    summary: 'an internal call that changes: record its start',
    applies: ({ definition, isDryRun }) => !isDryRun && notifiesBeforeHandler(definition),
    wrap: (next) => notifyCallStarted(next),
  },
  {
    name: 'audit',
    summary: 'the change, in its transaction',
    // An upload runs it in the transaction of its file.
    applies: ({ definition, isDryRun }) => !isDryRun && definition.upload === undefined,
    wrap: (next, { definition, tools: { audit, plugin } }) => audit.follow(definition, plugin, next),
  },
]

/** The middleware of an endpoint, in the order in which a request passes them. */
export const endpointSteps: readonly { readonly name: string; readonly summary: string }[] = [
  ...requestSteps,
  inputStep,
  ...valueSteps,
]

/** Puts the middleware of an endpoint around the handler of its plugin. @throws TypeError for one that is not valid */
export function foldEndpoint(call: EndpointCall): AnyHandler {
  requireAudience(call)
  const inner = foldSteps(valueSteps, call, call.handler)
  return foldSteps(requestSteps, call, inputStep.bridge(inner, call))
}

function isUpload(definition: Endpoint): definition is Upload {
  return definition.upload !== undefined
}

/** A handler that a guard wraps: a key belongs to an authorized caller. */
function guarded(handler: AnyHandler): AnyHandler & GuardedHandler {
  if (isGuarded(handler)) return handler
  throw new TypeError('an Idempotency-Key needs a guard')
}

function isGuarded(handler: AnyHandler): handler is AnyHandler & GuardedHandler {
  return 'authorize' in handler
}

function guardEndpoint(next: AnyHandler, call: EndpointCall): AnyHandler {
  const { guards } = call.tools
  const { definition } = call
  const options = { ...definition, agents: takesAgents(definition), support: takesSupport(definition) }
  const { audience } = options
  if (audience === 'user' || audience === 'instance') return guards[audience](next, options)
  return guards.workspace(next, { ...options, needsApproval: needsApproval(call) })
}

function needsApproval({ definition: { mcp, upload }, isDryRun }: EndpointCall): boolean {
  return !isDryRun && upload === undefined && typeof mcp === 'object' && mcp.approval === true
}

const audiences: ReadonlySet<unknown> = new Set(['public', 'workspace', 'user', 'instance'])

/** Code that was never compiled may pass any value. */
function requireAudience(call: EndpointCall): void {
  const { audience, confined, factor } = call.definition
  if (needsApproval(call) && audience !== 'workspace') {
    throw new TypeError('it needs the approval of an admin, but has no workspace with an admin')
  }
  if ((confined ?? factor) !== undefined && audience !== 'user') {
    throw new TypeError('"confined" and "factor" require the audience "user"')
  }
  if (audiences.has(audience)) return
  throw new TypeError(`unknown audience ${JSON.stringify(audience)}; use "public", "workspace", "user", or "instance"`)
}
