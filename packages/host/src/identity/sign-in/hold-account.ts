import { Problem, type Queries } from '@host/plugin'
import type { Caller } from '../caller.ts'
import type { HostTables } from '../models.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Holds the account of a caller whose session still stands, until the transaction ends. What opens an account later is
 * changed under it: a call that was let in before its session ended would else leave a way back in that the end of the
 * session did not see.
 * @throws Problem `unauthenticated` when the session has ended since the call was let in
 */
export async function holdAccount(
  db: Queries<HostTables>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<void> {
  await lockAccount(db, userId)
  const session = await db
    .selectFrom('user_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (session === undefined) throw new Problem('unauthenticated')
}
