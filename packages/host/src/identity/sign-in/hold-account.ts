import { Problem, type Queries } from '@host/plugin'
import type { Caller } from '../../request/caller.ts'
import type { HostTables } from '../models.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Locks the account of a caller with a valid session until the transaction ends. Changes of sign-in methods run under
 * it: otherwise a call authorized before its session ended could leave a way back in that the end of the session did
 * not see.
 * @throws Problem `unauthenticated` when the session has ended since the call was authorized
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
