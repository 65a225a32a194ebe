import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { createPreferences } from './preference-store.ts'
import { defaultPreferences, type Preferences } from './preferences.ts'
import { showPreferences } from './show-preferences.ts'

const html = readFileSync(join(import.meta.dirname, '../../../../apps/web/index.html'), 'utf8')
const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
const root = document.documentElement

const look = () => ['data-theme', 'data-density', 'data-motion', 'lang'].map((name) => root.getAttribute(name))

/** Runs the script of index.html on a fresh document, as the browser does before it paints. */
function paint(): void {
  showPreferences(defaultPreferences)
  root.lang = 'en'
  runInThisContext(script)
}

const every: readonly Partial<Preferences>[] = (['system', 'light', 'dark'] as const).flatMap((theme) =>
  (['comfortable', 'compact'] as const).flatMap((density) =>
    (['system', 'reduced'] as const).flatMap((motion) =>
      ([null, 'en', 'zh'] as const).map((language) => ({ theme, density, motion, language })),
    ),
  ),
)

test.each(every)('$theme, $density, $motion, $language: the first paint has the look that the page keeps', (choice) => {
  localStorage.clear()
  for (const browser of [['en-US', 'zh'], ['zh-TW', 'en'], ['de']]) {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
    createPreferences().change(choice)
    const kept = look().slice(0, 3)
    paint()
    const language = choice.language ?? (browser[0] === 'zh-TW' ? 'zh' : 'en')
    expect(look()).toEqual([...kept, language === 'zh' ? 'zh-CN' : 'en'])
  }
})

test('a browser that forbids storage paints all the same', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(paint).not.toThrow()
  expect(root.lang).toBe('en')
})
