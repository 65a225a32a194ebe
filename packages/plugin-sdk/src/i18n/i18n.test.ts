import { act, createElement, Suspense, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Language } from '@host/plugin/wire'
import { detectLanguage } from './language.ts'
import { createTexts, type DictionarySources } from './texts.ts'
import { Dictionaries, TextsProvider } from './TextsProvider.tsx'
import { createFormat } from './useFormat.ts'
import { useTranslation } from './useTranslation.ts'

describe('the language', () => {
  beforeEach(() => localStorage.clear())

  test.each<readonly [stored: string | null, browser: readonly string[], language: Language]>([
    [null, ['zh-TW', 'en'], 'zh'],
    [null, ['de-DE', 'zh-CN'], 'zh'],
    [null, ['de-DE'], 'en'],
    ['en', ['zh-CN'], 'en'],
    ['zh', ['en-US'], 'zh'],
    ['xx', ['zh'], 'zh'],
  ])('stored %s, of the browser %j: %s', (stored, browser, language) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
    if (stored !== null) localStorage.setItem('host.language', stored)
    expect(detectLanguage()).toBe(language)
  })

  test('a browser that forbids storage still has one', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied')
    })
    expect(['en', 'zh']).toContain(detectLanguage())
  })
})

describe('useTranslation', () => {
  let root: Root
  let container: HTMLElement
  let setLanguage: (language: Language) => Promise<void>

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    container = document.body.appendChild(document.createElement('div'))
    root = createRoot(container)
  })

  afterEach(async () => {
    await act(async () => root.unmount())
    container.remove()
  })

  function hold(set: (language: Language) => Promise<void>): void {
    setLanguage = set
  }

  async function mount(
    sources: DictionarySources,
    show: (t: (key: string, values?: Record<string, string | number>) => string) => string,
  ) {
    function Text(): ReactNode {
      const { t, setLanguage: set } = useTranslation()
      hold(set)
      return show(t)
    }
    const texts = createTexts('en')
    texts.add('notes', sources)
    const page = createElement(Dictionaries, { of: ['notes'], children: createElement(Text) })
    const inside = createElement(Suspense, { fallback: 'loading', children: page })
    await act(async () => root.render(createElement(TextsProvider, { texts, children: inside })))
    await vi.waitFor(() => act(async () => expect(container.textContent).not.toBe('loading')))
  }

  const flat: DictionarySources = { en: { title: 'Notes' }, zh: { title: '笔记' } }

  test("§2.32 the first segment of a key is the plugin's namespace, and the rest may nest", async () => {
    await mount({ en: { page: { title: 'All notes' } }, zh: {} }, (t) => t('notes.page.title'))
    expect(container.textContent).toBe('All notes')
  })

  test('values and plurals', async () => {
    const en = { count_one: '{{count}} note of {{name}}', count_other: '{{count}} notes of {{name}}' }
    await mount({ en, zh: {} }, (t) => [1, 2].map((count) => t('notes.count', { count, name: '<b>' })).join(', '))
    expect(container.textContent).toBe('1 note of <b>, 2 notes of <b>')
  })

  test('a value that is not given leaves nothing, and nothing of an object is a text', async () => {
    const en = { hello: 'Hello {{ name }}!', page: { title: 'Notes' } }
    const keys = ['hello', 'page', 'constructor', '__proto__', 'page.title.length', '']
    await mount({ en, zh: {} }, (t) => keys.map((key) => t(`notes.${key}`)).join(' | '))
    expect(container.textContent).toBe(
      'Hello ! | notes.page | notes.constructor | notes.__proto__ | notes.page.title.length | notes.',
    )
  })

  test('of two languages chosen at once the last one counts, however late the first arrives', async () => {
    const late = Promise.withResolvers<{ default: { title: string } }>()
    await mount({ en: flat.en, zh: () => late.promise }, (t) => t('notes.title'))
    const first = setLanguage('zh')
    await act(() => setLanguage('en'))
    late.resolve({ default: { title: '笔记' } })
    await act(() => first)
    expect(container.textContent).toBe('Notes')
  })

  test('a text that is missing shows its key, and never another language', async () => {
    await mount({ en: flat.en, zh: {} }, (t) => `${t('notes.title')} ${t('other.title')}`)
    expect(container.textContent).toBe('Notes other.title')
    await act(() => setLanguage('zh'))
    expect(container.textContent).toBe('notes.title other.title')
  })

  test('the language switches without loading the page again, and stays chosen', async () => {
    await mount(flat, (t) => t('notes.title'))
    await act(() => setLanguage('zh'))
    expect(container.textContent).toBe('笔记')
    expect(localStorage.getItem('host.language')).toBe('zh')
  })

  test('a dictionary is loaded when its language is first needed', async () => {
    const zh = vi.fn(() => Promise.resolve({ default: { title: '笔记' } }))
    await mount({ en: () => Promise.resolve({ default: { title: 'Notes' } }), zh }, (t) => t('notes.title'))
    expect(container.textContent).toBe('Notes')
    expect(zh).not.toHaveBeenCalled()
    await act(() => setLanguage('zh'))
    expect(container.textContent).toBe('笔记')
  })

  test('a dictionary that does not arrive leaves keys rather than no page', async () => {
    await mount({ en: () => Promise.reject(new Error('lost')), zh: {} }, (t) => t('notes.title'))
    expect(container.textContent).toBe('notes.title')
  })
})

describe('formatting', () => {
  const en = createFormat('en')
  const zh = createFormat('zh-CN')

  test.each([
    ['2026-01-31T10:00:00Z', '2 hours ago', '2 小时前'],
    ['2026-01-31T12:00:30Z', 'in 30 seconds', '30 秒钟后'],
    ['2026-02-01T12:00:00Z', 'tomorrow', '明天'],
    ['2025-01-20T12:00:00Z', 'last year', '去年'],
    ['2026-02-01T12:00:01Z', 'Feb 1, 2026', '2026 年 2 月 1 日'],
    ['2026-05-01T11:59:59Z', 'May 1, 2026', '2026 年 5 月 1 日'],
    ['2025-11-02T11:59:59Z', '3 months ago', '3 个月前'],
    ['2026-01-24T12:00:01Z', 'last week', '上周'],
    ['2026-01-31T12:59:59Z', 'in 1 hour', '1 小时后'],
    ['2026-01-29T13:00:00Z', '2 days ago', '前天'],
  ])('%s', (moment, english, chinese) => {
    const now = '2026-01-31T12:00:00Z'
    expect(en.relativeTime(moment, now)).toBe(english)
    expect(zh.relativeTime(moment, now)).toBe(chinese)
  })

  test('numbers, shares, sizes and lists', () => {
    expect(en.number(1234.5)).toBe('1,234.5')
    expect(en.percent(0.1234)).toBe('12.3%')
    expect(en.bytes(1)).toBe('1 byte')
    expect([0, 999, 1500, 2_000_000].map(en.bytes)).toEqual(['0 bytes', '999 bytes', '1.5 kB', '2 MB'])
    expect(zh.list(['甲', '乙', '丙'])).toBe('甲、乙和丙')
  })

  test('amounts and months', () => {
    expect(en.money(123_450, 'EUR')).toBe('€1,234.50')
    expect(zh.money(1234, 'JPY')).toBe('JP¥1,234')
    expect(createFormat('en', 'America/New_York').month('2026-11-01')).toBe('Nov 2026')
    expect(zh.month('2026-11-01')).toBe('2026 年 11 月')
  })

  test('an invalid moment gives an empty text', () => {
    expect(en.date('soon')).toBe('')
    expect(en.relativeTime(Number.NaN)).toBe('')
  })
})
