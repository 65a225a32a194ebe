import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { Database } from '../database/database.ts'
import { NamedStatement } from '../database/named-statement.ts'

/** Erases the keys that a user holds, as a part of the transaction that erases the user. */
export async function eraseKeysOf(database: Database, userId: string): Promise<void> {
  const erase = new NamedStatement<'user_id'>(
    database.dialect,
    'delete from idempotency_entries where org_id = :user_id',
  )
  await new JoiningTransactor(database).run(erase.with({ user_id: userId }))
}
