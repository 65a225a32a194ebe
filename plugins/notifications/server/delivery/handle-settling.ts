import { Clock, Jobs, Live, type PluginContext, requireService } from '@host/plugin'
import type { AllQueries, Tables } from '../models.ts'
import { settle } from './jobs.ts'

/**
 * Publishes the outcome of a question: all recipients see it in place of the buttons, get a live update, and have the
 * notification marked as read, so that no email asks for a decision that was made.
 */
export function handleSettling(ctx: PluginContext<Tables>): void {
  const clock = requireService(ctx, Clock)
  requireService(ctx, Jobs).handle(settle, async ({ db }, { askedAs, outcome }) => {
    const at = new Date(clock.now()).toISOString()
    await db.transaction(async (tx) => {
      await tx
        .insertInto('notifications_outcomes')
        .values({ asked_as: askedAs, outcome, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .updateTable('notifications_notices')
        .set({ read_at: at, unread_as: null })
        .where('asked_as', '=', askedAs)
        .where('read_at', 'is', null)
        .execute()
      const asked = await tx
        .selectFrom('notifications_notices')
        .select('user_id')
        .where('asked_as', '=', askedAs)
        .execute()
      const userIds = asked.map(({ user_id: userId }) => userId)
      ctx.lookup(Live)?.changedFor(userIds, ['/api/notifications'])
    })
  })
}

/** Whether a question of a workspace is decided, so that no further recipient is asked. */
export async function isDecided(db: Pick<AllQueries, 'selectFrom'>, askedAs: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications_outcomes')
    .select('id')
    .where('asked_as', '=', askedAs)
    .executeTakeFirst()
  return row !== undefined
}
