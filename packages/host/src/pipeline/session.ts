import { Problem, type Audience, type MaybePromise } from '@host/plugin'
import { refusedTokenChallenge } from '../http/challenge.ts'
import { requestHeader } from '../http/node-request.ts'
import type { TokenUse } from '../identity/api-tokens/live-tokens.ts'
import { tokenPrefix } from '../identity/api-tokens/token-text.ts'
import type { Caller } from '../request/caller.ts'
import type { RequestState, Middleware } from '../request/request-state.ts'
import { andThen } from '../request/and-then.ts'
import { namedWorkspace } from './named-workspace.ts'
import { scopeOf } from '../request/route-scope.ts'
import { readCookie, sessionCookieName } from '../http/cookies.ts'

/** Finds the user of a session token; synchronously when the session is in memory. */
export interface CallerSource {
  /**
   * @param isUse false for a look that does not count as a use of the session
   * @param named the workspace that the call names
   * @throws Problem `not_found` for a workspace that the user can't enter, `unauthenticated` where its row was revoked
   */
  callerOf(token: string, isUse?: boolean, named?: string): MaybePromise<Caller | undefined>
}

/** Finds the user of an API token; synchronously when the token is in memory. */
export interface TokenSource {
  callerOf(text: string, use: TokenUse): MaybePromise<Caller | undefined>
}

/** Sources of callers. */
export interface CallerSources {
  readonly sessions: CallerSource
  readonly tokens: TokenSource
}

/** Facts of a route that its caller depends on. */
export interface CalledRoute {
  readonly audience: Audience
}

/**
 * Reads the caller of a request. A request with an API token belongs to the token, whatever cookie comes with it, and
 * the token must then be valid. A request with neither costs no look-up.
 *
 * A public route takes anonymous clients: it may have credentials of its own, and only ours are judged. A caller who
 * names a workspace that they can't use is anonymous there.
 */
export function sessionMiddleware(sources: CallerSources, { audience }: CalledRoute, next: Middleware): Middleware {
  const isPublic = audience === 'public'
  const nameOf = audience === 'instance' ? noName : namedWorkspace
  const userOf = (token: string, state: RequestState): MaybePromise<Caller | undefined> => {
    state.named = nameOf(state.request)
    return sources.sessions.callerOf(token, true, state.named)
  }
  return (state) => {
    const bearer = bearerOf(state)
    if (bearer !== undefined && (!isPublic || bearer.startsWith(tokenPrefix))) {
      return andThen(tokenCaller(sources, state, bearer), (caller) => {
        if (isPublic && !isWithinScope(caller, state)) state.holder = caller
        else state.caller = caller
        if (!isPublic) requireSame(nameOf(state.request), caller)
        return next(state)
      })
    }
    const token = bearer === undefined ? sessionToken(state) : undefined
    if (token === undefined) return next(state)
    return andThen(isPublic ? guestOf(sources, token, state) : userOf(token, state), (caller) => {
      state.caller = caller
      return next(state)
    })
  }
}

function noName(): undefined {
  return undefined
}

/** The caller of a public route. */
function guestOf({ sessions }: CallerSources, token: string, state: RequestState): MaybePromise<Caller | undefined> {
  const [isNamed, named] = readName(state.request)
  if (!isNamed) return undefined
  state.named = named
  const found = sessions.callerOf(token, true, named)
  return found instanceof Promise ? found.catch(anonymousIfRefused) : found
}

/** The name, and whether it is one: that of a public route may mean something else. */
function readName(request: Request): readonly [isNamed: boolean, named: string | undefined] {
  try {
    return [true, namedWorkspace(request)]
  } catch {
    return [false, undefined]
  }
}

function anonymousIfRefused(error: unknown): undefined {
  if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unauthenticated')) return undefined
  throw error
}

