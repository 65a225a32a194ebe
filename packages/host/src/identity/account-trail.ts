/**
 * Changes to the sign-in of an account concern every workspace of its user: a failed sign-in, and a changed password,
 * address or second factor. The entry of the instance is written as given; each workspace gets one of its own, with
 * neither address nor secret of the account in it.
 */
import type { Queries } from '@host/plugin'
import type { IdentityAudit, IdentityEntry } from './identity-audit.ts'
import type { HostTables } from './models.ts'

/** A workspace's form of an entry about an account. */
interface AccountChange {
  readonly action: `auth.${string}`
  readonly after: (entry: IdentityEntry) => Readonly<Record<string, unknown>>
}

const failed = (method: string): AccountChange => ({
  action: 'auth.sign_in_failed',
  after: ({ after }) => ({
    method: after?.['method'] ?? method,
    ...(after?.['repeats'] === undefined ? {} : { repeats: after['repeats'] }),
  }),
})
const password = (how: string): AccountChange => ({ action: 'auth.password_changed', after: () => ({ how }) })
const factor = (method: string, how: string): AccountChange => ({
  action: 'auth.second_factor_changed',
  after: () => ({ method, how }),
})

/** By the action of the entry about the account. */
export const accountChanges: ReadonlyMap<string, AccountChange> = new Map([
  ['session.refused', failed('password')],
  ['second_factor.refused', failed('totp')],
  ['passkey.refused', failed('passkey')],
  ['user.password_set', password('set')],
  ['user.password_changed', password('changed')],
  ['user.password_reset', password('reset')],
  ['user.email_changed', { action: 'auth.email_changed', after: () => ({}) }],
  ['second_factor.enabled', factor('totp', 'added')],
  ['second_factor.disabled', factor('totp', 'removed')],
  ['passkey.added', factor('passkey', 'added')],
  ['passkey.removed', factor('passkey', 'removed')],
  ['recovery_codes.renewed', factor('recovery', 'renewed')],
])

/** Dependencies of the trail. */
export interface AccountTrailParts {
  readonly trail: IdentityAudit
  /** The workspaces of an account, read in the transaction of the change. */
  readonly workspacesOf: (userId: string) => Promise<readonly string[]>
}

/** An account change is an entry in so many of its workspaces at most. */
const mostWorkspacesTold = 100

/** The workspaces of an account that an entry about it goes to. @param db as a part of the transaction of the change */
export async function workspacesOfAccount(db: Queries<HostTables>, userId: string): Promise<readonly string[]> {
  const memberships = db.selectFrom('memberships').select('org_id as orgId').where('user_id', '=', userId)
  const rows = await memberships.orderBy('id').limit(mostWorkspacesTold).execute()
  return rows.map(({ orgId }) => orgId)
}

/** The audit log for identity, in which the workspaces of an account see changes to its sign-in. */
export function accountTrail({ trail, workspacesOf }: AccountTrailParts): IdentityAudit {
  return Object.freeze<IdentityAudit>({
    record: async (entry) => {
      await trail.record(entry)
      const change = entry.orgId === undefined ? accountChanges.get(entry.action) : undefined
      const userId = userOf(entry)
      if (change === undefined || userId === undefined) return
      const { actorId } = entry
      const told = { actorId, action: change.action, target: `user:${userId}`, after: change.after(entry) }
      for (const orgId of await workspacesOf(userId)) await trail.record({ ...told, orgId })
    },
  })
}

/** The account that an entry is about: its target, or who changed something of their own. */
function userOf({ target, actorId }: IdentityEntry): string | undefined {
  return target?.startsWith('user:') === true ? target.slice('user:'.length) : actorId
}
