import { Problem, type Language, type PluginContext } from '@host/plugin'
import { NotificationChannels } from '@host/plugin/platform'
import {
  mailChannel,
  readPreferences,
  savePreferences,
  type SavedPreferences,
  type ShownPreferences,
} from '../../shared.ts'
import { canSend } from '../emails/can-send.ts'
import type { ChannelStore } from '../channels/channel-store.ts'
import type { CategoryRoute, Tables } from '../models.ts'
import type { NotificationsMux } from '../notifications-mux.ts'
import { defaultRoute } from '../delivery/delivery-channels.ts'
import type { Categories } from './categories.ts'
import { noDigest } from './own-preferences.ts'
import type { PeopleStore } from './people-store.ts'

/** Dependencies of the routes of preferences. */
export interface PreferenceParts {
  readonly categories: Categories
  readonly people: PeopleStore
  readonly channels: ChannelStore
}

/** Routes of a user's notification preferences: they apply to all their workspaces, so they belong to the account. */
export function mountPreferences(mux: NotificationsMux, ctx: PluginContext<Tables>, parts: PreferenceParts): void {
  mux.endpoint(readPreferences, async ({ userId, language }) => {
    return await shownPreferences(ctx, parts, { userId, language })
  })
  mux.endpoint(savePreferences, async ({ userId, language, input }) => {
    const { timeZone, quietHours, digest, choices } = input
    const known = await choicesOf(parts, userId, choices)
    await parts.people.save(userId, language, { time_zone: timeZone, quiet_hours: quietHours, digest, choices: known })
    return await shownPreferences(ctx, parts, { userId, language })
  })
}

interface Whose {
  readonly userId: string
  readonly language: Language
}

async function shownPreferences(
  ctx: PluginContext<Tables>,
  { categories, people, channels }: PreferenceParts,
  { userId, language }: Whose,
): Promise<ShownPreferences> {
  const [saved, own, address] = [await people.read(userId), await channels.list(userId), await people.mailOf(userId)]
  const canMail = ctx.lookup(NotificationChannels)?.addressOf('/') !== undefined && (await sendsTo(ctx, people, userId))
  const there = new Set([mailChannel, ...own.map(({ id }) => id)])
  return {
    timeZone: saved?.time_zone ?? null,
    quietHours: saved?.quiet_hours ?? null,
    digest: saved?.digest ?? noDigest,
    mail: canMail ? (address ?? null) : null,
    categories: categories.list().map((category) => {
      const route = saved?.choices?.[category.key] ?? defaultRoute(category)
      const isUrgent = category.isUrgent === true
      return {
        key: category.key,
        title: category.title[language],
        plugin: category.pluginTitle[language],
        isUrgent,
        inbox: isUrgent || route.inbox,
        channels: route.channels.filter((id) => there.has(id)),
      }
    }),
  }
}

/** Whether the instance or one of the user's workspaces sends emails. */
async function sendsTo(ctx: PluginContext<Tables>, people: PeopleStore, userId: string): Promise<boolean> {
  if (await canSend(ctx)) return true
  for (const orgId of await people.workspacesOf(userId)) if (await canSend(ctx, orgId)) return true
  return false
}

/** @throws Problem `invalid_input` naming unknown categories and those that can't be silenced */
async function choicesOf(
  { categories, channels }: PreferenceParts,
  userId: string,
  choices: SavedPreferences['choices'],
): Promise<Readonly<Record<string, CategoryRoute>>> {
  const own = new Set([mailChannel, ...(await channels.list(userId)).map(({ id }) => id)])
  const errors = choices.flatMap(({ category, inbox, channels: wanted }, place) => {
    const known = categories.find(category)
    if (known === undefined) return [{ path: `choices.${place}.category`, message: unknownCategory }]
    if (known.isUrgent === true && !inbox) return [{ path: `choices.${place}.inbox`, message: urgentStays }]
    return wanted.some((id) => !own.has(id)) ? [{ path: `choices.${place}.channels`, message: unknownChannel }] : []
  })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return Object.fromEntries(
    choices.map(({ category, inbox, channels: wanted }) => [category, { inbox, channels: [...new Set(wanted)] }]),
  )
}

const unknownCategory = { en: 'Unknown notification type.', zh: '没有此类通知。' }
const unknownChannel = { en: "One of these channels isn't yours.", zh: '其中有不属于您的渠道。' }
const urgentStays = { en: 'Urgent notifications always reach your inbox.', zh: '紧急通知始终会进入收件箱。' }
