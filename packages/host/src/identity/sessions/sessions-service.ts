import { Problem } from '@host/plugin'
import type { FirstProof, Me, SecondFactor, SessionEntry, SessionsService, StartedSession } from '@host/plugin/platform'
import { isReading } from '../../request/route-scope.ts'
import { requestCaller } from '../../request/request-state.ts'
import type { Caller } from '../../request/caller.ts'
import { clientOf } from '../../request/client.ts'
import type { HostDatabase } from '../models.ts'
import { networkOf } from '../../request/network.ts'
import { hashSecretToken, newSecretToken } from '../secret-token.ts'
import { needsSecondFactor } from '../sign-in/needs-second-factor.ts'
import { refuseSuspended, suspensionOf } from '../workspaces/suspend-workspace.ts'
import { logoPath } from '../workspaces/logo-path.ts'
import { supportNotices } from '../support/support-notices.ts'
import type { LiveSessions } from './live-sessions.ts'
import { clearedSessionCookie, sessionCookie, sessionTokenOf } from './session-cookie.ts'
import { isOver, provedUntil } from './session-life.ts'
import type { SessionChanges } from './session-changes.ts'
import type { SessionStore } from './session-store.ts'
import { staysInWorkspace } from './stays-in-workspace.ts'

/** Options of sessions. */
export interface SessionsOptions {
  readonly db: HostDatabase
  readonly store: SessionStore
  readonly changes: SessionChanges
  readonly live: LiveSessions
  readonly clock: () => number
}

/** Makes the service `Sessions`. */
export function sessionsService(options: SessionsOptions): SessionsService {
  const { db, changes, live } = options
  const clear = (request: Request): string => clearedSessionCookie(clientOf(request).isSecure)
  return Object.freeze({
    start: (request, userId, orgId) => beginSession(options, request, { userId, orgId, by: 'password', isProof: true }),
    end: async (request) => {
      const tokenHash = tokenHashOf(request)
      if (tokenHash !== undefined) await changes.end(tokenHash)
      await live.forget({ tokenHash })
      return clear(request)
    },
    endAll: async (request) => {
      const { userId, confinedTo } = callerOf(request)
      await changes.endAll(userId, { confinedTo })
      await live.forget({ userId })
      return clear(request)
    },
    endOthers: async (request) => {
      const { userId, sessionId, confinedTo } = callerOf(request)
      await changes.endAll(userId, { keptId: sessionId, confinedTo })
      await live.forget({ userId })
    },
    endOne: async (request, sessionId) => {
      const { userId, confinedTo } = callerOf(request)
      if (!(await changes.endOne(userId, sessionId, confinedTo))) throw new Problem('not_found')
      await live.forget({ userId, sessionId })
    },
    requireRecentProof: (request) => {
      const { tokenId, provedAt } = callerOf(request)
      if (tokenId !== undefined) throw new Problem('session_required')
      if (provedUntil(provedAt, options.clock()) === undefined) throw new Problem('reauthentication_required')
    },
    confinedTo: (request) => callerOf(request).confinedTo,
    isSupporting: (request, orgId) => {
      const caller = callerOf(request)
      return caller.support !== undefined && caller.orgId === orgId
    },
    requireUnconfined: (request) => {
      if (callerOf(request).confinedTo !== undefined) throw staysInWorkspace()
    },
    requireEntry: async (request, orgId) => {
      await requireEntry(options, callerOf(request), orgId)
      if (!isReading(request.method)) await refuseSuspended(db, orgId)
    },
    list: (request) => list(options, callerOf(request)),
    switch: (request, orgId) => switchTo(options, request, orgId),
    me: (request) => describe(options, callerOf(request)),
    revoke: async (userId, orgId) => {
      await changes.revokeIn(orgId, userId)
      await live.forget({ userId, orgId })
    },
  } satisfies SessionsService)
}

/** A session that may begin. */
export interface BeginningSession extends Omit<FirstProof, 'isSecondFactorProven'> {
  /** Whether its user has just proved who they are. */
  readonly isProof: boolean
  /** The second factor that was proved for it. */
  readonly factor?: SecondFactor
  /** Whether the provider that it begins with vouches for a second factor. */
  readonly isSecondFactorVouched?: boolean
}

