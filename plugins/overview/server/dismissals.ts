import type { WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'

type Person = Pick<WorkspaceScope<Tables>, 'db' | 'userId'>

/** Whether a person has put the first steps of the workspace away. */
export async function isDismissed({ db, userId }: Person): Promise<boolean> {
  const found = await db.selectFrom('overview_dismissals').select('id').where('user_id', '=', userId).executeTakeFirst()
  return found !== undefined
}

/** Puts the first steps away, or brings them back. */
export async function setDismissed({ db, userId }: Person, dismissed: boolean): Promise<void> {
  if (!dismissed) return removeDismissal(db, userId)
  await db
    .insertInto('overview_dismissals')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .execute()
}

/** Removes a user's dismissal. */
export async function removeDismissal(db: Person['db'], userId: string): Promise<void> {
  await db.deleteFrom('overview_dismissals').where('user_id', '=', userId).execute()
}
