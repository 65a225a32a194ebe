import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { PageTitle } from './PageTitle.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a title takes the focus when a navigation gives it, and is not a stop of Tab', async () => {
  page = await mountComponent(() => <PageTitle>Members</PageTitle>)
  const title = page.find('h1')
  expect(title.tabIndex).toBe(-1)
  title.focus()
  expect(document.activeElement).toBe(title)
})
