import { Problem, type Queries } from '@host/plugin'
import type { AccountChanges } from '@host/plugin/platform'
import type { AccountRights } from '../../domain-changes/account-changes.ts'
import { endAccess } from '../accounts/end-access.ts'
import { instanceTokens } from '../api-tokens/models.ts'
import { deleteTokensIn } from '../api-tokens/token-store.ts'
import type { HostTables } from '../models.ts'
import { endAllSupport } from '../support/end-support.ts'
import { iso } from '../../support/time.ts'
import { checkKeepsAdmin } from './keeps-admin.ts'
import type { PeopleParts } from './people-service.ts'

/** An account, and the person who acts on it. */
export interface AccountTarget {
  /** Undefined for the operator, who acts by a command and has no account. */
  readonly actorId: string | undefined
  readonly userId: string
}

/** Dependencies of a change. */
export type AccountChangeParts = Omit<PeopleParts, 'mail'>

/** Changes the rights of an account, and ends its sessions when they differ. @throws as `PeopleService.change` */
export async function changeAccount(
  { db, live, recorder, clock }: AccountChangeParts,
  { actorId, userId }: AccountTarget,
  changes: AccountChanges,
): Promise<void> {
  const changed = await db.transaction(async (queries) => {
    const before = await standingOf(queries, userId)
    const after = { ...before, ...withoutUndefined(changes) }
    if (after.isDisabled && !before.isDisabled && userId === actorId) throw keepsOneselfOut()
    const losesAdmin = before.isInstanceAdmin && (!after.isInstanceAdmin || after.isDisabled)
    if (losesAdmin) await checkKeepsAdmin(queries, userId)
    const kinds = kindsOf(before, after)
    if (kinds.length === 0) return false
    await queries
      .updateTable('users')
      .set({
        is_instance_admin: after.isInstanceAdmin,
        ...(after.isDisabled === before.isDisabled ? {} : { disabled_at: after.isDisabled ? iso(clock()) : null }),
      })
      .where('id', '=', userId)
      .execute()
    // Tokens of the instance end with the flag, and are not there again when it is given back.
    if (!after.isInstanceAdmin) await deleteTokensIn(queries, instanceTokens, userId)
    await endAccess(queries, userId)
    if (losesAdmin) await endAllSupport(queries, recorder, { of: { userId }, actorId, how: 'session', now: clock() })
    for (const kind of kinds) await recorder.record({ kind, actorId, userId, before, after })
    return true
  })
  if (changed) await live.forget({ userId })
}

/** Ends every session of an account. @throws Problem `not_found` */
export async function signOutAccount(
  { db, live, recorder }: AccountChangeParts,
  { actorId, userId }: AccountTarget,
): Promise<void> {
  await db.transaction(async (queries) => {
    await standingOf(queries, userId)
    await endAccess(queries, userId)
    await recorder.record({ kind: 'user.signed_out', actorId, userId })
  })
  await live.forget({ userId })
}

async function standingOf(db: Queries<HostTables>, userId: string): Promise<AccountRights> {
  const found = await db
    .selectFrom('users')
    .select(['is_instance_admin as isInstanceAdmin', 'disabled_at as disabledAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (found === undefined) throw new Problem('not_found')
  return { isInstanceAdmin: found.isInstanceAdmin, isDisabled: found.disabledAt !== null }
}

function withoutUndefined({ isInstanceAdmin, isDisabled }: AccountChanges): Partial<AccountRights> {
  return { ...(isInstanceAdmin !== undefined && { isInstanceAdmin }), ...(isDisabled !== undefined && { isDisabled }) }
}

type RightsChange = 'admin.made' | 'admin.unmade' | 'user.disabled' | 'user.enabled'

function kindsOf(before: AccountRights, after: AccountRights): readonly RightsChange[] {
  const kinds: RightsChange[] = []
  if (after.isInstanceAdmin !== before.isInstanceAdmin) {
    kinds.push(after.isInstanceAdmin ? 'admin.made' : 'admin.unmade')
  }
  if (after.isDisabled !== before.isDisabled) kinds.push(after.isDisabled ? 'user.disabled' : 'user.enabled')
  return kinds
}

function keepsOneselfOut(): Problem {
  return new Problem('conflict', {
    detail: { en: "You can't disable your own account.", zh: '无法停用您自己的账户。' },
    nextStep: { en: 'Ask another instance admin.', zh: '请由其他实例管理员操作。' },
  })
}
