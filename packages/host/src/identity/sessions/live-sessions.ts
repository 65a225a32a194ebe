/**
 * Sessions in memory, with the promise that a request which begins after a revocation was answered is never served with
 * the old rights, on any process: see `coherence/coherent-cache.ts`.
 *
 * A writer that takes rights away commits to the database first, then awaits `forget`, then answers.
 *
 * Each process keeps the time of the last use itself and writes it once a minute. So a session used on another process
 * looks older here than it is, and expires by its row alone.
 */
import { Problem, type MaybePromise } from '@host/plugin'
import type { Coherence } from '../../security/coherence/coherence.ts'
import { CoherentCache, type Reading } from '../../security/coherence/coherent-cache.ts'
import type { DeferredWrites } from '../../support/deferred-writes.ts'
import type { Caller, CallerSupport } from '../../request/caller.ts'
import type { SessionSupport } from '../support/session-support.ts'
import { CallerMemory } from '../../request/caller-memory.ts'
import { csrfTokenOf, hashSecretToken, isSecretToken } from '../secret-token.ts'
import { isOver, sessionLife } from './session-life.ts'
import type { SessionChanges } from './session-changes.ts'
import { accessEnded, type SessionStore, type StoredSession } from './session-store.ts'

const capacity = 10_000

/** The subject of a change of the whole instance. */
const everybody = 'instance'

/**
 * A session in memory, which is the memory of its caller too: one object for both. Its times are milliseconds since the
 * cache was made: small integers, which need no objects of their own.
 */
class LiveSession extends CallerMemory {
  readonly caller: Caller
  readonly createdAt: number
  lastSeenAt: number
  reportedAt: number

  constructor(stored: StoredSession, { token, origin }: Found) {
    super()
    this.caller = callerOf(stored, { token, memory: this })
    this.createdAt = Date.parse(stored.createdAt) - origin
    this.lastSeenAt = Date.parse(stored.lastSeenAt) - origin
    this.reportedAt = this.lastSeenAt
  }
}

interface Found {
  readonly token: string
  /** When the cache was made. */
  readonly origin: number
}

/** A sign-in on its way into a workspace. */
interface Entry {
  readonly tokenHash: string
  readonly named: string
}

/** A look at a session, and whether it keeps the session young. */
interface Look {
  readonly tokenHash: string
  readonly named: string | undefined
  readonly isUse: boolean
}

/**
 * The subject whose rights have changed. With several given, the sessions of the narrowest are forgotten, and maybe
 * more.
 */
export interface Forgotten {
  /** All sessions of the instance. */
  readonly everybody?: boolean
  readonly tokenHash?: string | undefined
  readonly userId?: string
  readonly orgId?: string
  readonly sessionId?: string
}

/** Options of live sessions. */
export interface LiveSessionOptions {
  readonly store: SessionStore
  readonly changes: Pick<SessionChanges, 'enter'>
  /** Ids of sessions, by themselves. */
  readonly lastSeen: Pick<DeferredWrites<string>, 'add'>
  readonly clock: () => number
  readonly coherence: Coherence
}

export class LiveSessions {
  readonly #options: LiveSessionOptions
  readonly #recent: CoherentCache<LiveSession>
  readonly #origin: number

  constructor(options: LiveSessionOptions) {
    this.#options = options
    this.#origin = options.clock()
    this.#recent = new CoherentCache(options.coherence, capacity)
  }

  /**
   * The holder of a token in a workspace; synchronous when the session is in memory.
   * @param isUse false for a check that lets the session grow old, such as that of an open stream
   * @param named the workspace, by its ID or `@` and its slug; the one used last when left out
   * @throws Problem `not_found` for a named workspace that the holder can't enter, `unauthenticated` where they could
   * before their rights there were changed
   */
  callerOf(token: string, isUse = true, named?: string): MaybePromise<Caller | undefined> {
    const tokenHash = hashSecretToken(token)
    const session = this.#recent.get(named === undefined ? tokenHash : keyOf(tokenHash, named))
    const now = this.#now()
    if (session === undefined || isOver(session, now) || this.#isSupportOver(session.caller)) {
      return this.#load(token, { tokenHash, named, isUse })
    }
    return this.#take(session, isUse, now)
  }

  /**
   * Drops sessions, and all other sources of rights, from the memory of every process. Await it after the database has
   * committed and before answering.
   * @throws Problem `service_unavailable` when the other processes can't be notified in time
   */
  async forget(which: Forgotten): Promise<void> {
    await this.#options.coherence.forget(subjectsOf(which))
  }

