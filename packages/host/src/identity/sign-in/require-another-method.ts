/**
 * The last way to sign in stays. A removal deletes first and checks here next, in the same transaction: the account's
 * row is locked before the remaining methods are counted, so of two simultaneous removals the second counts without the
 * first, and is rolled back.
 */
import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { lockAccount } from './lock-account.ts'

/**
 * @throws Problem `last_method` when an account is left without a password, a passkey, or a linked identity whose
 *   provider is switched on
 */
export async function requireAnotherMethod(db: Queries<HostTables>, userId: string): Promise<void> {
  await lockAccount(db, userId)
  if (!(await hasMethod(db, userId))) throw new Problem('last_method')
}

async function hasMethod(db: Queries<HostTables>, userId: string): Promise<boolean> {
  const account = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.password_hash', 'is not', null),
        exists(selectFrom('passkeys as k').select('k.id').whereRef('k.user_id', '=', 'u.id')),
        exists(
          selectFrom('external_identities as x')
            .innerJoin('sign_in_providers as p', 'p.id', 'x.provider_id')
            .select('x.id')
            .whereRef('x.user_id', '=', 'u.id')
            .where('p.is_enabled', '=', true),
        ),
        exists(
          selectFrom('external_identities as y')
            .innerJoin('sso_connections as c', 'c.id', 'y.provider_id')
            .select('y.id')
            .whereRef('y.user_id', '=', 'u.id')
            .where('c.is_enabled', '=', true),
        ),
      ]),
    )
    .executeTakeFirst()
  return account !== undefined
}
