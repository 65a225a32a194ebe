/**
 * Changes to the sign-in of an account concern every workspace of its user: a failed sign-in, and a changed password,
 * address or second factor. The change of the account is recorded as given; each workspace gets one of its own, with
 * neither address nor secret of the account in it.
 */
import type { Queries } from '@host/plugin'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { ChangeOf, DomainChange } from '../domain-changes/domain-change.ts'
import type { MemberAccountFacts } from '../domain-changes/member-account-changes.ts'
import type { HostTables } from './models.ts'

type AccountKind =
  | 'session.refused'
  | 'second_factor.refused'
  | 'passkey.refused'
  | 'user.password_set'
  | 'user.password_changed'
  | 'user.password_reset'
  | 'user.email_changed'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'passkey.added'
  | 'passkey.removed'
  | 'recovery_codes.renewed'

type AccountChange = ChangeOf<AccountKind>
type MemberKind = keyof MemberAccountFacts

/** A workspace's form of a change of an account, before the workspace is known. */
type MemberChange = { readonly [Kind in MemberKind]: Omit<ChangeOf<Kind>, 'orgId' | 'userId' | 'actorId'> }[MemberKind]

const password = (how: 'set' | 'changed' | 'reset') => (): MemberChange => ({ kind: 'auth.password_changed', how })
const factor = (method: 'totp' | 'passkey' | 'recovery', how: 'added' | 'removed' | 'renewed') => (): MemberChange => ({
  kind: 'auth.second_factor_changed',
  method,
  how,
})

type AccountChanges = { readonly [Kind in AccountKind]: (change: ChangeOf<Kind>) => MemberChange }

/** By the kind of the change of the account. */
export const accountChanges: AccountChanges = {
  'session.refused': (change) => failed('password', change),
  'second_factor.refused': (change) => failed(change.method ?? 'totp', change),
  'passkey.refused': (change) => failed('passkey', change),
  'user.password_set': password('set'),
  'user.password_changed': password('changed'),
  'user.password_reset': password('reset'),
  'user.email_changed': () => ({ kind: 'auth.email_changed' }),
  'second_factor.enabled': factor('totp', 'added'),
  'second_factor.disabled': factor('totp', 'removed'),
  'passkey.added': factor('passkey', 'added'),
  'passkey.removed': factor('passkey', 'removed'),
  'recovery_codes.renewed': factor('recovery', 'renewed'),
}

type FailedChange = ChangeOf<'session.refused' | 'second_factor.refused' | 'passkey.refused'>

function failed(
  method: MemberAccountFacts['auth.sign_in_failed']['method'],
  { repeated }: Pick<FailedChange, 'repeated'>,
): MemberChange {
  return { kind: 'auth.sign_in_failed', method, repeats: repeated?.repeats }
}

/** Dependencies of the trail. */
export interface AccountTrailParts {
  readonly recorder: ChangeRecorder
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

/** Records the changes of identity, of which the workspaces of an account see those to its sign-in. */
export function accountTrail({ recorder, workspacesOf }: AccountTrailParts): ChangeRecorder {
  return Object.freeze<ChangeRecorder>({
    record: async (change) => {
      await recorder.record(change)
      if (!isOfAccount(change) || change.userId === undefined) return
      const { userId, actorId } = change
      const told = memberChangeOf(change)
      for (const orgId of await workspacesOf(userId)) await recorder.record({ ...told, orgId, actorId, userId })
    },
  })
}

function isOfAccount(change: DomainChange): change is AccountChange {
  return Object.hasOwn(accountChanges, change.kind)
}

function memberChangeOf<Kind extends AccountKind>(change: ChangeOf<Kind>): MemberChange {
  return accountChanges[change.kind](change)
}
