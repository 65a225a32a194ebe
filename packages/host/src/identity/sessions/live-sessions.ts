/**
 * Sessions in memory, with the promise that a request which begins after a revocation was answered is never served
 * with the old rights.
 *
 *   callerOf ── in memory ──────────────────────────────────────────────► caller, no waiting
 *        └───── not ── epoch noted ── database ──┬─ epoch unchanged ──► kept and returned
 *                                                └─ epoch moved ─────► returned, not kept
 *   forget: epoch moves, matching entries go
 *
 * Whoever takes rights away commits to the database first, then calls `forget`, then answers. A load that read the
 * database before the commit either ended before `forget`, which removes what it kept, or sees the epoch moved and
 * keeps nothing. Without the epoch a slow load would put revoked rights back after the revocation.
 *
 * Where other processes write the same database nothing is kept: every call reads it.
 */
import type { MaybePromise } from '@host/plugin'
import type { Caller } from '../caller.ts'
import { RecentMap } from '../recent-map.ts'
import { csrfTokenOf, hashSecretToken, isSecretToken } from '../secret-token.ts'
import type { LastSeen } from './last-seen.ts'
import { isOver, sessionLife } from './session-life.ts'
import type { SessionStore, StoredSession } from './session-store.ts'

const capacity = 10_000

/** A session in memory. */
interface LiveSession {
  readonly caller: Caller
  /** Where the session stands, also when the membership is gone. */
  readonly workspaceId: string | null
  readonly createdAt: number
  lastSeenAt: number
  reportedAt: number
}

/** A look at a session, and whether it keeps the session young. */
interface Look {
  readonly tokenHash: string
  readonly isUse: boolean
}

/** Which sessions lose their place in memory. */
export interface Forgotten {
  readonly tokenHash?: string | undefined
  readonly userId?: string
  readonly orgId?: string
  readonly sessionId?: string
}

/** What live sessions stand on. */
export interface LiveSessionOptions {
  readonly store: SessionStore
  readonly lastSeen: LastSeen
  readonly clock: () => number
  readonly cache: boolean
}

export class LiveSessions {
  readonly #options: LiveSessionOptions
  readonly #recent: RecentMap<string, LiveSession> | undefined
  #epoch = 0

  constructor(options: LiveSessionOptions) {
    this.#options = options
    this.#recent = options.cache ? new RecentMap(capacity) : undefined
  }

  /**
   * Who holds a token; synchronous when the session is in memory.
   * @param isUse false for a look that lets the session grow old, such as that of an open stream
   */
  callerOf(token: string, isUse = true): MaybePromise<Caller | undefined> {
    const tokenHash = hashSecretToken(token)
    const session = this.#recent?.get(tokenHash)
    if (session === undefined) return this.#load(token, { tokenHash, isUse })
    return this.#take(session, { tokenHash, isUse })
  }

  /** Drops sessions from memory. Await it after the database has committed and before answering. */
  async forget(which: Forgotten): Promise<void> {
    this.#epoch += 1
    if (which.tokenHash !== undefined) this.#recent?.delete(which.tokenHash)
    if (which.userId !== undefined || which.sessionId !== undefined) {
      this.#recent?.deleteWhere((session) => matches(session, which))
    }
  }

  async #load(token: string, look: Look): Promise<Caller | undefined> {
    if (!isSecretToken(token)) return undefined
    const epoch = this.#epoch
    const stored = await this.#options.store.load(look.tokenHash)
    if (stored === undefined) return undefined
    const session = liveSession(stored, token)
    if (epoch === this.#epoch) this.#recent?.set(look.tokenHash, session)
    return this.#take(session, look)
  }

  #take(session: LiveSession, { tokenHash, isUse }: Look): Caller | undefined {
    const now = this.#options.clock()
    if (isOver(session, now)) {
      this.#recent?.delete(tokenHash)
      return undefined
    }
    if (!isUse) return session.caller
    session.lastSeenAt = now
    if (now - session.reportedAt >= sessionLife.lastSeenLag) {
      session.reportedAt = now
      this.#options.lastSeen.add(session.caller.sessionId)
    }
    return session.caller
  }
}

function liveSession(stored: StoredSession, token: string): LiveSession {
  const lastSeenAt = Date.parse(stored.lastSeenAt)
  return {
    caller: Object.freeze({
      userId: stored.userId,
      orgId: stored.role === null ? undefined : (stored.workspaceId ?? undefined),
      role: stored.role ?? undefined,
      isInstanceAdmin: stored.isInstanceAdmin,
      sessionId: stored.id,
      csrfToken: csrfTokenOf(token),
    }),
    workspaceId: stored.workspaceId,
    createdAt: Date.parse(stored.createdAt),
    lastSeenAt,
    reportedAt: lastSeenAt,
  }
}

function matches(session: LiveSession, which: Forgotten): boolean {
  if (which.sessionId !== undefined && session.caller.sessionId !== which.sessionId) return false
  if (which.userId !== undefined && session.caller.userId !== which.userId) return false
  return which.orgId === undefined || session.workspaceId === which.orgId
}
