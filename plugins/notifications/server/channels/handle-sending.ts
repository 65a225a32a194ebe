/**
 * Sends notifications to users' channels. A destination that does not answer is not a fault of this host: its message
 * is retried for a day with growing delays, and a channel without a delivery for days is switched off.
 */
import { Clock, Jobs, Notifications, type NotificationMessage, type PluginContext, requireService } from '@host/plugin'
import { texts } from '../i18n.ts'
import { instanceOrgId, type AllQueries, type BothLanguages, type Tables } from '../models.ts'
import type { Outgoing, OutgoingNotifications } from '../emails/outgoing-notifications.ts'
import { sendNotification } from '../delivery/jobs.ts'
import { isUsed } from '../delivery/delivery-channels.ts'
import { kindOf } from './channel-fields.ts'
import { failed, working } from './channel-state.ts'
import type { ChannelStore } from './channel-store.ts'
import { nextAttempt } from './next-attempt.ts'

type Row = NonNullable<Awaited<ReturnType<ChannelStore['find']>>>

export interface SendingParts {
  readonly channels: ChannelStore
  readonly outgoing: OutgoingNotifications
}

/** Says how the jobs that send are done. */
export function handleSending(ctx: PluginContext<Tables>, { channels, outgoing }: SendingParts): void {
  const clock = requireService(ctx, Clock)
  requireService(ctx, Jobs).handle(sendNotification, async ({ again, signal }, { noticeId, channelId, dueAt }) => {
    const [channel, notification] = [await channels.find(channelId), await outgoing.take(noticeId)]
    // Deleted or switched off meanwhile, or read in the product while it waited.
    if (channel === undefined || notification === undefined || !isUsed(channel.state)) return undefined
    const kind = kindOf(ctx, channel.kind)
    if (kind === undefined) return undefined
    try {
      await kind.send(await channels.open(channel), messageOf(notification), signal)
    } catch (error) {
      // A send aborted by the stop of the host says nothing about the destination.
      if (signal.aborted) throw error
      const isOver = await recordFailure(channel, error)
      const delay = isOver ? undefined : nextAttempt(clock.now(), dueAt)
      return delay === undefined ? undefined : again(delay)
    }
    if (channel.state === 'failing') await channels.changeAsRead(channel, working)
    return undefined
  })

  /** @returns whether the channel is off by now */
  async function recordFailure(channel: Row, thrown: unknown): Promise<boolean> {
    const health = failed(channel, thrown, clock.now())
    const isOver = health.state === 'off'
    const isChanged = await channels.changeAsRead(channel, health, async (db) => {
      if (isOver) await notifyOwner(ctx, db, { channel, error: health.error })
    })
    return isChanged && isOver
  }
}

function messageOf({ id, title, body, url, language }: Outgoing): NotificationMessage {
  return { id, title: title[language], body: body?.[language], url, language }
}

/**
 * Notifies the owner in the inbox that a channel is off, in any of their workspaces, since it belongs to none. Part of the
 * transaction that switches it off, so that the notification is neither lost nor sent twice.
 */
async function notifyOwner(
  ctx: PluginContext<Tables>,
  db: AllQueries,
  { channel: { id, user_id: userId, name }, error }: { readonly channel: Row; readonly error: BothLanguages },
): Promise<void> {
  const home = await db
    .selectFrom('memberships')
    .select('org_id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirst()
  const orgId = home?.org_id
  if (orgId === undefined || orgId === instanceOrgId) return
  await ctx.lookup(Notifications)?.notify(ctx.name, {
    to: { orgId, userId },
    category: 'channels',
    title: texts('channel.off', { name }),
    body: texts('channel.offBody', { error }),
    path: '/settings/notification-settings',
    key: `channel:${id}`,
  })
}
