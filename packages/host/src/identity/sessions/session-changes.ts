import { Problem, type Queries } from '@host/plugin'
import type { ProofMethod, SecondFactor } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import { sessionLife } from './session-life.ts'
import {
  addRow,
  endSessionsIn,
  furtherPlaces,
  isRowRevoked,
  lockSignIn,
  moveSignIn,
  removeOrphans,
  type SignInRow,
} from './sign-in-rows.ts'

/** A session that begins. */
export interface NewSession {
  readonly tokenHash: string
  readonly userId: string
  readonly workspaceId: string | null
  readonly address: string
  readonly userAgent: string
  readonly beganBy: ProofMethod
  readonly providerId: string | null
  readonly confinedTo: string | null
  readonly isSecondFactorVouched: boolean
  /** Whether its user has just proved who they are. */
  readonly isProof: boolean
  /** The second factor that its user has just proved; null for none. */
  readonly factorProvedBy: SecondFactor | null
  /** The expected access epoch of the account; see `endAccess`. */
  readonly accessEpoch: number | undefined
}

/** Which sessions of a user end. */
interface EndingSessions {
  /** The one to keep. */
  readonly keptId?: string
  /** Only those that came through the single sign-on of this workspace, when one of them asks. */
  readonly confinedTo: string | undefined
}

/** Sign-ins that begin, enter and use workspaces and end, each change with its entry in the logs of these workspaces. */
export class SessionChanges {
  readonly #db: HostDatabase
  readonly #recorder: ChangeRecorder

  constructor(db: HostDatabase, recorder: ChangeRecorder) {
    this.#db = db
    this.#recorder = recorder
  }

  /**
   * Stores a new session in place of the request's own, and deletes expired ones.
   * @throws Problem `invalid_credentials` for a disabled account, or one whose access was ended since the proof
   */
  async begin(session: NewSession, previousHash: string | undefined, now: number): Promise<void> {
    await this.#db.transaction(async (db) => {
      await enter(db, session, now)
      const previous = previousHash === undefined ? undefined : await lockSignIn(db, previousHash)
      if (previous !== undefined) await deleteSignIns(db, [previous.id])
      await deleteOver(db, session.userId, now)
      await this.#record('session.started', await insertSession(db, session, now))
    })
  }

  /** Has a sign-in use a workspace last. @throws Problem `unauthenticated` when it has ended, or its row there is revoked */
  async move(cookieHash: string, workspaceId: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      await landIn(db, cookieHash, workspaceId)
      const signIn = await lockSignIn(db, cookieHash)
      const isMoved = signIn !== undefined && (await moveSignIn(db, signIn, { cookieHash, workspaceId }))
      if (!isMoved) throw new Problem('unauthenticated')
      if (signIn.workspace_id !== workspaceId) {
        await this.#record('session.switched', { ...signIn, workspace_id: workspaceId })
      }
    })
  }

  /**
   * Writes the row of a workspace that a sign-in enters.
   * @returns false when the sign-in has ended, the membership is gone, or its row there is revoked
   */
  async enter(cookieHash: string, workspaceId: string): Promise<boolean> {
    return await this.#db.transaction(async (db) => {
      const signIn = await lockSignIn(db, cookieHash)
      if (signIn === undefined || !(await isMember(db, signIn.user_id, workspaceId))) return false
      if (signIn.workspace_id === workspaceId) return !signIn.is_revoked
      const isAdded = await addRow(db, signIn, { workspaceId, isRevoked: false })
      if (!isAdded) return !(await isRowRevoked(db, signIn.id, workspaceId))
      await this.#record('session.switched', { ...signIn, workspace_id: workspaceId })
      return true
    })
  }

  async end(cookieHash: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      const signIn = await lockSignIn(db, cookieHash)
      if (signIn !== undefined) await this.#end(db, [signIn])
    })
  }

  /** Ends one sign-in of a user; false when the user has no such one. */
  async endOne(userId: string, id: string, confinedTo: string | undefined): Promise<boolean> {
    return await this.#db.transaction(async (db) => {
      const ending = await signInsOf(db, userId, confinedTo).where('id', '=', id).execute()
      await this.#end(db, ending)
      return ending.length > 0
    })
  }

  /** Ends every sign-in of a user but the one to keep, each in the logs of its own workspaces. */
  async endAll(userId: string, { keptId = '', confinedTo }: EndingSessions): Promise<void> {
    await this.#db.transaction(async (db) => {
      await this.#end(db, await signInsOf(db, userId, confinedTo).where('id', '<>', keptId).execute())
    })
  }

  /** Ends a user's sessions in one workspace, at the request of another user. */
  async revokeIn(orgId: string, userId: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      await endSessionsIn(db, orgId, userId)
      await this.#recorder.record({ kind: 'session.revoked', orgId, userId })
    })
  }

  async #end(db: Queries<HostTables>, signIns: readonly SignInRow[]): Promise<void> {
    const further = await furtherPlaces(
      db,
      signIns.map(({ id }) => id),
    )
    await deleteSignIns(
      db,
      signIns.map(({ id }) => id),
    )
    for (const place of [...signIns, ...further]) await this.#record('session.ended', place)
  }

  /** The actor is the user of the session. */
  async #record(kind: SessionChange, { id: sessionId, user_id: actorId, workspace_id: orgId }: StoredPlace) {
    await this.#recorder.record({ kind, orgId: orgId ?? undefined, actorId, sessionId })
  }
}

