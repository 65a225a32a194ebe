import { Clock, Jobs, type PluginContext, requireService } from '@host/plugin'
import type { AllQueries, Tables } from '../models.ts'
import { sweep } from '../delivery/jobs.ts'
import { mostNotifications } from './most-notifications.ts'

const day = 24 * 3_600_000
/** Retention of read and unread notifications. */
const kept = { read: 90 * day, unread: 365 * day }
const atOnce = 500
const peopleAtOnce = 200

/** Says how the inboxes are kept within bounds: every night, some people at a time. */
export function handleSweep(ctx: PluginContext<Tables>): void {
  const [jobs, clock] = [requireService(ctx, Jobs), requireService(ctx, Clock)]
  jobs.handle<typeof sweep.input, 'instance', Tables>(sweep, async ({ db: queries, signal }, { after }) => {
    if (after === null) {
      await removeOld(queries, clock.now(), signal)
      await removeOutcomes(queries, clock.now(), signal)
    }
    const userIds = await fullInboxes(queries, after)
    for (const userId of userIds) await removeBeyond(queries, userId)
    const last = userIds.length < peopleAtOnce ? undefined : userIds.at(-1)
    if (last !== undefined) await jobs.enqueueForInstance(sweep, { after: last })
  })
  jobs.schedule(sweep, '17 3 * * *', { input: { after: null } })
}

/** In one walk along the ids, and in short transactions: others write meanwhile. */
async function removeOld(db: AllQueries, now: number, signal: AbortSignal): Promise<void> {
  const before = (age: number): string => new Date(now - age).toISOString()
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const found = await db
      .selectFrom('notifications_notices')
      .select('id')
      .where('id', '>', after)
      .where((where) =>
        where.or([where('read_at', '<', before(kept.read)), where('created_at', '<', before(kept.unread))]),
      )
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('notifications_notices').where('id', 'in', ids).execute()
    if (ids.length < atOnce) return
    after = ids.at(-1) ?? ''
  }
}

/** No notification is older than an outcome that goes. */
async function removeOutcomes(db: AllQueries, now: number, signal: AbortSignal): Promise<void> {
  const before = new Date(now - kept.unread - day).toISOString()
  for (;;) {
    signal.throwIfAborted()
    const old = await db
      .selectFrom('notifications_outcomes')
      .select('id')
      .where('created_at', '<', before)
      .limit(atOnce)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('notifications_outcomes').where('id', 'in', ids).execute()
    if (ids.length < atOnce) return
  }
}

async function fullInboxes(db: AllQueries, after: string | null): Promise<readonly string[]> {
  const all = db
    .selectFrom('notifications_notices')
    .select('user_id')
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll<number>(), '>', mostNotifications)
  const rest = after === null ? all : all.where('user_id', '>', after)
  return (await rest.orderBy('user_id').limit(peopleAtOnce).execute()).map(({ user_id: userId }) => userId)
}

async function removeBeyond(db: AllQueries, userId: string): Promise<void> {
  const oldest = await db
    .selectFrom('notifications_notices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(mostNotifications)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await db.deleteFrom('notifications_notices').where('user_id', '=', userId).where('id', '<=', oldest.id).execute()
}
