import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Avatar } from './Avatar.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test.each([
  ['Ada Lovelace', 'AL'],
  ['grace', 'G'],
  ['李小龙', '李'],
  ['Émile de Zola', 'ÉD'],
  ['  ', '?'],
])('%s becomes %s, which is no text of the page', async (name, initials) => {
  page = await mountComponent(() => <Avatar name={name} />)
  const avatar = page.find('[data-initials]')
  expect(avatar.dataset['initials']).toBe(initials)
  expect(avatar.getAttribute('aria-hidden')).toBe('true')
  expect(page.text()).toBe('')
})