const columns = ['id', 'user_id', 'workspace_id', 'is_revoked'] as const

type SessionChange = 'session.started' | 'session.switched' | 'session.ended'

/** The user and the workspace of a session. */
type StoredPlace = Omit<SignInRow, 'is_revoked'>

/** The sign-ins of a user, locked until the transaction ends. */
function signInsOf(db: Queries<HostTables>, userId: string, confinedTo: string | undefined) {
  const own = db
    .updateTable('user_sessions')
    .set((set) => ({ user_id: set.ref('user_id') }))
    .where('user_id', '=', userId)
    .where('sign_in_id', 'is', null)
    .returning(columns)
  return confinedTo === undefined ? own : own.where('confined_to', '=', confinedTo)
}

/** Deletes sign-ins that are locked, with the rows of their further workspaces. */
async function deleteSignIns(db: Queries<HostTables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('user_sessions').where('id', 'in', ids).execute()
  await db.deleteFrom('user_sessions').where('sign_in_id', 'in', ids).execute()
}

async function isMember(db: Queries<HostTables>, userId: string, orgId: string): Promise<boolean> {
  const member = db.selectFrom('memberships').select('id').where('user_id', '=', userId).where('org_id', '=', orgId)
  return (await member.executeTakeFirst()) !== undefined
}

/**
 * Locks the account's row until the session is stored, so that every end of access either sees the session or was seen
 * here. A confined session does not change where the next one begins: its provider is responsible for one workspace
 * only.
 */
async function enter(db: Queries<HostTables>, session: NewSession, now: number): Promise<void> {
  const { userId, accessEpoch, workspaceId, confinedTo } = session
  const isOfAccount = workspaceId !== null && confinedTo === null
  const inUse = db
    .updateTable('users')
    .set({ last_seen_at: iso(now), ...(isOfAccount && { last_workspace_id: workspaceId }) })
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
  const unchanged = accessEpoch === undefined ? inUse : inUse.where('access_epoch', '=', accessEpoch)
  if ((await unchanged.returning('id').executeTakeFirst()) === undefined) throw new Problem('invalid_credentials')
}

/** Has the next sign-in land where a session goes. The account comes first, as in `enter`, so that neither waits for both. */
async function landIn(db: Queries<HostTables>, cookieHash: string, workspaceId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_workspace_id: workspaceId })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('user_sessions')
        .select('user_id')
        .where(({ or, eb }) => or([eb('token_hash', '=', cookieHash), eb('cookie_hash', '=', cookieHash)]))
        .where('confined_to', 'is', null),
    )
    .execute()
}

async function deleteOver(db: Queries<HostTables>, userId: string, now: number): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where('sign_in_id', 'is', null)
    .where((where) =>
      where.or([
        where('created_at', '<=', iso(now - sessionLife.absolute)),
        where('last_seen_at', '<=', iso(now - sessionLife.sliding)),
      ]),
    )
    .execute()
  await removeOrphans(db, userId)
}

function insertSession(db: Queries<HostTables>, session: NewSession, now: number): Promise<StoredPlace> {
  return db
    .insertInto('user_sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      workspace_id: session.workspaceId,
      address: session.address.slice(0, 64),
      user_agent: session.userAgent.slice(0, 512),
      created_at: iso(now),
      last_seen_at: iso(now),
      proved_at: session.isProof ? iso(now) : null,
      factor_proved_at: session.factorProvedBy === null ? null : iso(now),
      factor_proved_by: session.factorProvedBy,
      began_by: session.beganBy,
      provider_id: session.providerId,
      confined_to: session.confinedTo,
      is_second_factor_vouched: session.isSecondFactorVouched,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}