/** A token is of one workspace. @throws Problem `not_found` for the name of another one */
function requireSame(named: string | undefined, { orgId }: Caller): void {
  if (named !== undefined && named !== orgId) throw new Problem('not_found', notItsWorkspace)
}

/** The same for every other name, so that it tells nothing about other workspaces. */
const notItsWorkspace = {
  detail: {
    en: 'The request does not name the workspace of this API token by its ID.',
    zh: '请求未用 ID 指定此 API 令牌所属的工作区。',
  },
  nextStep: {
    en: 'Send the ID that GET /api/auth/me returns, not the slug, or leave the workspace out.',
    zh: '请使用 GET /api/auth/me 返回的 ID，而不是短名称，或不指定工作区。',
  },
} as const

/**
 * The same for a call from inside, whose caller is a token that was read already: a public route accepts its holder
 * under the same condition.
 */
export function knownCallerMiddleware(isPublic: boolean, next: Middleware): Middleware {
  if (!isPublic) return next
  return (state) => {
    const { caller } = state
    if (caller !== undefined && !isWithinScope(caller, state)) {
      state.holder = caller
      state.caller = undefined
    }
    return next(state)
  }
}

/** Whether a request says that it comes with a token, be it ours or not. */
export function bringsBearer(state: RequestState): boolean {
  return bearerOf(state) !== undefined
}

/** The API token that a request brings; undefined where it brings none. */
export function tokenTextOf(state: RequestState): string | undefined {
  const bearer = bearerOf(state)
  return bearer?.startsWith(tokenPrefix) === true ? bearer : undefined
}

/** The current caller of a request that was accepted earlier, in the workspace that it named. */
export function callerNow(sources: CallerSources, state: RequestState): MaybePromise<Caller | undefined> {
  const bearer = bearerOf(state)
  if (bearer !== undefined) return sources.tokens.callerOf(bearer, { address: state.address, isUse: false })
  const token = sessionToken(state)
  if (token === undefined) return undefined
  const found = sources.sessions.callerOf(token, false, state.named)
  return found instanceof Promise ? found.catch(anonymousIfRefused) : found
}

/** @throws Problem 401 for an invalid token: its sender is treated neither as anonymous nor as the user of a cookie */
function tokenCaller({ tokens }: CallerSources, state: RequestState, bearer: string): MaybePromise<Caller> {
  return andThen(tokens.callerOf(bearer, { address: state.address, isUse: true }), (caller) => {
    if (caller === undefined) throw refusedToken()
    return caller
  })
}

/** Whether a token stands for its holder where no guard asks for its scope: it opens as much there as behind one. */
function isWithinScope({ scopes, needsSecondFactor }: Caller, { plugin, request }: RequestState): boolean {
  return !needsSecondFactor && scopes?.includes(scopeOf({ plugin, method: request.method })) === true
}

/** The same for every token that is refused, so that a token that was found somewhere says nothing about itself. */
export function refusedToken(): Problem {
  return new Problem('unauthenticated', {
    detail: {
      en: 'The API token is invalid, expired, or not allowed from this address.',
      zh: 'API 令牌不存在、已失效，或不允许从此处使用。',
    },
    nextStep: { en: 'Check the token, or create a new one.', zh: '请检查令牌，或创建新的令牌。' },
    headers: { 'www-authenticate': refusedTokenChallenge },
  })
}

/** The token after `Bearer`; a request with another scheme, such as a proxy's own, has none. */
function bearerOf({ request }: RequestState): string | undefined {
  const authorization = requestHeader(request, 'authorization')
  if (authorization === null || !bearerScheme.test(authorization)) return undefined
  return authorization.slice(bearerLength).trim()
}

const bearerScheme = /^bearer(?: |$)/i
const bearerLength = 'Bearer '.length

function sessionToken({ request, isSecure }: RequestState): string | undefined {
  const cookies = requestHeader(request, 'cookie')
  return cookies === null ? undefined : readCookie(cookies, sessionCookieName(isSecure))
}
