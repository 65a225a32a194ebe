import { Problem, type Queries } from '@host/plugin'
import type { ProofMethod, SecondFactor } from '@host/plugin/platform'
import type { IdentityAudit } from '../identity-audit.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { iso } from '../time.ts'
import { sessionLife } from './session-life.ts'
import { endSessionsIn } from './session-store.ts'

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

/** Sessions that begin, move and end, each with its entry in the log of the workspace that the session stands in. */
export class SessionChanges {
  readonly #db: HostDatabase
  readonly #audit: IdentityAudit

  constructor(db: HostDatabase, audit: IdentityAudit) {
    this.#db = db
    this.#audit = audit
  }

  /**
   * Stores a new session in place of the request's own, and deletes expired ones.
   * @throws Problem `invalid_credentials` for a disabled account, or one whose access was ended since the proof
   */
  async begin(session: NewSession, previousHash: string | undefined, now: number): Promise<void> {
    await this.#db.transaction(async (db) => {
      await enter(db, session, now)
      const previous = db.deleteFrom('user_sessions').where('token_hash', '=', previousHash ?? '')
      if (previousHash !== undefined) await previous.execute()
      await deleteOver(db, session.userId, now)
      await this.#record('session.started', await insertSession(db, session, now))
    })
  }

  /** Moves a session to another workspace under a new token; false when it ended meanwhile. */
  async move(fromHash: string, to: { readonly tokenHash: string; readonly workspaceId: string }): Promise<boolean> {
    return await this.#db.transaction(async (db) => {
      await landIn(db, fromHash, to.workspaceId)
      const moved = await db
        .updateTable('user_sessions')
        .set({ token_hash: to.tokenHash, workspace_id: to.workspaceId })
        .where('token_hash', '=', fromHash)
        .returning(columns)
        .executeTakeFirst()
      if (moved !== undefined) await this.#record('session.switched', moved)
      return moved !== undefined
    })
  }

  async end(tokenHash: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      const query = db.deleteFrom('user_sessions').where('token_hash', '=', tokenHash)
      const ended = await query.returning(columns).executeTakeFirst()
      if (ended !== undefined) await this.#record('session.ended', ended)
    })
  }

  /** Ends one session of a user; false when the user has no such session. */
  async endOne(userId: string, id: string, confinedTo: string | undefined): Promise<boolean> {
    return await this.#db.transaction(async (db) => {
      const query = db.deleteFrom('user_sessions').where('id', '=', id).where('user_id', '=', userId)
      const reached = confinedTo === undefined ? query : query.where('confined_to', '=', confinedTo)
      const ended = await reached.returning(columns).executeTakeFirst()
      if (ended !== undefined) await this.#record('session.ended', ended)
      return ended !== undefined
    })
  }

  /** Ends every session of a user but the one to keep, each in the log of its own workspace. */
  async endAll(userId: string, { keptId = '', confinedTo }: EndingSessions): Promise<void> {
    await this.#db.transaction(async (db) => {
      const query = db.deleteFrom('user_sessions').where('user_id', '=', userId).where('id', '<>', keptId)
      const reached = confinedTo === undefined ? query : query.where('confined_to', '=', confinedTo)
      const ended = await reached.returning(columns).execute()
      for (const session of ended) await this.#record('session.ended', session)
    })
  }

  /** Ends a user's sessions in one workspace, at the request of another user. */
  async revokeIn(orgId: string, userId: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      await endSessionsIn(db, orgId, userId)
      await this.#audit.record({ orgId, action: 'session.revoked', target: `user:${userId}` })
    })
  }

  /** The actor is the user of the session. */
  async #record(action: string, { id, user_id: actorId, workspace_id: orgId }: StoredPlace): Promise<void> {
    await this.#audit.record({ orgId: orgId ?? undefined, actorId, action, target: `session:${id}` })
  }
}

const columns = ['id', 'user_id', 'workspace_id'] as const

/** The user and the workspace of a session. */
interface StoredPlace {
  readonly id: string
  readonly user_id: string
  readonly workspace_id: string | null
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
async function landIn(db: Queries<HostTables>, tokenHash: string, workspaceId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_workspace_id: workspaceId })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('user_sessions')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .where('confined_to', 'is', null),
    )
    .execute()
}

async function deleteOver(db: Queries<HostTables>, userId: string, now: number): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('created_at', '<=', iso(now - sessionLife.absolute)),
        where('last_seen_at', '<=', iso(now - sessionLife.sliding)),
      ]),
    )
    .execute()
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
