import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * For how many accounts a provider is the last way to sign in: they have no password, no passkey, and no account at
 * another provider that is switched on. Lock them first.
 */
export async function countStranded(db: Queries<HostTables>, providerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users as u')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('u.password_hash', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('external_identities as x')
          .select('x.id')
          .whereRef('x.user_id', '=', 'u.id')
          .where('x.provider_id', '=', providerId),
      ),
    )
    .where(({ exists, not, or, selectFrom }) =>
      not(
        or([
          exists(selectFrom('passkeys as k').select('k.id').whereRef('k.user_id', '=', 'u.id')),
          exists(
            selectFrom('external_identities as y')
              .innerJoin('sign_in_providers as p', 'p.id', 'y.provider_id')
              .select('y.id')
              .whereRef('y.user_id', '=', 'u.id')
              .where('y.provider_id', '<>', providerId)
              .where('p.is_enabled', '=', true),
          ),
          exists(
            selectFrom('external_identities as z')
              .innerJoin('sso_connections as c', 'c.id', 'z.provider_id')
              .select('z.id')
              .whereRef('z.user_id', '=', 'u.id')
              .where('z.provider_id', '<>', providerId)
              .where('c.is_enabled', '=', true),
          ),
        ]),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
