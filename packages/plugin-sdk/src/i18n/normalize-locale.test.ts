import { expect, test } from 'vitest'
import { normalizeLocale } from './normalize-locale.ts'

const mended = (language: string, languages: readonly string[]) => {
  const browser = { language, languages }
  normalizeLocale(browser)
  return browser
}

test('a browser on a system without a locale names one that numbers and dates can be written in', () => {
  const { language, languages } = mended('en-US@posix', ['en-US@posix', 'zh-CN', 'x'])
  expect([language, ...languages]).toEqual(['en-US', 'en-US', 'zh-CN'])
  expect(() => new Intl.NumberFormat(language).format(1)).not.toThrow()
})

test('a valid browser locale stays unchanged', () => {
  const browser = Object.freeze({ language: 'zh-CN', languages: Object.freeze(['zh-CN', 'en-gb']) })
  normalizeLocale(browser)
  expect(browser.languages).toEqual(['zh-CN', 'en-gb'])
})
