import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Drawer } from './Drawer.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a drawer is a dialog with a name, and closes by its button and by Escape', async () => {
  const onClose = vi.fn()
  page = await mountComponent(() => (
    <Drawer open onClose={onClose} label="Details">
      <p>Of the row</p>
    </Drawer>
  ))
  expect(page.find('[role=dialog]').getAttribute('aria-label')).toBe('Details')
  await page.click('[aria-label=Close]')
  await page.act(() =>
    page?.find('[role=dialog]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  )
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a closed drawer holds nothing', async () => {
  page = await mountComponent(() => (
    <Drawer open={false} onClose={() => undefined} label="Details">
      <p>Of the row</p>
    </Drawer>
  ))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
