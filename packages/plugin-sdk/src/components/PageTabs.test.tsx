import { afterEach, expect, test } from 'vitest'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { PageTabs } from './PageTabs.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const pages = [
  { path: '/notes', label: 'Notes' },
  { path: '/notes/archive', label: 'Archive' },
] as const
const Component = lazyPage(async () => ({ default: () => <PageTabs label="Pages of notes" pages={pages} /> }))
const plugin = defineUIPlugin({ name: 'notes', routes: pages.map(({ path }) => ({ path, Component })) })

test('the open page is marked, and the others are a press away', async () => {
  page = await mountPage({ plugin, path: '/notes', answers: {} })
  const marked = () => document.querySelector('[aria-label="Pages of notes"] [aria-current=page]')?.textContent
  expect(marked()).toBe('Notes')
  await page.click('a[href$="/notes/archive"]')
  expect(marked()).toBe('Archive')
})
