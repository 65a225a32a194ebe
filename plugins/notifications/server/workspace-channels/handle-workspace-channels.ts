/**
 * Sends notifications to the channels of a workspace.
 *
 *   notification to a role ──► one atomic job per notification ──► one job per channel that wants its category
 *
 * So a repeated job queues nothing twice. Messages are retried, and channels switched off, as those of users.
 */
import { createHash } from 'node:crypto'
import { Clock, Jobs, Notifications, type NotificationMessage, type PluginContext, requireService } from '@host/plugin'
import { NotificationChannels } from '@host/plugin/platform'
import { kindOf } from '../channels/channel-fields.ts'
import { failed, working } from '../channels/channel-state.ts'
import { nextAttempt } from '../channels/next-attempt.ts'
import { isUsed } from '../delivery/delivery-channels.ts'
import { isDecided } from '../delivery/handle-settling.ts'
import { deliverToChannels, sendToWorkspaceChannel } from '../delivery/jobs.ts'
import type { SentNotification } from '../delivery/sent-notification.ts'
import { texts } from '../i18n.ts'
import type { Tables, WorkspaceQueries } from '../models.ts'
import { isEnabled } from '../preferences/categories.ts'
import type { WorkspaceChannelParts } from './mount-workspace-channels.ts'
import type { Workspace, WorkspaceChannelStore } from './workspace-channel-store.ts'

type Row = Awaited<ReturnType<WorkspaceChannelStore['read']>>

/** Says how the jobs of workspaces' channels are done. */
export function handleWorkspaceChannels(ctx: PluginContext<Tables>, parts: WorkspaceChannelParts): void {
  const { categories, store } = parts
  const [jobs, clock] = [requireService(ctx, Jobs), requireService(ctx, Clock)]

  /** The slug of the workspace; undefined if the notification must not be sent any more. */
  const slugIfWanted = async (db: WorkspaceQueries, orgId: string, notice: SentNotification) => {
    const category = categories.find(notice.category)
    if (category === undefined || !(await isEnabled(ctx, orgId, category))) return undefined
    if (notice.askedAs !== null && (await isDecided(db, notice.askedAs))) return undefined
    return await openSlug(db)
  }

  jobs.handle(deliverToChannels, async ({ db, orgId }, { notice }) => {
    if ((await slugIfWanted(db, orgId, notice)) === undefined) return
    for (const channel of await store.list(db)) {
      const input = { notice, channelId: channel.id, dueAt: clock.now() }
      const options = { lane: channel.id, ...onceWaiting(channel.id, notice) }
      if (isWantedBy(channel, notice)) await jobs.enqueue(orgId, sendToWorkspaceChannel, input, options)
    }
  })

  jobs.handle(sendToWorkspaceChannel, async ({ db, orgId, jobId, again, signal }, { notice, channelId, dueAt }) => {
    const [channel, slug] = [await store.find(db, channelId), await slugIfWanted(db, orgId, notice)]
    // Deleted, switched off or changed meanwhile.
    if (channel === undefined || slug === undefined || !isWantedBy(channel, notice)) return undefined
    const kind = kindOf(ctx, channel.kind)
    if (kind === undefined) return undefined
    try {
      await kind.send(await store.open(orgId, channel), messageOf(ctx, { jobId, slug, channel, notice }), signal)
    } catch (error) {
      // A send aborted by the stop of the host says nothing about the destination.
      if (signal.aborted) throw error
      const isOff = await recordFailure({ db, orgId }, channel, error)
      const delay = isOff ? undefined : nextAttempt(clock.now(), dueAt)
      return delay === undefined ? undefined : again(delay)
    }
    if (channel.state === 'failing') await store.changeAsRead(db, channel, working)
    return undefined
  })

  /** Notifies the admins of the workspace if the channel is off by now. @returns whether it is */
  async function recordFailure({ db, orgId }: Workspace, channel: Row, thrown: unknown): Promise<boolean> {
    const health = failed(channel, thrown, clock.now())
    return await db.transaction(async (tx) => {
      const isOff = (await store.changeAsRead(tx, channel, health)) && health.state === 'off'
      if (isOff) {
        await ctx.lookup(Notifications)?.notify(ctx.name, {
          to: { orgId, role: 'admin' },
          category: 'channels',
          title: texts('workspaceChannel.off', { name: channel.name }),
          body: texts('channel.offBody', { error: health.error }),
          path: '/settings/workspace-channels',
          key: `channel:${channel.id}`,
        })
      }
      return isOff
    })
  }
}

/** A workspace that is suspended, or about to be erased, sends nothing. */
async function openSlug(db: WorkspaceQueries): Promise<string | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('slug')
    .where('erase_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return row?.slug
}

function isWantedBy({ state, categories }: Row, { category }: SentNotification): boolean {
  return isUsed(state) && categories.includes(category)
}

/** A repeat under the same key is dropped while the first one still waits for the channel. */
function onceWaiting(channelId: string, { category, key }: SentNotification): { readonly uniqueKey?: string } {
  if (key === null) return {}
  const plugin = category.split('.', 1)[0] ?? ''
  return { uniqueKey: `${channelId}.${createHash('sha256').update(`${plugin}:${key}`).digest('base64url')}` }
}

interface ChannelMessage {
  readonly jobId: string
  readonly slug: string
  readonly channel: Row
  readonly notice: SentNotification
}

/** The ID is that of the job, so that the receiver of a webhook recognizes a repeat. */
function messageOf(
  ctx: PluginContext<Tables>,
  { jobId, slug, channel: { language }, notice: { title, body, path } }: ChannelMessage,
): NotificationMessage {
  const url = path === null ? undefined : ctx.lookup(NotificationChannels)?.addressOf(`/admin/@${slug}${path}`)
  return { id: jobId, title: title[language], body: body?.[language], url, language }
}
