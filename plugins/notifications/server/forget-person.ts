import type { PluginContext, WorkspaceContext } from '@host/plugin'
import type { Tables } from './models.ts'

/** A former member keeps no notifications of the workspace. */
export async function forgetMember({ db }: WorkspaceContext<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('notifications_notices').where('user_id', '=', userId).execute()
}

/** Erases the rows of a deleted account. */
export async function forgetPerson(ctx: PluginContext<Tables>, userId: string): Promise<void> {
  const db = ctx.db.asInstance('erase the data of a deleted account')
  await db.batch([
    db.deleteFrom('notifications_notices').where('user_id', '=', userId),
    db.deleteFrom('notifications_channels').where('user_id', '=', userId),
    db.deleteFrom('notifications_people').where('user_id', '=', userId),
  ])
}
