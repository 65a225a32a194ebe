import type { Queries, Role, Row } from '@host/plugin'
import type { HostDatabase, HostTables, UserSession } from '../models.ts'
import { iso } from '../time.ts'

/** A session with the rights behind it, as the database has them at this moment. */
export interface StoredSession {
  readonly id: string
  readonly userId: string
  /** Where the session stands, also when the membership is gone. */
  readonly workspaceId: string | null
  readonly isInstanceAdmin: boolean
  /** Null without a membership in `workspaceId`. */
  readonly role: Role | null
  readonly createdAt: string
  readonly lastSeenAt: string
}

/** Sessions in the database. The membership is read with every load, so a session alone never grants a role. */
export class SessionStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  load(tokenHash: string): Promise<StoredSession | undefined> {
    return this.#db
      .selectFrom('user_sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.user_id', '=', 's.user_id').onRef('m.org_id', '=', 's.workspace_id'),
      )
      .select([
        's.id',
        's.user_id as userId',
        's.workspace_id as workspaceId',
        'u.is_instance_admin as isInstanceAdmin',
      ])
      .select(['m.role', 's.created_at as createdAt', 's.last_seen_at as lastSeenAt'])
      .where('s.token_hash', '=', tokenHash)
      .executeTakeFirst()
  }

  async seen(ids: readonly string[], now: number): Promise<void> {
    await this.#db
      .updateTable('user_sessions')
      .set({ last_seen_at: iso(now) })
      .where('id', 'in', ids)
      .execute()
  }

  async isMember(userId: string, orgId: string): Promise<boolean> {
    const member = await this.#memberships(userId).where('org_id', '=', orgId).executeTakeFirst()
    return member !== undefined
  }

  /** Where a user who does not say stands. */
  async oldestWorkspaceOf(userId: string): Promise<string | undefined> {
    const member = await this.#memberships(userId).orderBy('id').limit(1).executeTakeFirst()
    return member?.org_id
  }

  list(userId: string): Promise<Row<typeof UserSession>[]> {
    return this.#db
      .selectFrom('user_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .limit(200)
      .execute()
  }

  #memberships(userId: string) {
    return this.#db.selectFrom('memberships').select('org_id').where('user_id', '=', userId)
  }
}

/** Ends a user's sessions in one workspace, inside the transaction that takes the rights away. */
export async function endSessionsIn(db: Queries<HostTables>, orgId: string, userId: string): Promise<void> {
  await db.deleteFrom('user_sessions').where('user_id', '=', userId).where('workspace_id', '=', orgId).execute()
}
