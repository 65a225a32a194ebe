/**
 * The problems that the host itself may answer to a call, before a handler runs or in its place.
 *
 * One row per code, in the order of the status, each with the middleware that answers it. A new or changed middleware
 * changes its row here: the errors that clients must handle follow from this table and from the errors of the handler.
 */
import type { ConfinedSessions, EndpointAudience, SessionRequirement } from './endpoint.ts'
import { takesAgents, type AgentFacts } from './takes-agents.ts'
import type { ErrorCode } from './errors.ts'
import type { Audience } from './handler.ts'
import type { RateClass } from './mux.ts'
import { parsePattern } from './pattern.ts'

/**
 * Facts that decide the refusals of a call; every endpoint has them, and so does every route together with its
 * requirements.
 */
export interface RefusalFacts extends AgentFacts {
  /** A role is an audience inside of a workspace. */
  readonly audience: EndpointAudience | Audience
  readonly role?: Audience | undefined
  readonly permission?: string | undefined
  readonly tier?: string | undefined
  readonly session?: SessionRequirement | undefined
  readonly confined?: ConfinedSessions | undefined
  /** Whether a session needs a recent proof. */
  readonly proof?: boolean | undefined
  readonly revealsSecret?: boolean | undefined
  readonly rateLimit?: RateClass | undefined
  /** The schema of a typed endpoint; undefined where the handler reads the request by itself. */
  readonly input?: unknown
  /** Whether it takes an `Idempotency-Key`: by default every non-public call that changes data does. */
  readonly isIdempotent?: boolean | undefined
  /** The key rule in the definition of a typed endpoint. */
  readonly takesKey?: boolean | undefined
  /** Whether no workspace can switch it off. */
  readonly isCore?: boolean | undefined
}

interface Call {
  readonly isMutating: boolean
  readonly hasWildcards: boolean
  readonly hasQuery: boolean
  readonly isTyped: boolean
  readonly isIdempotent: boolean
  readonly isCounted: boolean
  readonly isGated: boolean
  readonly kind: 'public' | 'user' | 'workspace' | 'instance'
  readonly session: SessionRequirement
  readonly refusesConfined: boolean
  readonly asksForProof: boolean
  readonly isForAgents: boolean
  readonly asksForRole: boolean
  readonly asksForTier: boolean
  readonly asksForApproval: boolean
}

type Row = readonly [code: ErrorCode, applies: (call: Call) => boolean]

const always = (): boolean => true

const rows: readonly Row[] = [
  // Socket and router: an ambiguous path or framing. Validation: a body that isn't JSON.
  ['bad_request', always],
  // Validation: an invalid or unknown field, even where no input is expected.
  ['invalid_input', ({ isTyped }) => isTyped],
  // Session: an invalid API token is refused on public routes, too. Guard: no session.
  ['unauthenticated', always],
  // Guard: the plan of the workspace.
  ['tier_required', ({ asksForTier }) => asksForTier],
  // Guard: the role, also the one that a permission takes; the console is for instance admins; a session that is confined
  // to one workspace on a route of the account.
  ['forbidden', ({ kind, asksForRole, refusesConfined }) => kind === 'instance' || asksForRole || refusesConfined],
  // Guard, and idempotency in its place: a session without a workspace.
  ['no_workspace', (call) => call.kind === 'workspace' || asksForMember(call)],
  // Guard: an API token where a session is required, or the token of an agent where agents are not allowed.
  ['session_required', ({ kind, session, isForAgents }) => kind !== 'public' && (session !== 'any' || !isForAgents)],
  // Guard: a session whose proof is older than 15 minutes.
  ['reauthentication_required', ({ kind, asksForProof }) => kind !== 'public' && asksForProof],
  // Guard: the workspace requires one, the console always does, and a token of a user without it is refused.
  ['second_factor_required', (call) => asksForFactor(call.kind, call.session) || asksForMember(call)],
  // Guard: the single sign-on of the workspace. For a person's own affairs, where the path names a workspace.
  ['sso_required', (call) => call.kind === 'workspace' || asksForMember(call) || isNamed(call.kind, call.hasWildcards)],
  // Guard: a change in a workspace that an instance admin suspended. For users, where the path names a workspace.
  [
    'workspace_suspended',
    ({ kind, isMutating, hasWildcards }) => isMutating && (kind === 'workspace' || (kind === 'user' && hasWildcards)),
  ],
  // Guard: an API token without the scope of the route.
  ['scope_required', ({ kind, session }) => kind !== 'public' && session === 'any'],
  // Guard: the token of an agent where each call needs an approval.
  [
    'approval_required',
    ({ kind, session, asksForApproval }) => kind === 'workspace' && session === 'any' && asksForApproval,
  ],
  // CSRF: required of sessions, which reach public routes as well, and of every sign-in.
  ['csrf_origin', ({ isMutating }) => isMutating],
  ['csrf_token', ({ isMutating }) => isMutating],
  // Guard: a workspace in the path that the session does not reach. Handler: the record of a wildcard does not exist.
  ['not_found', ({ hasWildcards }) => hasWildcards],
  // Gate: the workspace of the caller has switched the feature off.
  ['feature_disabled', ({ isGated }) => isGated],
  // Socket: the whole request did not arrive in time.
  ['request_timeout', always],
  // Idempotency: the key is in use, or its answer was not kept.
  ['idempotency_in_flight', ({ isIdempotent }) => isIdempotent],
  ['idempotency_not_kept', ({ isIdempotent }) => isIdempotent],
  // Socket, for any method: a declared length over the limit of the route. Validation: a longer body.
  ['body_too_large', always],
  // Validation: a body that isn't JSON, or a compressed one.
  ['unsupported_media_type', ({ isTyped, hasQuery }) => isTyped && !hasQuery],
  // Socket: an Expect header other than 100-continue.
  ['expectation_failed', always],
  // Idempotency: the key belongs to another request, or to a caller with more rights.
  ['unprocessable', ({ isIdempotent }) => isIdempotent],
  ['idempotency_caller_mismatch', ({ isIdempotent }) => isIdempotent],
  // Rate: more calls than the class of the route allows.
  ['too_many_requests', ({ isCounted }) => isCounted],
  // Socket: too many headers.
  ['headers_too_large', always],
  // Any unnamed error of a handler.
  ['internal', always],
  // The database is away or full, the host stops, or the store of keys does not answer.
  ['service_unavailable', always],
  // The process is behind with its work, before any of this call's begins.
  ['overloaded', always],
  // The handler took too long.
  ['timeout', always],
]