  async #load(token: string, look: Look): Promise<Caller | undefined> {
    if (!isSecretToken(token)) return undefined
    const { tokenHash, named } = look
    const key = named === undefined ? tokenHash : keyOf(tokenHash, named)
    const session = await this.#recent.load(key, () => this.#read(token, look))
    return session === undefined ? undefined : this.#take(session, look.isUse, this.#now())
  }

  async #read(token: string, look: Look): Promise<Reading<LiveSession> | undefined> {
    const { tokenHash } = look
    const named = look.named?.startsWith('@') === true ? await this.#idOf(look.named) : look.named
    const stored = await this.#options.store.load(tokenHash, named)
    if (stored === undefined) return undefined
    const value = new LiveSession(stored, { token, origin: this.#origin })
    if (isOver(value, this.#now())) return undefined
    if (this.#isSupportOver(value.caller)) throw accessEnded()
    if (named !== undefined && !(await this.#enter(stored, { tokenHash, named }))) return undefined
    const { id, userId, workspaceId } = stored
    return { value, subjects: [everybody, tokenHash, id, userId, ...(workspaceId === null ? [] : [workspaceId])] }
  }

  /** The ID of a slug, which stays its workspace's and needs no subject. An unknown one is read like a foreign one. */
  async #idOf(named: string): Promise<string> {
    return (await this.#options.store.workspaceOf(named.slice(1))) ?? ''
  }

  /**
   * Writes the row of a workspace that a sign-in was not in before. One that asks for more than the sign-in has gets no
   * row: its guard says what is missing.
   */
  async #enter(stored: StoredSession, { tokenHash, named }: Entry): Promise<boolean> {
    if (stored.role === null) throw new Problem('not_found')
    if (stored.isEntered || stored.needsSso || stored.needsSecondFactor) return true
    return await this.#options.changes.enter(tokenHash, named)
  }

  /** Support access ends on every process by the clock, whatever is in memory. */
  #isSupportOver({ support }: Caller): boolean {
    return support !== undefined && this.#options.clock() >= support.until
  }

  #now(): number {
    return this.#options.clock() - this.#origin
  }

  #take(session: LiveSession, isUse: boolean, now: number): Caller {
    if (!isUse) return session.caller
    session.lastSeenAt = now
    if (now - session.reportedAt >= sessionLife.lastSeenLag) {
      session.reportedAt = now
      const { sessionId } = session.caller
      this.#options.lastSeen.add(sessionId, sessionId)
    }
    return session.caller
  }
}

/** A user's sessions are forgotten in all workspaces: those of the others are read once more. */
export function subjectsOf({
  everybody: isEverybody,
  tokenHash,
  sessionId,
  userId,
  orgId,
}: Forgotten): readonly string[] {
  if (isEverybody === true) return [everybody]
  const narrowest = sessionId ?? userId ?? orgId
  return [tokenHash, narrowest].filter((subject) => subject !== undefined)
}

/** The key of a sign-in in a named workspace. */
function keyOf(tokenHash: string, named: string): string {
  return `${tokenHash} ${named}`
}

function factorProofOf({ factorProvedAt: at, factorProvedBy: by }: StoredSession): Caller['factorProof'] {
  const known = secondFactors.find((factor) => factor === by)
  return at === null || known === undefined ? undefined : Object.freeze({ by: known, at: Date.parse(at) })
}

const secondFactors = ['totp', 'passkey', 'recovery'] as const

function supportOf({ id, grantedBy, until, isReadOnly }: SessionSupport): CallerSupport {
  return Object.freeze({ id, grantedBy, until: Date.parse(until), isReadOnly })
}

function callerOf(
  stored: StoredSession,
  { token, memory }: { readonly token: string; readonly memory: CallerMemory },
): Caller {
  return Object.freeze({
    userId: stored.userId,
    orgId: stored.role === null ? undefined : (stored.workspaceId ?? undefined),
    role: stored.role ?? undefined,
    isInstanceAdmin: stored.isInstanceAdmin,
    sessionId: stored.id,
    provedAt: stored.provedAt === null ? undefined : Date.parse(stored.provedAt),
    secondFactors: stored.secondFactors,
    factorProof: factorProofOf(stored),
    needsSecondFactor: stored.needsSecondFactor,
    needsSso: stored.needsSso,
    suspension: stored.suspension ?? undefined,
    support: stored.support && supportOf(stored.support),
    confinedTo: stored.confinedTo ?? undefined,
    csrfToken: csrfTokenOf(token),
    memory,
  })
}
