import { createElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useTranslation } from '../i18n/useTranslation.ts'
import { lazyPage } from '../lazy-page.ts'
import { useParams } from '../navigation/useParams.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { accessibilityProblems, mountPage, variants, type MountedPage } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const plugin = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/notes', Component: lazyPage(() => Promise.resolve({ default: NotesPage })) },
    { path: '/notes/:id', Component: lazyPage(() => Promise.resolve({ default: NotePage })) },
  ],
  i18n: { en: { title: 'Notes' }, zh: { title: '笔记' } },
})

function NotesPage() {
  return createElement('h1', null, useTranslation().t('notes.title'))
}

function NotePage() {
  return createElement('input', { value: useParams<'/notes/:id'>().id, readOnly: true })
}

describe.each(variants)('in $theme and $language', ({ theme, language }) => {
  test('a page stands on the document in that theme and language, without accessibility problems', async () => {
    page = await mountPage({ plugin, path: '/notes', theme, language })
    expect(page.text()).toBe(language === 'en' ? 'Notes' : '笔记')
    expect(document.documentElement.dataset['theme']).toBe(theme)
    expect(document.documentElement.lang).toBe(language === 'en' ? 'en' : 'zh-CN')
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test('an accessibility problem is told, with the element it is at', async () => {
  page = await mountPage({ plugin, path: '/notes/7' })
  expect(await accessibilityProblems(page)).toEqual([expect.stringMatching(/^label: .*<input/)])
})

test('what the page needs and is not there is said with what is', async () => {
  page = await mountPage({ plugin, path: '/notes' })
  expect(() => page?.find('button')).toThrow('Nothing on the page is button; it reads: Notes')
})
