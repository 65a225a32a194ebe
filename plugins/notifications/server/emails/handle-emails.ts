/** Queues emails, one for each notification or for several put together. The host sends them, for a day if it has to. */
import { Jobs, type PluginContext, requireService } from '@host/plugin'
import { EmailTemplates, NotificationChannels } from '@host/plugin/platform'
import { oneClickPath } from '../../shared/emails.ts'
import type { AllDatabase, Tables } from '../models.ts'
import type { Categories } from '../preferences/categories.ts'
import { canSend } from './can-send.ts'
import { comesByMail } from '../preferences/ended-emails.ts'
import type { PeopleStore } from '../preferences/people-store.ts'
import { mailDigest, mailNotification } from '../delivery/jobs.ts'
import { sealEmailLink, type EmailKind } from './email-link.ts'
import { digestEmail, notificationContent, notificationEmail, notificationTemplate, type EmailLinks } from './email.ts'
import { emailPage } from './mount-emails.ts'
import type { Outgoing, OutgoingNotifications } from './outgoing-notifications.ts'

export interface EmailParts {
  readonly categories: Categories
  readonly people: PeopleStore
  readonly outgoing: OutgoingNotifications
}

/** Says how the jobs that write emails are done. Each is one transaction, so a crash queues its email once or not at all. */
export function handleEmails(ctx: PluginContext<Tables>, { categories, ...stores }: EmailParts): void {
  const jobs = requireService(ctx, Jobs)
  ctx.lookup(EmailTemplates)?.declare(ctx.name, [notificationTemplate])

  /** Those that are still to come by mail: the reader may have ended such emails while these waited. */
  const stillWanted = async (people: PeopleStore, notifications: readonly Outgoing[]): Promise<readonly Outgoing[]> => {
    const choices = (await people.read(notifications[0]?.userId ?? ''))?.choices ?? null
    return notifications.filter(({ category: key }) => comesByMail(categories.find(key) ?? { key }, choices))
  }

  jobs.handle(mailNotification, async ({ db }, { noticeId }) => {
    const { people, outgoing } = within(stores, db)
    const notification = await outgoing.take(noticeId)
    // Read, or gone, while it waited.
    if (notification === undefined || (await stillWanted(people, [notification])).length === 0) return
    const { orgId } = notification
    const envelope = await envelopeOf(ctx, people, notification)
    if (envelope === undefined) return
    const { to, links } = envelope
    await ctx.sendMail({ to: [to], orgId, ...(await alertOf(ctx, notification, links)) })
  })

  jobs.handle(mailDigest, async ({ db }, { userId }) => {
    const { people, outgoing } = within(stores, db)
    const waiting = await outgoing.waiting(userId)
    const batches = await sendableBatches(ctx, waiting)
    const envelope = await envelopeOf(ctx, people, { userId, category: null })
    if (envelope === undefined) return
    const { to, links } = envelope
    for (const { orgId, notifications: all } of batches) {
      const notifications = await stillWanted(people, all)
      if (notifications.length > 0) await ctx.sendMail({ to: [to], orgId, ...digestEmail(notifications, links) })
      await outgoing.sent(all.map(({ id }) => id))
    }
  })
}

/** The stores as a part of a transaction. */
function within({ people, outgoing }: Pick<EmailParts, 'people' | 'outgoing'>, db: AllDatabase) {
  const own = people.on(db)
  return { people: own, outgoing: outgoing.on(db, own) }
}

/** The email of a notification, with the text that an admin wrote for it. */
async function alertOf(ctx: PluginContext<Tables>, notification: Outgoing, links: EmailLinks) {
  const templates = requireService(ctx, EmailTemplates)
  const { language, orgId } = notification
  const texts = await templates.find({ key: `${ctx.name}.${notificationTemplate.key}`, language }, { orgId })
  if (texts === undefined) return notificationEmail(notification, links)
  return { ...templates.render(texts, notificationContent(notification, links)), unsubscribeUrl: links.oneClick }
}

interface Batch {
  /** Undefined for an email of the instance. */
  readonly orgId: string | undefined
  readonly notifications: readonly Outgoing[]
}

/**
 * All in one email of the instance; where it sends none, one for each workspace. Those of a workspace that sends none wait for
 * no email.
 */
async function sendableBatches(ctx: PluginContext<Tables>, waiting: readonly Outgoing[]): Promise<readonly Batch[]> {
  if (waiting.length === 0) return []
  if (await canSend(ctx)) return [{ orgId: undefined, notifications: waiting }]
  const batches: Batch[] = []
  for (const [orgId, notifications] of Map.groupBy(waiting, (each) => each.orgId)) {
    if (orgId !== undefined) batches.push({ orgId, notifications })
  }
  return batches
}

/** Undefined for a reader without an address of their own, and on an instance that knows no address of its own. */
async function envelopeOf(ctx: PluginContext<Tables>, people: PeopleStore, kind: EmailKind) {
  const to = await people.mailOf(kind.userId)
  const links = await linksOf(ctx, kind)
  if (to === undefined || links === undefined) return undefined
  return { to, links }
}

/** Undefined on an instance that knows no address of its own: its emails could lead nowhere. */
async function linksOf(ctx: PluginContext<Tables>, kind: EmailKind): Promise<EmailLinks | undefined> {
  const channels = ctx.lookup(NotificationChannels)
  const inbox = channels?.addressOf('/admin/notifications')
  const settings = channels?.addressOf('/admin/settings/notification-settings')
  if (inbox === undefined || settings === undefined) return undefined
  const secret = `?token=${encodeURIComponent(await sealEmailLink(ctx, kind))}`
  const [end, oneClick] = [channels?.addressOf(emailPage + secret), channels?.addressOf(oneClickPath + secret)]
  return end === undefined || oneClick === undefined ? undefined : { inbox, settings, end, oneClick }
}
