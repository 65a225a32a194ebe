import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * Makes changes of an account come one after the other: holds its row until the transaction ends. PostgreSQL locks a
 * row that is updated; SQLite has one writer anyway.
 */
export async function lockAccount(db: Queries<HostTables>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({ email: set.ref('email') }))
    .where('id', '=', userId)
    .execute()
}
