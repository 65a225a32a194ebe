import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * Makes changes of how an account signs in come one after the other, inside a transaction: of two ways that are taken
 * away at once, the second finds itself to be the last.
 */
export async function lockAccount(db: Queries<HostTables>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({ email: set.ref('email') }))
    .where('id', '=', userId)
    .execute()
}

/** Refuses to unlink an identity that is somebody's last way to sign in. @throws Problem `last_method` */
export async function requireOtherWay(db: Queries<HostTables>, userId: string, identityId: string): Promise<void> {
  const other = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.password_hash', 'is not', null),
        exists(selectFrom('passkeys as k').select('k.id').where('k.user_id', '=', userId)),
        exists(
          selectFrom('external_identities as x')
            .select('x.id')
            .where('x.user_id', '=', userId)
            .where('x.id', '<>', identityId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (other === undefined) throw new Problem('last_method')
}

/** Whose last way to sign in the identities of a provider are: how many accounts. */
export async function countStranded(db: Queries<HostTables>, providerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users as u')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('u.password_hash', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      exists(
        selectFrom('external_identities as x')
          .select('x.id')
          .whereRef('x.user_id', '=', 'u.id')
          .where('x.provider_id', '=', providerId),
      ).and(not(exists(selectFrom('passkeys as k').select('k.id').whereRef('k.user_id', '=', 'u.id')))),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('external_identities as y')
            .select('y.id')
            .whereRef('y.user_id', '=', 'u.id')
            .where('y.provider_id', '<>', providerId),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