/** Starts a session and ends the one that the request came with. */
export async function beginSession(
  options: SessionsOptions,
  request: Request,
  beginning: BeginningSession,
): Promise<StartedSession> {
  const { userId, accessEpoch, orgId, by, providerId, confinedTo, isProof, isSecondFactorVouched = false } = beginning
  const { store, changes, live, clock } = options
  const token = newSecretToken()
  const previous = tokenHashOf(request)
  const session = {
    tokenHash: hashSecretToken(token),
    userId,
    workspaceId: confinedTo ?? orgId ?? (await store.workspaceToLandIn(userId)) ?? null,
    address: clientOf(request).address,
    userAgent: request.headers.get('user-agent') ?? '',
    beganBy: by,
    providerId: providerId ?? null,
    confinedTo: confinedTo ?? null,
    isSecondFactorVouched,
    isProof,
    factorProvedBy: beginning.factor ?? null,
    accessEpoch,
  }
  await changes.begin(session, previous, clock())
  await live.forget({ tokenHash: previous })
  return handOver(options, request, token)
}

async function requireEntry({ db, store }: SessionsOptions, caller: Caller, orgId: string): Promise<void> {
  const { userId, sessionId, confinedTo } = caller
  if (confinedTo !== undefined && confinedTo !== orgId) throw new Problem('not_found')
  if (!(await store.isMember(userId, orgId))) return
  if (confinedTo === undefined && (await store.asksForSso(userId, orgId))) throw new Problem('sso_required')
  if (!(await needsSecondFactor(db, { userId, orgId })) || (await store.isVouched(sessionId))) return
  throw new Problem('second_factor_required')
}

async function switchTo(options: SessionsOptions, request: Request, orgId: string): Promise<StartedSession> {
  const { store, changes, live } = options
  const { userId, confinedTo } = callerOf(request)
  const token = sessionTokenOf(request, clientOf(request).isSecure)
  if (token === undefined) throw new Problem('unauthenticated')
  if (!(await store.isMember(userId, orgId))) throw new Problem('not_found')
  if (confinedTo !== undefined && confinedTo !== orgId) throw staysInWorkspace()
  if (confinedTo === undefined && (await store.asksForSso(userId, orgId))) throw new Problem('sso_required')
  const tokenHash = hashSecretToken(token)
  await changes.move(tokenHash, orgId)
  await live.forget({ tokenHash })
  return handOver(options, request, token)
}

async function handOver(options: SessionsOptions, request: Request, token: string): Promise<StartedSession> {
  const caller = await options.live.callerOf(token)
  if (caller === undefined) throw new Problem('unauthenticated')
  const cookie = sessionCookie(token, clientOf(request).isSecure)
  return { cookie, me: await describe(options, caller) }
}

function callerOf(request: Request): Caller {
  const caller = requestCaller(request)
  if (caller === undefined) throw new Problem('unauthenticated')
  return caller
}

function tokenHashOf(request: Request): string | undefined {
  const token = sessionTokenOf(request, clientOf(request).isSecure)
  return token === undefined ? undefined : hashSecretToken(token)
}

async function describe({ db, clock }: SessionsOptions, caller: Caller): Promise<Me> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('workspaces as w', (join) => join.on('w.id', '=', caller.orgId ?? ''))
    .select(['u.id', 'u.email', 'u.name', 'u.is_instance_admin as isInstanceAdmin'])
    .select(['w.id as orgId', 'w.slug', 'w.name as workspaceName', 'w.accent', 'w.logo'])
    .select(['w.suspended_at', 'w.suspension_reason'])
    .where('u.id', '=', caller.userId)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('unauthenticated')
  const { orgId, slug, workspaceName, accent, logo, suspended_at, suspension_reason, ...person } = row
  const suspension = suspensionOf({ suspended_at, suspension_reason })
  const user = { ...person, isInstanceAdmin: person.isInstanceAdmin && caller.isInstanceAdmin }
  const isPlaced = orgId !== null && slug !== null && workspaceName !== null
  const support = isPlaced && caller.role !== undefined ? await supportNotices(db, caller, { orgId, now: clock() }) : []
  return {
    user,
    workspace: isPlaced
      ? {
          id: orgId,
          slug,
          name: workspaceName,
          accent,
          logo: logoPath(orgId, logo),
          ...(suspension && { suspension }),
          ...(support.length > 0 && { support }),
        }
      : null,
    role: isPlaced ? (caller.role ?? null) : null,
    csrfToken: caller.csrfToken,
  }
}

async function list({ store, clock }: SessionsOptions, caller: Caller): Promise<readonly SessionEntry[]> {
  const now = clock()
  const rows = await store.list(caller.userId, caller.confinedTo)
  return rows
    .filter((row) => !isOver({ createdAt: Date.parse(row.created_at), lastSeenAt: Date.parse(row.last_seen_at) }, now))
    .map((row) => ({
      id: row.id,
      current: row.id === caller.sessionId,
      network: networkOf(row.address),
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }))
}
