/**
 * How many workspaces one person may own. Every way to become an owner passes here inside its own transaction and holds
 * the row of the person until that ends: of two at once at the limit the second one counts the first.
 *
 * A workspace that waits for its erasure does not count, restoring it does. Instance admins are exempt, since they set
 * the limit. Locks are taken in the order workspace, account, slug.
 */
import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { lockAccount } from '../sign-in/lock-account.ts'

/** The limit where no setting of the instance says otherwise. */
export const defaultMostOwned = 20

/** Reads how many workspaces one person may own now. */
export type MostOwned = () => Promise<number>

/** A person who is about to own one more workspace. */
export interface NextOwner {
  readonly userId: string
  /** The person who makes the change, who reads the refusal. */
  readonly actorId: string
  /** Read before the transaction begins. */
  readonly mostOwned: number
}

/** @throws Problem `not_found` for an account that is gone, `conflict` at the limit */
export async function admitOwner(db: Queries<HostTables>, { userId, actorId, mostOwned }: NextOwner): Promise<void> {
  if (!(await lockAccount(db, userId))) throw new Problem('not_found')
  if (await isExempt(db, userId)) return
  const owned = await db
    .selectFrom('memberships as m')
    .innerJoin('workspaces as w', 'w.id', 'm.org_id')
    .select('m.id')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('w.erase_at', 'is', null)
    .limit(mostOwned)
    .execute()
  if (owned.length >= mostOwned) throw userId === actorId ? ownsTooMany(mostOwned) : theyOwnTooMany(mostOwned)
}

/** Whether the budgets by person leave an account out. */
export async function isExempt(db: Queries<HostTables>, userId: string): Promise<boolean> {
  const account = await db.selectFrom('users').select('is_instance_admin').where('id', '=', userId).executeTakeFirst()
  return account?.is_instance_admin === true
}

function ownsTooMany(most: number): Problem {
  return new Problem('conflict', {
    detail: {
      en: `You've reached the limit of ${most} ${most === 1 ? 'workspace' : 'workspaces'} that one person can own.`,
      zh: `您拥有的工作区已达到每人 ${most} 个的上限。`,
    },
    nextStep: {
      en: 'Delete or transfer a workspace, or ask an instance admin to raise the limit.',
      zh: '请先删除或转让一个工作区，或请实例管理员提高上限。',
    },
  })
}

function theyOwnTooMany(most: number): Problem {
  return new Problem('conflict', {
    detail: {
      en: `This person has reached the limit of ${most} ${most === 1 ? 'workspace' : 'workspaces'} that one person can own.`,
      zh: `此人拥有的工作区已达到每人 ${most} 个的上限。`,
    },
    nextStep: {
      en: 'Choose another role or person, or ask an instance admin to raise the limit.',
      zh: '请选择其他角色或其他人，或请实例管理员提高上限。',
    },
  })
}
