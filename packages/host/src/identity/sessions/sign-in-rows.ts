/**
 * The rows of a sign-in: its own, which the cookie names, and one for each further workspace.
 *
 *   own row in A ── entered B ─────► own in A, further in B
 *   own in A, further in B ── used B ─────► own in B, further in A       (revoked rows stay so)
 *   own in A, further in B ── rights in B end ─────► own in A, B revoked
 *   own in A, further in B ── rights in A end ─────► A revoked, found by `cookie_hash` for B
 *   own in A alone ── rights in A end ─────► nothing
 *
 * Everything that writes further rows locks the sign-in's own row first, so that a workspace has one row at most, and a
 * revocation sees each row that was written before it.
 */
import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { hashSecretToken, newSecretToken } from '../secret-token.ts'

/** A sign-in's own row. */
export interface SignInRow {
  readonly id: string
  readonly user_id: string
  readonly workspace_id: string | null
  readonly is_revoked: boolean
}

const columns = ['id', 'user_id', 'workspace_id', 'is_revoked'] as const

/** Locks the own row of a sign-in until the transaction ends; undefined when it has ended. */
export async function lockSignIn(db: Queries<HostTables>, cookieHash: string): Promise<SignInRow | undefined> {
  return await db
    .updateTable('user_sessions')
    .set((set) => ({ user_id: set.ref('user_id') }))
    .where(({ or, eb }) => or([eb('token_hash', '=', cookieHash), eb('cookie_hash', '=', cookieHash)]))
    .returning(columns)
    .executeTakeFirst()
}

/** A row of a further workspace. */
interface FurtherRow {
  readonly workspaceId: string
  readonly isRevoked: boolean
}

/** Adds a row of a further workspace to a locked sign-in; false when it has one. */
export async function addRow(
  db: Queries<HostTables>,
  signIn: SignInRow,
  { workspaceId, isRevoked }: FurtherRow,
): Promise<boolean> {
  const own = await db
    .selectFrom('user_sessions')
    .select(['address', 'user_agent', 'created_at', 'last_seen_at'])
    .where('id', '=', signIn.id)
    .executeTakeFirstOrThrow()
  const added = await db
    .insertInto('user_sessions')
    .values({
      ...own,
      // Of no token: nothing is found by it.
      token_hash: hashSecretToken(newSecretToken()),
      sign_in_id: signIn.id,
      user_id: signIn.user_id,
      workspace_id: workspaceId,
      is_revoked: isRevoked,
    })
    .onConflict((conflict) => conflict.columns(['sign_in_id', 'workspace_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Has a locked sign-in use a workspace last; false where its row there is revoked. */
export async function moveSignIn(
  db: Queries<HostTables>,
  signIn: SignInRow,
  to: { readonly cookieHash: string; readonly workspaceId: string },
): Promise<boolean> {
  const { id, workspace_id: workspaceId, is_revoked: isRevoked } = signIn
  if (await isRowRevoked(db, id, to.workspaceId)) return false
  if (workspaceId === to.workspaceId) return !isRevoked
  await db.deleteFrom('user_sessions').where('sign_in_id', '=', id).where('workspace_id', '=', to.workspaceId).execute()
  if (workspaceId !== null) await addRow(db, signIn, { workspaceId, isRevoked })
  await db
    .updateTable('user_sessions')
    .set({ workspace_id: to.workspaceId, is_revoked: false, token_hash: to.cookieHash, cookie_hash: null })
    .where('id', '=', id)
    .execute()
  return true
}

/** Whether a sign-in's row of a further workspace is revoked. */
export async function isRowRevoked(db: Queries<HostTables>, signInId: string, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_sessions')
    .select('id')
    .where('sign_in_id', '=', signInId)
    .where('workspace_id', '=', workspaceId)
    .where('is_revoked', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a sign-in another token; false when it has ended. */
export async function renewCookie(db: Queries<HostTables>, signInId: string, cookieHash: string): Promise<boolean> {
  for (const isRevoked of [false, true]) {
    const renewed = await db
      .updateTable('user_sessions')
      .set(isRevoked ? { cookie_hash: cookieHash } : { token_hash: cookieHash })
      .where('id', '=', signInId)
      .where('is_revoked', '=', isRevoked)
      .returning('id')
      .executeTakeFirst()
    if (renewed !== undefined) return true
  }
  return false
}

/** Ends a user's sessions in one workspace, inside the transaction that takes the rights away. */
export async function endSessionsIn(db: Queries<HostTables>, orgId: string, userId: string): Promise<void> {
  // No row is added from here on.
  await db
    .updateTable('user_sessions')
    .set((set) => ({ user_id: set.ref('user_id') }))
    .where('user_id', '=', userId)
    .where('sign_in_id', 'is', null)
    .execute()
  const living = db.updateTable('user_sessions').where('user_id', '=', userId).where('workspace_id', '=', orgId)
  await living.set({ is_revoked: true }).where('sign_in_id', 'is not', null).execute()
  await living
    // An ID is the hash of no token, so that older processes find no session either.
    .set((set) => ({ is_revoked: true, cookie_hash: set.ref('token_hash'), token_hash: set.ref('id') }))
    .where('sign_in_id', 'is', null)
    .where('is_revoked', '=', false)
    .execute()
  await endEmpty(db, userId)
}

/** The workspaces that sign-ins have entered, beside the one used last. */
export async function furtherPlaces(db: Queries<HostTables>, ids: readonly string[]): Promise<readonly SignInRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user_sessions')
    .select(['sign_in_id as id', 'user_id', 'workspace_id', 'is_revoked'])
    .where('sign_in_id', 'in', ids)
    .where('is_revoked', '=', false)
    .execute()
  return rows.map((row) => ({ ...row, id: row.id ?? '' }))
}

/** Ends the sign-ins of a user that have no workspace left, and removes rows whose sign-in has ended. */
async function endEmpty(db: Queries<HostTables>, userId: string): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where('sign_in_id', 'is', null)
    .where('is_revoked', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_sessions as e')
            .select('e.id')
            .whereRef('e.sign_in_id', '=', 'user_sessions.id')
            .where('e.workspace_id', 'is not', null)
            .where('e.is_revoked', '=', false),
        ),
      ),
    )
    .execute()
  await removeOrphans(db, userId)
}

/** Removes rows of further workspaces whose sign-in has ended. Nothing is found by them; call it for tidiness. */
export async function removeOrphans(db: Queries<HostTables>, userId: string): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where('sign_in_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('user_sessions as s').select('s.id').whereRef('s.id', '=', 'user_sessions.sign_in_id'))),
    )
    .execute()
}
