import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { ButtonLink } from './ButtonLink.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('it is a link in the shell, however it looks', async () => {
  page = await mountComponent(() => <ButtonLink to="/notes">All notes</ButtonLink>)
  const link = page.find<HTMLAnchorElement>('a')
  expect(link.getAttribute('href')).toBe('/admin/notes')
  expect(link.getAttribute('role')).toBeNull()
  await page.click('a')
  expect(location.pathname).toBe('/admin/notes')
})
