import { afterEach, expect, test, vi } from 'vitest'
import { MenuItem } from '../components/Menu.tsx'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { RowMenu } from './RowMenu.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('the actions of a row are behind a button with its name', async () => {
  const remove = vi.fn()
  page = await mountComponent(() => (
    <RowMenu name="Tea">
      <MenuItem icon="trash" onSelect={remove}>
        Delete
      </MenuItem>
    </RowMenu>
  ))
  expect(document.querySelector('[role=menuitem]')).toBeNull()
  await page.click('button[aria-label*="Tea"]')
  await page.act(() => vi.waitFor(() => expect(document.querySelector('[role=menuitem]')).not.toBeNull()))
  await page.act(() => page?.find('[role=menuitem]').click())
  expect(remove).toHaveBeenCalledOnce()
})

test('an action at work is shown on the button', async () => {
  page = await mountComponent(() => (
    <RowMenu name="Tea" busy>
      <MenuItem icon="trash" onSelect={() => undefined}>
        Delete
      </MenuItem>
    </RowMenu>
  ))
  expect(page.find('button').getAttribute('aria-busy')).toBe('true')
})
