import { createElement, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { endpointsWith, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { useShortcut } from '../commands/useShortcut.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { lazyPage } from '../lazy-page.ts'
import { useLive } from '../live/useLive.ts'
import { useParams } from '../navigation/useParams.ts'
import { useQuery } from '../query/useQuery.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { accessibilityProblems, mountPage, variants, type MountedPage } from './index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const plugin = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/notes', Component: lazyPage(() => Promise.resolve({ default: NotesPage })) },
    { path: '/draft', Component: lazyPage(() => Promise.resolve({ default: DraftPage })) },
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

const readTitle = endpointsWith(z.toJSONSchema)({
  pattern: 'GET /api/x/notes/title',
  input: nothing,
  output: z.object({ title: z.string() }),
  summary: 'Read a title',
})

/** A control, a key of its own, and something that others change. */
function DraftPage() {
  const [draft, setDraft] = useState('')
  const [told, setTold] = useState(0)
  const { data } = useQuery(readTitle)
  useShortcut('c', () => setDraft('by key'), { label: 'Create' })
  useLive('/api/x/notes', () => setTold(told + 1))
  return createElement(
    'form',
    null,
    createElement('input', {
      'aria-label': 'draft',
      value: draft,
      onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
    }),
    `${draft}, ${data?.title ?? ''}, told ${told}`,
  )
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

test('an accessibility problem is reported, with its element', async () => {
  page = await mountPage({ plugin, path: '/notes/7' })
  expect(await accessibilityProblems(page)).toEqual([expect.stringMatching(/^label: .*<input/)])
})

test('a missing element is reported with the ones on the page', async () => {
  page = await mountPage({ plugin, path: '/notes' })
  expect(() => page?.find('button')).toThrow('Nothing on the page is button; it reads: Notes')
})

test('a reader types, presses keys, and sees changes by others', async () => {
  let title = 'old'
  const answers = { 'GET /api/x/notes/title': () => ({ title }) }
  page = await mountPage({ plugin, path: '/draft', answers })
  await page.fill('input', 'typed')
  expect(page.text()).toBe('typed, old, told 0')
  await page.press('c')
  expect(page.text(), 'no key fires while somebody types').toBe('typed, old, told 0')
  await page.act(() => page?.find('input').blur())
  await page.press('c')
  expect(page.text()).toBe('by key, old, told 0')
  title = 'new'
  await page.changeElsewhere('/api/x/other')
  expect(page.text()).toBe('by key, old, told 0')
  await page.changeElsewhere('/api/x/notes/title')
  expect(page.text()).toBe('by key, new, told 1')
  await expect(page.fill('form', 'nothing')).rejects.toThrow('Nothing can be typed into <form')
})
