/**
 * Tests a route's guard without running its handler: a typed endpoint is sent invalid input, which is refused right
 * behind the guard. Untyped routes are called as they are.
 */
import { reviewedFor } from '../../lab/reviewed-routes.ts'
import type { GuardAnswer, MatrixCaller } from './callers.ts'
import type { EditionRoute } from './edition-routes.ts'

const unknown = 'notInAnyInput'
const inQuery: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

const refusals: Readonly<Record<string, GuardAnswer>> = {
  unauthenticated: '401',
  forbidden: 'role',
  no_workspace: 'workspace',
  session_required: 'session',
  scope_required: 'scope',
  approval_required: 'approval',
}

const namingRefusals: Readonly<Record<string, GuardAnswer>> = { not_found: '404', bad_request: '400' }

/** The workspace that a call names, in one or both of the two ways. */
export interface AskedName {
  readonly header?: string
  readonly query?: string
}

/** Where a guard is asked. */
export interface AskedAt {
  readonly base: string
  readonly named?: AskedName
}

/** How a route answers a caller. @throws Error for an answer that says neither in nor out */
export async function askGuard(
  route: EditionRoute,
  { visitor, headers }: MatrixCaller,
  { base, named = {} }: AskedAt,
): Promise<GuardAnswer> {
  const { method = 'GET', endpoint } = route
  const path = filled(route.path)
  const isTyped = endpoint !== undefined
  const isQuery = inQuery.has(method) || endpoint?.upload !== undefined
  const url = new URL(isTyped && isQuery ? `${path}?${unknown}=1` : path, base)
  if (named.query !== undefined) url.searchParams.set('workspace', named.query)
  const inHeader = named.header === undefined ? {} : { 'x-workspace': named.header }
  const abort = new AbortController()
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: abort.signal,
    headers: { ...visitor.standing, ...headers, ...inHeader, ...typeOf(method) },
    ...(inQuery.has(method) ? {} : { body: JSON.stringify({ [unknown]: true }) }),
  })
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true
  const { code = '' } = isProblem ? ((await response.json()) as { readonly code: string }) : {}
  abort.abort()
  if (response.status === 401) requireChallenge(route, response.headers.get('www-authenticate'))
  if (response.status === 401 && !isProblem) return '401'
  const isNamed = named.query !== undefined || named.header !== undefined
  const refusal = refusals[code] ?? (isNamed ? namingRefusals[code] : undefined)
  // No route for everyone with an account asks for a role.
  if (refusal === 'role' && route.audience === 'user') return 'confined'
  if (refusal !== undefined) return refusal
  // A client that keeps sending an invalid token gets a rate limit instead of a refusal.
  if (code === 'too_many_requests' && headers['authorization'] !== undefined) return '401'
  if (isTyped && code !== 'invalid_input') {
    throw new Error(`${route.pattern} answered ${response.status} ${code} to an input that it can't take.`)
  }
  const { status } = response
  if (status === 429 || status >= 500) throw new Error(`${route.pattern} answered ${status}.`)
  return 'in'
}

/** A scheme that browsers know would make them ask for a password of their own. @throws Error */
function requireChallenge({ pattern, scopes }: EditionRoute, challenge: string | null): void {
  if (reviewedFor('basic').includes(pattern) && challenge?.startsWith('Basic ') === true) return
  const schemes = [...(challenge ?? '').matchAll(/(?:^|, )([A-Z]\w+) realm="host"/g)].map(([, scheme]) => scheme)
  const isKnown = schemes.length > 0 && schemes.every((scheme) => scheme === 'Session' || scheme === 'Bearer')
  if (!isKnown || (scopes.length > 0 && !schemes.includes('Bearer'))) {
    throw new Error(`${pattern} answered 401 with "${challenge}".`)
  }
}

function typeOf(method: string): Readonly<Record<string, string>> {
  return inQuery.has(method) ? {} : { 'content-type': 'application/json' }
}

function filled(path: string): string {
  return path.replaceAll('{$}', '').replaceAll(/\{[^}]+\}/g, 'unknown')
}
