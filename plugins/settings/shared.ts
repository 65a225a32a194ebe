import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

const defineEndpoint = endpointsWith(z.toJSONSchema)

/** How the product looks and behaves for one person, on every device. */
export const UserSettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Null for the language of the browser. */
  language: z.nullable(z.enum(['en', 'zh'])),
  density: z.enum(['comfortable', 'compact']),
  motion: z.enum(['system', 'reduced']),
  /** A name of the IANA time zone database; null for the zone of the device. */
  timeZone: z.nullable(z.string().check(z.refine(isTimeZone))),
  /** Whether single keys do something. */
  shortcuts: z.boolean(),
})

export type UserSettings = z.infer<typeof UserSettings>

export const readUserSettings = defineEndpoint({
  pattern: 'GET /api/user/settings',
  input: nothing,
  output: UserSettings,
  audience: 'user',
  summary: 'Read your personal settings',
})

export const saveUserSettings = defineEndpoint({
  pattern: 'PUT /api/user/settings',
  input: UserSettings,
  output: UserSettings,
  audience: 'user',
  audit: false,
  summary: 'Save your personal settings',
})

function isTimeZone(name: string): boolean {
  // An offset such as "+02:00" is none: it knows no summer time.
  if (name.length > 64 || /^[+-]/.test(name)) return false
  try {
    // Intl takes names besides, such as "PST", with which no day can be counted. Not every browser has Temporal.
    if (typeof Temporal !== 'undefined') return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
