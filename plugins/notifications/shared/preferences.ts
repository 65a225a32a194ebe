import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from './schemas.ts'

/** A name of the IANA time zone database; an offset is none, since it knows no summer time. */
const TimeZone = z.string().check(
  z.maxLength(64),
  z.refine((name) => isTimeZone(name), { error: 'Enter a time zone, like Europe/Berlin.' }),
)
const TimeOfDay = z
  .string()
  .check(z.maxLength(5), z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time, like 22:00.' }))

/** The hours in which only the inbox receives notifications; over midnight when they end before they begin. */
const QuietHours = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay })
  .check(z.refine(({ from, to }) => from !== to, { error: 'Choose different start and end times.', path: ['to'] }))

/** When emails that are not urgent are put together into one. `weekday` is 1 for Monday to 7, for weekly ones. */
const Digest = z.strictObject({
  every: z.enum(['never', 'day', 'week']),
  hour: z.int().check(z.gte(0), z.lte(23)),
  weekday: z.int().check(z.gte(1), z.lte(7)),
})

/** How one kind of notification comes: `channels` are `mail` and the ids of a person's own channels. */
const Choice = z.strictObject({
  category: z.string().check(z.minLength(1), z.maxLength(100)),
  inbox: z.boolean(),
  channels: z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(20)),
})

const Preferences = z.strictObject({
  timeZone: TimeZone,
  quietHours: z.nullable(QuietHours),
  digest: Digest,
  choices: z.array(Choice).check(z.maxLength(500)),
})

const Category = z.object({
  key: z.string(),
  title: z.string(),
  plugin: z.string().check(z.describe('Title of the plugin that sends it.')),
  isUrgent: z.boolean(),
  inbox: z.boolean(),
  channels: z.array(z.string()),
})

/** Preferences for display: `timeZone` is null until the user saves one. */
const PreferencesOut = z.object({
  timeZone: z.nullable(z.string()),
  quietHours: z.nullable(z.object({ from: z.string(), to: z.string() })),
  digest: z.object({ every: z.enum(['never', 'day', 'week']), hour: z.number(), weekday: z.number() }),
  categories: z.array(Category),
  mail: z
    .nullable(z.string())
    .check(z.describe("Address for emails; null if the instance can't send email or the address isn't confirmed.")),
})

export type SavedPreferences = z.infer<typeof Preferences>
export type ShownPreferences = z.infer<typeof PreferencesOut>
export type CategoryChoice = z.infer<typeof Category>

export const readPreferences = defineEndpoint({
  pattern: 'GET /api/notifications/preferences',
  input: nothing,
  output: PreferencesOut,
  audience: 'user',
  summary: 'Get your notification settings',
  errors: ['forbidden'],
})

export const savePreferences = defineEndpoint({
  pattern: 'PUT /api/notifications/preferences',
  input: Preferences,
  output: PreferencesOut,
  audience: 'user',
  audit: false,
  summary: 'Update your notification settings',
  // 500 choices with 20 channels each.
  structureLimit: 20_000,
  errors: ['forbidden'],
})

function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    // Intl takes names besides, such as "PST", with which no day can be counted. Not every browser has Temporal.
    if (typeof Temporal !== 'undefined') return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
