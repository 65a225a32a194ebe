import { Problem, type Queries } from '@host/plugin'
import { identityModels, type HostTables } from '../models.ts'

/**
 * Erases a user from every table of the host that has a user in it, including those of later versions.
 * @throws Problem `conflict` for a member
 */
export async function eraseUser(db: Queries<HostTables>, userId: string): Promise<void> {
  const member = await db.selectFrom('memberships').select('id').where('user_id', '=', userId).executeTakeFirst()
  if (member !== undefined) throw new Problem('conflict')
  for (const { table, columns } of identityModels) {
    if (table === 'memberships' || !('user_id' in columns)) continue
    await db
      .deleteFrom(table as 'user_sessions')
      .where('user_id', '=', userId)
      .execute()
  }
  // A slug stays reserved without the person who gave it up.
  await db.updateTable('retired_slugs').set({ retired_by: null }).where('retired_by', '=', userId).execute()
  await db.deleteFrom('users').where('id', '=', userId).execute()
}
