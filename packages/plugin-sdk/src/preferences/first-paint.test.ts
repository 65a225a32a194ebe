import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { Preferences } from './preferences.ts'
import { createPreferences } from './preference-keeper.ts'
import { defaultPreferences } from './preferences.ts'
import { showPreferences } from './show-preferences.ts'

const html = readFileSync(new URL('../../../../apps/web/index.html', import.meta.url), 'utf8')
const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
const root = document.documentElement

const look = () => ['data-theme', 'data-density', 'data-motion', 'lang'].map((name) => root.getAttribute(name))

/** Runs the script of index.html on a fresh document, as the browser does before it paints. */
function paint(): void {
  showPreferences(defaultPreferences)
  root.lang = 'en'
  // oxlint-disable-next-line no-new-func -- the script is what is tested
  new Function(script)()
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
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied')
  })
  expect(paint).not.toThrow()
})
