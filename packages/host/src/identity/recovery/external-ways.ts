import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/** How an account signs in without a password of this instance. */
export type ExternalWay =
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'sso'; readonly workspace: string }

/**
 * A linked provider that is switched on, or else the single sign-on of the account's only workspace. A passkey is none: a
 * new password is the way back in when it is lost.
 */
export async function externalWayOf(db: Queries<HostTables>, userId: string): Promise<ExternalWay | undefined> {
  const provider = await db
    .selectFrom('external_identities as x')
    .innerJoin('sign_in_providers as p', 'p.id', 'x.provider_id')
    .select('p.label')
    .where('x.user_id', '=', userId)
    .where('p.is_enabled', '=', true)
    .orderBy('x.id', 'desc')
    .executeTakeFirst()
  if (provider !== undefined) return { kind: 'provider', provider: provider.label }
  const sso = await db
    .selectFrom('external_identities as x')
    .innerJoin('sso_connections as c', 'c.id', 'x.provider_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.org_id', '=', 'c.org_id').onRef('m.user_id', '=', 'x.user_id'),
    )
    .innerJoin('workspaces as w', 'w.id', 'c.org_id')
    .select('w.name')
    .where('x.user_id', '=', userId)
    .where('c.is_enabled', '=', true)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'x.user_id')
            .whereRef('other.org_id', '<>', 'c.org_id'),
        ),
      ),
    )
    .executeTakeFirst()
  return sso === undefined ? undefined : { kind: 'sso', workspace: sso.name }
}
