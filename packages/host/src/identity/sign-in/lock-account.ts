import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * Makes changes of an account come one after the other: holds its row until the transaction ends. PostgreSQL locks a
 * row that is updated; SQLite has one writer anyway.
 * @returns whether there is such an account; one that is held is not deleted meanwhile
 */
export async function lockAccount(db: Queries<HostTables>, userId: string): Promise<boolean> {
  const held = await db
    .updateTable('users')
    .set((set) => ({ email: set.ref('email') }))
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}
