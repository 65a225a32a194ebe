import { UserSettings } from '../shared.ts'
import type { UserSections } from './user-sections.ts'

const section = 'personal'

const defaults: UserSettings = Object.freeze({
  theme: 'system',
  language: null,
  density: 'comfortable',
  motion: 'system',
  timeZone: null,
  shortcuts: true,
})

/**
 * The personal settings of a user. A stored value of another version that is no longer valid falls back to its default.
 */
export async function readPersonal(sections: UserSections, userId: string): Promise<UserSettings> {
  const stored = await sections.read(userId, section)
  if (typeof stored !== 'object' || stored === null) return defaults
  const fitting = Object.entries(UserSettings.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse((stored as Record<string, unknown>)[name])
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  return { ...defaults, ...(Object.fromEntries(fitting) as Partial<UserSettings>) }
}

export async function savePersonal(sections: UserSections, userId: string, settings: UserSettings): Promise<void> {
  await sections.save(userId, section, settings)
}
