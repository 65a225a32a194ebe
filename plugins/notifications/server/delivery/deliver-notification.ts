/**
 * Delivers a notification to some users.
 *
 *   recipients ──► filtered by their preferences ──► one transaction: inbox rows, unless an equal one is unread there or
 *   this very notification was already delivered, and jobs for the rest: emails, channels, the next digest
 *
 * So a job repeated after a crash notifies no user twice. A batch is small to keep the transaction short; the next
 * batch is a separate job.
 */
import { Jobs, Live, type JobsService, type PluginContext, requireService } from '@host/plugin'
import { canSend } from '../emails/can-send.ts'
import type { AllDatabase, AllQueries, Tables } from '../models.ts'
import type { KnownCategory } from '../preferences/categories.ts'
import { mailDigest, mailNotification, sendNotification } from './jobs.ts'
import type { SentNotification } from './sent-notification.ts'
import {
  deliveryChannels,
  isDelivered,
  isMailed,
  withoutMail,
  type Chosen,
  type DeliveryPlan,
  type OwnChannel,
} from './delivery-channels.ts'

/** Recipients per job. */
export const recipientsAtOnce = 500

/** A notification with its recipients and its database. */
export interface Delivery {
  readonly db: AllDatabase
  /** Undefined for a notification of the instance. */
  readonly orgId: string | undefined
  readonly userIds: readonly string[]
  readonly category: KnownCategory
  readonly notification: SentNotification
  /** The first job that delivered it. */
  readonly toldBy: string
  /** The workspace of the rows where the database does not stamp it. */
  readonly stamp: { readonly org_id: string } | object
  /** Milliseconds since 1970. */
  readonly now: number
}

export async function deliverNotification(ctx: PluginContext<Tables>, delivery: Delivery): Promise<void> {
  const plans = await plansFor(ctx, delivery)
  if (plans.size === 0) return
  const jobs = requireService(ctx, Jobs)
  await delivery.db.transaction(async (db) => {
    const rows = await writeRows(db, delivery, plans)
    for (const { id, user_id: userId } of rows) {
      const own = plans.get(userId)
      if (own !== undefined) await enqueueWays(jobs, { noticeId: id, userId, plans: own, now: delivery.now })
    }
    const seen = rows.map(({ user_id: userId }) => userId).filter((userId) => plans.get(userId)?.inInbox === true)
    ctx.lookup(Live)?.changedFor(seen, ['/api/notifications'])
  })
}

/** Delivery for each user who receives the notification at all. */
async function plansFor(
  ctx: PluginContext<Tables>,
  { db, orgId, userIds, category, now }: Delivery,
): Promise<ReadonlyMap<string, DeliveryPlan>> {
  if (userIds.length === 0) return new Map()
  const people = await db
    .selectFrom('notifications_people')
    .select(['user_id', 'time_zone', 'quiet_hours', 'digest', 'choices'])
    .where('user_id', 'in', userIds)
    .execute()
  const channels = await db
    .selectFrom('notifications_channels')
    .select(['user_id', 'id', 'state'])
    .where('user_id', 'in', userIds)
    .execute()
  const chosen = new Map<string, Chosen>(people.map((person) => [person.user_id, person]))
  const own = Map.groupBy<string, OwnChannel & { readonly user_id: string }>(channels, ({ user_id: id }) => id)
  const planOf = (id: string): DeliveryPlan =>
    deliveryChannels(category, { chosen: chosen.get(id), channels: own.get(id) ?? [], now })
  const plans = userIds.map((id) => [id, planOf(id)] as const)
  // Asked before the transaction, and only where it matters.
  const sendsMail = !plans.some(([, plan]) => isMailed(plan)) || (await canSend(ctx, orgId))
  return new Map(
    plans
      .map(([id, plan]) => [id, sendsMail ? plan : withoutMail(plan)] as const)
      .filter(([, plan]) => isDelivered(plan)),
  )
}

/** @returns the notified users: a user with an equal unread notification is left out */
async function writeRows(
  db: AllQueries,
  { category, notification, toldBy, stamp, now }: Delivery,
  plans: ReadonlyMap<string, DeliveryPlan>,
) {
  const { title, body, path, key, actions, subject, askedAs } = notification
  const shared = {
    ...stamp,
    category: category.key,
    told_by: toldBy,
    is_urgent: category.isUrgent === true,
    title,
    body,
    path,
    actions: actions.length === 0 ? null : actions,
    subject: subject ?? null,
    asked_as: askedAs,
    unread_as: key === null ? null : `${category.key.split('.', 1)[0]}:${key}`,
    created_at: new Date(now).toISOString(),
  }
  const rows = [...plans].map(([userId, { inInbox, digestAt }]) => ({
    ...shared,
    user_id: userId,
    in_inbox: inInbox,
    waits_for_digest: digestAt !== null,
  }))
  return await db
    .insertInto('notifications_notices')
    // The database of a workspace fills in `org_id`, which the type of all workspaces requires.
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id'])
    .execute()
}

interface OnTheWay {
  readonly noticeId: string
  readonly userId: string
  readonly plans: DeliveryPlan
  readonly now: number
}

async function enqueueWays(jobs: JobsService, { noticeId, userId, plans, now }: OnTheWay): Promise<void> {
  const { outsideAt: dueAt, byMail, digestAt, channels } = plans
  const delay = dueAt - now
  if (byMail) await jobs.enqueueForInstance(mailNotification, { noticeId, dueAt }, { delay })
  if (digestAt !== null) {
    // Under its moment too, so that an email that was to come later keeps none back that is wanted sooner.
    const uniqueKey = `${userId}.${digestAt}`
    await jobs.enqueueForInstance(mailDigest, { userId }, { delay: digestAt - now, uniqueKey })
  }
  for (const channelId of channels) {
    await jobs.enqueueForInstance(sendNotification, { noticeId, channelId, dueAt }, { delay, lane: channelId })
  }
}
