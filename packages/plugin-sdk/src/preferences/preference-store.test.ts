import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createPreferences } from './preference-store.ts'
import { defaultPreferences, type Preferences } from './preferences.ts'
import { store } from './stored-preferences.ts'

const root = document.documentElement
const own: Preferences = {
  theme: 'dark',
  language: 'zh',
  density: 'compact',
  motion: 'reduced',
  timeZone: 'Asia/Shanghai',
  shortcuts: false,
}

beforeEach(() => {
  localStorage.clear()
  for (const name of ['theme', 'density', 'motion']) root.removeAttribute(`data-${name}`)
})

/** Simulates a write by another tab, as the browser reports it to this one. */
function writeElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

describe('preferences', () => {
  test("start with the device's values, and with the defaults for invalid ones", () => {
    store(own)
    expect(createPreferences().snapshot().preferences).toEqual(own)
    localStorage.setItem('host.theme', 'blue')
    localStorage.setItem('host.shortcuts', 'perhaps')
    expect(createPreferences().snapshot().preferences).toEqual({ ...own, theme: 'system', shortcuts: true })
  })

  test('language and theme are left in cookies for the pages of a server, also those of an earlier visit', () => {
    localStorage.setItem('host.theme', 'dark')
    const preferences = createPreferences()
    expect(document.cookie).toBe('host_theme=dark')
    preferences.change({ language: 'zh', density: 'compact' })
    expect(document.cookie.split('; ').toSorted()).toEqual(['host_language=zh', 'host_theme=dark'])
    preferences.change({ language: null, theme: 'system' })
    expect(document.cookie).toBe('')
  })

  test('a default leaves nothing on the device', () => {
    store(own)
    store(defaultPreferences)
    expect(localStorage.length).toBe(0)
  })

  test('a choice shows at once and is kept until it is saved', () => {
    const preferences = createPreferences()
    preferences.change({ theme: 'dark', density: 'compact' })
    preferences.change({ motion: 'reduced' })
    expect([root.dataset['theme'], root.dataset['density'], root.dataset['motion']]).toEqual([
      'dark',
      'compact',
      'reduced',
    ])
    expect(createPreferences().snapshot().unsaved).toEqual(['theme', 'density', 'motion'])
    preferences.settle(preferences.snapshot().preferences)
    expect(createPreferences().snapshot().unsaved).toEqual([])
    preferences.change({ theme: 'system' })
    expect(root.hasAttribute('data-theme')).toBe(false)
  })

  test('a choice made while another is being saved stays unsaved', () => {
    const preferences = createPreferences()
    preferences.change({ theme: 'dark' })
    const sent = preferences.snapshot().preferences
    preferences.change({ theme: 'light', density: 'compact' })
    preferences.settle(sent)
    expect(preferences.snapshot().unsaved).toEqual(['theme', 'density'])
  })

  test("the account's settings are shown, except for local unsaved changes", () => {
    const preferences = createPreferences()
    preferences.change({ theme: 'light' })
    preferences.adopt(own)
    expect(preferences.snapshot().preferences).toEqual({ ...own, theme: 'light' })
    preferences.giveUp(own)
    expect(preferences.snapshot()).toEqual({ preferences: own, unsaved: [] })
    expect(root.dataset['theme']).toBe('dark')
  })

  test("another tab is followed, and its unsaved changes are not overwritten by the account's values", () => {
    const preferences = createPreferences()
    const stop = preferences.followOtherTabs()
    const told = vi.fn()
    preferences.subscribe(told)
    localStorage.setItem('host.unsaved', 'theme')
    writeElsewhere('host.theme', 'dark')
    expect(preferences.snapshot()).toMatchObject({ preferences: { theme: 'dark' }, unsaved: [] })
    expect(told).toHaveBeenCalledOnce()
    preferences.adopt({ ...own, theme: 'light' })
    expect(preferences.snapshot().preferences).toEqual({ ...own, theme: 'dark' })
    writeElsewhere('host.sidebar.folded', '[]')
    expect(told).toHaveBeenCalledTimes(2)
    stop()
    writeElsewhere('host.theme', 'light')
    expect(preferences.snapshot().preferences.theme).toBe('dark')
  })

  test('a browser that keeps nothing still shows a choice', () => {
    const denied = () => {
      throw new DOMException('denied')
    }
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      vi.spyOn(Storage.prototype, name).mockImplementation(denied),
    )
    const preferences = createPreferences()
    preferences.change({ density: 'compact' })
    expect(root.dataset['density']).toBe('compact')
    for (const spy of spies) spy.mockRestore()
  })
})
