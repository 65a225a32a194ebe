import { defineEndpoint, nothing, type Language } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** How the product looks and behaves for one person; the answer of `GET /api/user/settings`. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** Null for the language of the browser. */
  readonly language: Language | null
  readonly density: 'comfortable' | 'compact'
  readonly motion: 'system' | 'reduced'
  /** A name of the IANA time zone database; null for the zone of the device. */
  readonly timeZone: string | null
  /** Whether single keys do something. */
  readonly shortcuts: boolean
}

export const readUserSettings = defineEndpoint({
  pattern: 'GET /api/user/settings',
  input: nothing,
  output: typed<Preferences>(),
  audience: 'user',
  confined: 'allowed',
  summary: 'Get your preferences',
})

export const saveUserSettings = defineEndpoint({
  pattern: 'PUT /api/user/settings',
  input: typed<Preferences>(),
  output: typed<Preferences>(),
  audience: 'user',
  confined: 'allowed',
  audit: false,
  summary: 'Save your preferences',
})
