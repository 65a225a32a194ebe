import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { HelpLink } from './HelpLink.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a question mark leads out of the shell to the page of the help', async () => {
  page = await mountComponent(() => <HelpLink slug="short-links" />)
  expect(page.find('a').getAttribute('href')).toBe('/help/short-links?lang=en&workspace=wsp_1')
  expect(page.find('a').getAttribute('aria-label')).toBe('Help')
})

test('it may have words of its own', async () => {
  page = await mountComponent(() => <HelpLink slug="links">How links are chosen</HelpLink>)
  expect(page.text()).toBe('How links are chosen')
})
