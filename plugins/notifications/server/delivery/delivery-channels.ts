import { mailChannel } from '../../shared/schemas.ts'
import type { KnownCategory } from '../preferences/categories.ts'
import { nextDigest } from '../preferences/next-digest.ts'
import type { Digest, QuietHours } from '../preferences/own-preferences.ts'
import { quietUntil } from '../preferences/quiet-until.ts'
import type { CategoryRoute } from '../models.ts'

/** Preferences of a user that decide the delivery of a notification. */
export interface Chosen {
  readonly time_zone: string | null
  readonly quiet_hours: QuietHours | null
  readonly digest: Digest | null
  readonly choices: Readonly<Record<string, CategoryRoute>> | null
}

/** State of a user's channel that decides whether it is used. */
export interface OwnChannel {
  readonly id: string
  readonly state: 'unproven' | 'working' | 'failing' | 'off'
}

/** How one notification isDelivered to one person. Moments are milliseconds since 1970. */
export interface DeliveryPlan {
  readonly inInbox: boolean
  /** When it goes out in an email of its own, and by channels; now unless it is quiet. */
  readonly outsideAt: number
  readonly byMail: boolean
  /** When the email that it is put into is due; null for one that is put into none. */
  readonly digestAt: number | null
  readonly channels: readonly string[]
}

/** The plans of a category by default. */
export function defaultRoute({ byMail = false }: Pick<KnownCategory, 'byMail'>): CategoryRoute {
  return { inbox: true, channels: byMail ? [mailChannel] : [] }
}

/** Decides how a notification is delivered to a user. Urgent ones always go to the inbox, at once. */
export function deliveryChannels(
  category: KnownCategory,
  {
    chosen,
    channels,
    now,
  }: { readonly chosen: Chosen | undefined; readonly channels: readonly OwnChannel[]; readonly now: number },
): DeliveryPlan {
  const route = chosen?.choices?.[category.key] ?? defaultRoute(category)
  const isUrgent = category.isUrgent === true
  const timeZone = chosen?.time_zone ?? 'UTC'
  const { quiet_hours: quiet = null, digest = null } = chosen ?? {}
  const wantsMail = route.channels.includes(mailChannel)
  const isCollected = wantsMail && !isUrgent && digest !== null && digest.every !== 'never'
  return {
    inInbox: isUrgent || route.inbox,
    outsideAt: isUrgent || quiet === null ? now : quietUntil(now, { ...quiet, timeZone }),
    byMail: wantsMail && !isCollected,
    digestAt: isCollected ? nextDigest(now, digest, timeZone) : null,
    channels: channels.filter(({ id, state }) => isUsed(state) && route.channels.includes(id)).map(({ id }) => id),
  }
}

/** Whether messages are sent to a channel: an untested channel, or one that is off, receives none. */
export function isUsed(state: OwnChannel['state']): boolean {
  return state === 'working' || state === 'failing'
}

/** Whether a plan has an email in it, now or with others. */
export function isMailed({ byMail, digestAt }: DeliveryPlan): boolean {
  return byMail || digestAt !== null
}

/** The plan where no email can be sent. */
export function withoutMail(plan: DeliveryPlan): DeliveryPlan {
  return { ...plan, byMail: false, digestAt: null }
}

/** Whether anything isDelivered at all. */
export function isDelivered({ inInbox, byMail, digestAt, channels }: DeliveryPlan): boolean {
  return inInbox || byMail || digestAt !== null || channels.length > 0
}
