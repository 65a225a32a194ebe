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

test('the tint comes from the ID, is one of eight, and stays when the name changes', async () => {
  const ids = Array.from({ length: 100 }, (_, number) => `usr_${number}`)
  page = await mountComponent(() => (
    <>
      {ids.map((id) => (
        <Avatar key={id} name={id} of={id} />
      ))}
      <Avatar name="Renamed" of="usr_7" />
    </>
  ))
  const tints = Array.from(document.querySelectorAll<HTMLElement>('[data-initials]'), ({ style }) =>
    style.getPropertyValue('--tint'),
  )
  expect(new Set(tints).size).toBe(8)
  expect(tints.at(-1)).toBe(tints[7])
})
