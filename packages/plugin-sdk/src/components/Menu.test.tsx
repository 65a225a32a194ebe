import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Button } from './Button.tsx'
import { mountComponent } from './fixture-page.ts'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuChoices, MenuItem } from './Menu.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const menu = () => document.querySelector('[role=menu]')
const key = (name: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))

async function openMenu(mounted: MountedPage): Promise<void> {
  await mounted.act(() => {
    mounted.find('#opener').focus()
    mounted.find('#opener').click()
  })
  await mounted.act(() => vi.waitFor(() => expect(menu()?.contains(document.activeElement)).toBe(true)))
}

test('it opens from its button, moves by arrows, runs an action by Enter and closes', async () => {
  const onSelect = vi.fn()
  page = await mountComponent(() => (
    <Menu trigger={<button id="opener">More</button>}>
      <MenuItem onSelect={() => undefined}>Copy</MenuItem>
      <MenuItem onSelect={onSelect} danger>
        Delete
      </MenuItem>
    </Menu>
  ))
  expect(page.find('#opener').getAttribute('aria-haspopup')).toBe('menu')
  await openMenu(page)
  await page.act(() => key('End'))
  expect(document.activeElement?.textContent).toBe('Delete')
  await page.act(() => page?.find('[role=menuitem]:last-of-type').click())
  await page.act(() => vi.waitFor(() => expect(menu()).toBeNull()))
  expect(onSelect).toHaveBeenCalledOnce()
})

test.each([
  ['a button', <Button key="button" icon="ellipsis" disabledReason="Not now" />],
  ['an icon button', <IconButton key="icon" icon="ellipsis" label="More" disabledReason="Not now" />],
])('%s that is disabled opens it neither by mouse nor by key', async (_name, trigger) => {
  page = await mountComponent(() => (
    <Menu trigger={trigger}>
      <MenuItem onSelect={() => undefined}>Copy</MenuItem>
    </Menu>
  ))
  const opener = page.find('button[aria-disabled]')
  const open = () => opener.getAttribute('aria-expanded')
  await page.act(() => {
    opener.focus()
    opener.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
    key('ArrowDown')
  })
  await page.act(() => new Promise(requestAnimationFrame))
  expect([open(), menu()]).toEqual(['false', null])
})

test('floating content is inside a landmark, so that no part of the page is outside all of them', async () => {
  page = await mountComponent(() => (
    <Menu trigger={<button id="opener">More</button>}>
      <MenuItem onSelect={() => undefined}>Copy</MenuItem>
    </Menu>
  ))
  await openMenu(page)
  expect(page.find('[role=menu]').closest('[role=region]')?.getAttribute('aria-label')).toBe('Menu')
})

test('the current one of several choices is checked, and another reports its choice', async () => {
  const onChange = vi.fn()
  const choices = ['light', 'dark'].map((value) => ({ value, label: value }))
  page = await mountComponent(() => (
    <Menu trigger={<button id="opener">Theme</button>}>
      <MenuChoices label="Theme" value="dark" choices={choices} onChange={onChange} />
    </Menu>
  ))
  await openMenu(page)
  const radios = Array.from(document.querySelectorAll('[role=menuitemradio]'), (one) =>
    one.getAttribute('aria-checked'),
  )
  expect(radios).toEqual(['false', 'true'])
  await page.click('[role=menuitemradio]')
  expect(onChange).toHaveBeenCalledWith('light')
})
