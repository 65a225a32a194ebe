import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('each place but the page is a link, and the page is marked as such', async () => {
  page = await mountComponent(() => (
    <Breadcrumbs
      items={[{ label: 'Settings', to: '/settings' }, { label: 'Domains', to: '/domains' }, { label: 'a.example' }]}
    />
  ))
  expect(page.find('nav').getAttribute('aria-label')).toBe('Breadcrumbs')
  const links = Array.from(document.querySelectorAll('nav a'), (link) => link.getAttribute('href'))
  expect(links).toEqual(['/admin/settings', '/admin/domains'])
  expect(page.find('[aria-current=page]').textContent).toBe('a.example')
})
