/**
 * The preferences as this device keeps them, one entry each, so that the script of index.html can show them before the
 * first paint. A default has no entry. A browser that keeps nothing forgets.
 */
import { readerCookies } from '@host/plugin/wire'
import { defaultPreferences, preferenceNames, type PreferenceName, type Preferences } from './preferences.ts'

type Key = `host.${string}`

const keys: Readonly<Record<PreferenceName, Key>> = {
  theme: 'host.theme',
  language: 'host.language',
  density: 'host.density',
  motion: 'host.motion',
  timeZone: 'host.timeZone',
  shortcuts: 'host.shortcuts',
}

/** Names the preferences that were changed and are not saved yet. */
const unsavedKey: Key = 'host.unsaved'

const readers: { readonly [Name in PreferenceName]: (text: string) => Preferences[Name] | undefined } = {
  theme: (text) => oneOf(['light', 'dark'] as const, text),
  language: (text) => oneOf(['en', 'zh'] as const, text),
  density: (text) => oneOf(['compact'] as const, text),
  motion: (text) => oneOf(['reduced'] as const, text),
  timeZone: (text) => text,
  shortcuts: (text) => (text === 'false' ? false : undefined),
}

const cookieMilliseconds = 365 * 24 * 60 * 60 * 1000

/** Reads the values stored on this device; invalid values are ignored. */
export function readStored(): Preferences {
  const kept = preferenceNames.flatMap((name) => {
    const text = readItem(keys[name])
    const value = text === null ? undefined : readers[name](text)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...defaultPreferences, ...(Object.fromEntries(kept) as Partial<Preferences>) }
}

export function store(preferences: Preferences): void {
  for (const name of preferenceNames) {
    const value = preferences[name]
    writeItem(keys[name], value === defaultPreferences[name] ? null : String(value))
  }
  leaveCookies(preferences)
}

/** Writes cookies for server-rendered pages, such as the help; a default value has no cookie. */
export function leaveCookies(preferences: Preferences): void {
  for (const name of ['language', 'theme'] as const) {
    const value = preferences[name]
    const isDefault = value === defaultPreferences[name]
    const end = new Date(isDefault ? 0 : Date.now() + cookieMilliseconds).toUTCString()
    document.cookie = `${readerCookies[name]}=${value}; path=/; expires=${end}; samesite=lax`
  }
}

export function readUnsaved(): readonly PreferenceName[] {
  const names = (readItem(unsavedKey) ?? '').split(' ')
  return preferenceNames.filter((name) => names.includes(name))
}

export function storeUnsaved(names: readonly PreferenceName[]): void {
  writeItem(unsavedKey, names.length === 0 ? null : names.join(' '))
}

/** Whether another tab changed one of these entries; null stands for all of them. */
export function isPreferenceKey(key: string | null): boolean {
  return key === null || preferenceNames.some((name) => keys[name] === key)
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}

function readItem(key: Key): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeItem(key: Key, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    return
  }
}
