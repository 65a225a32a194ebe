import * as z from 'zod/mini'
import {
  defineJob,
  Problem,
  type Notification,
  type NotificationCategory,
  type PluginContext,
  type Queries,
} from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { openStates, type LockedMessage } from './locked-message.ts'

const delayedAfter = 4 * 3_600_000

/** Notifies the sender of a message that waits for some hours, once. */
export const delayJob = defineJob({ name: 'delayed', input: z.strictObject({ outgoingId: z.string() }) })

export const sendingNotifications: readonly NotificationCategory[] = [
  { id: 'sending', title: 'Emails that were not delivered', byMail: true },
]

const pathOf = (id: string): string => `/mail/log/${id}`

/** Notifies the sender of recipients that did not get the message, as a part of a transaction. */
export async function notifyOfFailure(
  { ctx }: Pick<Parts, 'ctx'>,
  { message, addresses }: { readonly message: LockedMessage; readonly addresses: readonly string[] },
): Promise<void> {
  const { id, org_id: orgId, created_by: userId, subject } = message
  if (userId === null || addresses.length === 0) return
  const shown = shownAddresses(addresses)
  await notify(ctx, {
    to: { orgId, userId },
    category: 'sending',
    key: `failed:${id}`,
    path: pathOf(id),
    title: { en: 'An email was not delivered', zh: '邮件未送达' },
    body: {
      en: `“${shownSubject(subject)}” to ${shown}. Open the message log for the reason.`,
      zh: `“${shownSubject(subject)}”（收件人：${shown}）。原因见发送日志。`,
    },
  })
}

function shownAddresses(addresses: readonly string[]): string {
  const first = addresses.slice(0, 3).join(', ')
  return addresses.length > 3 ? `${first} (+${addresses.length - 3})` : first
}

function shownSubject(subject: string): string {
  return subject.length > 100 ? `${subject.slice(0, 100).toWellFormed()}…` : subject
}

/** Looks once more, four hours after sending began. A part of the transaction that records the first failed attempt. */
export async function expectDelay(
  { jobs, clock }: Pick<Parts, 'jobs' | 'clock'>,
  message: LockedMessage,
): Promise<void> {
  if (message.created_by === null || message.began_at === null) return
  const delay = Math.max(0, Date.parse(message.began_at) + delayedAfter - clock())
  await jobs.enqueue(message.org_id, delayJob, { outgoingId: message.id }, { delay, uniqueKey: message.id })
}

export function handleDelays(parts: Parts): void {
  parts.jobs.handle<typeof delayJob.input, 'workspace', Tables>(delayJob, async ({ db }, { outgoingId }) => {
    await db.transaction((tx) => notifyOfDelay(parts, tx, outgoingId))
  })
}

async function notifyOfDelay({ ctx, clock }: Parts, tx: Queries<Tables>, id: string): Promise<void> {
  const waiting = await tx
    .selectFrom('mail_recipients')
    .select('address')
    .where('outgoing_id', '=', id)
    .where('state', 'in', openStates)
    .orderBy('id')
    .limit(100)
    .execute()
  if (waiting.length === 0) return
  const message = await tx
    .updateTable('mail_outgoing')
    .set({ delay_told_at: new Date(clock()).toISOString() })
    .where('id', '=', id)
    .where('delay_told_at', 'is', null)
    .returning(['org_id', 'created_by', 'subject'])
    .executeTakeFirst()
  if (message === undefined || message.created_by === null) return
  const shown = shownAddresses(waiting.map(({ address }) => address))
  await notify(ctx, {
    to: { orgId: message.org_id, userId: message.created_by },
    category: 'sending',
    key: `delayed:${id}`,
    path: pathOf(id),
    title: { en: 'An email is delayed', zh: '邮件投递延迟' },
    body: {
      en: `“${shownSubject(message.subject)}” to ${shown}. Further attempts follow by themselves.`,
      zh: `“${shownSubject(message.subject)}”（收件人：${shown}）。系统会自动继续尝试。`,
    },
  })
}

/** In a build without notifications the log says it all the same. */
async function notify(ctx: Pick<PluginContext<Tables>, 'notify'>, notification: Notification): Promise<void> {
  try {
    await ctx.notify(notification)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