/**
 * The codes of the problems that the host itself may answer to a call, in the order of their status. Further errors of
 * the handler are in the endpoint's `errors`.
 * @example hostErrors(createNote).includes('idempotency_in_flight') // true
 * @since 1.0.0
 */
export function hostErrors(facts: RefusalFacts): readonly ErrorCode[] {
  const call = callOf(facts)
  return rows.filter(([, applies]) => applies(call)).map(([code]) => code)
}

function callOf(facts: RefusalFacts): Call {
  const { pattern, audience, role, permission, tier, rateLimit, input, isCore = false, mcp } = facts
  const { method, segments } = parsePattern(pattern)
  const kind = kindOf(audience)
  const session = sessionOf(facts)
  const isMutating = method === undefined || !reading.has(method)
  const isTyped = input !== undefined
  const isApi = segments[0]?.kind === 'literal' && segments[0].value === 'api'
  return {
    isMutating,
    hasWildcards: segments.some((segment) => segment.kind === 'param' || segment.kind === 'rest'),
    hasQuery: method !== undefined && queried.has(method),
    isTyped,
    isIdempotent: facts.isIdempotent ?? (isTyped && isMutating && kind !== 'public' && facts.takesKey !== false),
    isCounted: (rateLimit ?? (isApi ? 'api' : 'none')) !== 'none',
    isGated: !isCore && (kind === 'workspace' || kind === 'public'),
    kind,
    session,
    asksForProof: session === 'recent' || facts.proof === true || facts.revealsSecret === true,
    isForAgents: takesAgents(facts),
    refusesConfined: kind === 'user' && facts.confined !== 'allowed',
    asksForRole: isAboveMember(audience) || isAboveMember(role) || permission !== undefined,
    asksForTier: tier !== undefined,
    asksForApproval: typeof mcp === 'object' && mcp.approval === true,
  }
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const queried: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

/** Owner-only routes require a recent proof, whatever else they state. */
function sessionOf({ audience, role, session }: RefusalFacts): SessionRequirement {
  if (audience === 'owner' || role === 'owner') return 'recent'
  return session ?? (audience === 'user' ? 'required' : 'any')
}

function kindOf(audience: RefusalFacts['audience']): Call['kind'] {
  return audience === 'public' || audience === 'user' || audience === 'instance' ? audience : 'workspace'
}

function isAboveMember(role: RefusalFacts['audience'] | undefined): boolean {
  return role === 'admin' || role === 'owner'
}

function asksForFactor(kind: Call['kind'], session: SessionRequirement): boolean {
  return kind === 'workspace' || kind === 'instance' || (kind === 'user' && session === 'any')
}

function isNamed(kind: Call['kind'], hasWildcards: boolean): boolean {
  return hasWildcards && (kind === 'user' || kind === 'instance')
}

/** A public raw route asks for a member of a workspace as soon as a key comes with the request. */
function asksForMember({ kind, isIdempotent }: Call): boolean {
  return kind === 'public' && isIdempotent
}
