import { Problem, type Queries } from '@host/plugin'
import { endAccess } from '../accounts/end-access.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import type { HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import type { AccountTarget } from './change-account.ts'
import type { PeopleParts } from './people-service.ts'

/** No mail ever reaches this domain (RFC 2606, §2). */
const nowhere = 'released.invalid'

/**
 * Takes the address back from an account that never proved it, so that its owner can get an account. The old account is
 * disabled and keeps its data. @throws as `PeopleService.releaseAddress`
 */
export async function releaseAddress(
  { db, live, recorder, clock }: PeopleParts,
  { actorId, userId }: AccountTarget,
): Promise<void> {
  await db.transaction(async (queries) => {
    await lockAccount(queries, userId)
    const email = await unprovenAddress(queries, userId)
    await queries
      .updateTable('users')
      .set({ email: `${userId}@${nowhere}`, is_email_verified: false, disabled_at: iso(clock()) })
      .where('id', '=', userId)
      .execute()
    await endAccess(queries, userId)
    await recorder.record({ kind: 'user.address_released', actorId, userId, email })
  })
  await live.forget({ userId })
}

async function unprovenAddress(queries: Queries<HostTables>, userId: string): Promise<string> {
  const account = await queries
    .selectFrom('users')
    .select(['email', 'is_mailbox_proven as isProven', 'is_instance_admin as isInstanceAdmin'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) throw new Problem('not_found')
  if (account.isProven || account.isInstanceAdmin || account.email.endsWith(`@${nowhere}`)) throw keepsAddress()
  return account.email
}

function keepsAddress(): Problem {
  return new Problem('conflict', {
    detail: {
      en: "This address can't be released: it is verified, already released, or belongs to an instance admin.",
      zh: '无法释放此账户的邮箱地址：该地址已验证归属、已被释放，或属于实例管理员。',
    },
    nextStep: { en: 'Disable the account instead.', zh: '可改为停用该账户。' },
  })
}
