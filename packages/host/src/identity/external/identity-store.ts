import type { Queries } from '@host/plugin'
import type { LinkedIdentity } from '@host/plugin/platform'
import { normalizeEmail } from '../accounts/email.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import type { Provider } from './provider.ts'
import type { RemotePerson } from './remote.ts'

/** Links an external account, inside a transaction; false when it is already linked to any user. */
export async function insertIdentity(
  db: Queries<HostTables>,
  given: { readonly userId: string; readonly provider: Provider; readonly person: RemotePerson; readonly at: string },
): Promise<boolean> {
  const { userId, provider, person, at } = given
  const inserted = await db
    .insertInto('external_identities')
    .values({
      issuer: person.issuer,
      subject: person.subject,
      user_id: userId,
      provider_id: provider.id,
      email: shownEmail(person),
      created_at: at,
      last_used_at: at,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Records a use of a linked identity. @returns its user; undefined for an unlinked one */
export async function touchIdentity(
  db: Queries<HostTables>,
  person: RemotePerson,
  at: string,
): Promise<string | undefined> {
  const used = await db
    .updateTable('external_identities')
    .set({ last_used_at: at, email: shownEmail(person) })
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id
}

/** The linked identities of a user, the oldest link first. */
export async function listIdentities(db: HostDatabase, userId: string): Promise<readonly LinkedIdentity[]> {
  const rows = await db
    .selectFrom('external_identities as x')
    .leftJoin('sign_in_providers as p', 'p.id', 'x.provider_id')
    .leftJoin('sso_connections as c', 'c.id', 'x.provider_id')
    .leftJoin('workspaces as w', 'w.id', 'c.org_id')
    .select(['x.id', 'x.issuer', 'x.email', 'x.created_at as createdAt', 'x.last_used_at as lastUsedAt'])
    .select(['p.key', 'p.label', 'c.org_id as orgId', 'w.name as workspace'])
    .where('x.user_id', '=', userId)
    .orderBy('x.id')
    .limit(100)
    .execute()
  return rows.map(({ issuer, key, label, orgId, workspace, ...row }) => ({
    ...row,
    provider: key ?? orgId ?? '',
    label: label ?? workspace ?? new URL(issuer).host,
  }))
}

function shownEmail({ email }: RemotePerson): string | null {
  return (email === undefined ? undefined : normalizeEmail(email)) ?? null
}
