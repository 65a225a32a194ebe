import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts'

/** Gives an account new codes in place of those that are left. */
export async function replaceRecoveryCodes(
  db: Queries<HostTables>,
  userId: string,
  createdAt: string,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(userId, code) ?? '',
    created_at: createdAt,
  }))
  await removeRecoveryCodes(db, userId)
  await db.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Takes a code, once; false when it is wrong or was taken. */
export async function useRecoveryCode(db: Queries<HostTables>, userId: string, code: string): Promise<boolean> {
  const codeHash = hashRecoveryCode(userId, code)
  if (codeHash === undefined) return false
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** How many codes an account has left. */
export async function countRecoveryCodes(db: Queries<HostTables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function removeRecoveryCodes(db: Queries<HostTables>, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
