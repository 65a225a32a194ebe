import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Popover } from './Popover.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('it opens as a dialog by the name of its title, and Escape gives the focus back', async () => {
  page = await mountComponent(() => (
    <Popover trigger={<button id="opener">About</button>} title="About this number" hideTitle>
      <button>More</button>
    </Popover>
  ))
  await page.act(() => page?.find('#opener').focus())
  await page.click('#opener')
  const dialog = page.find('[role=dialog]')
  await page.act(() => vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true)))
  expect(page.find(`[id="${dialog.getAttribute('aria-labelledby')}"]`).textContent).toBe('About this number')
  await page.act(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  )
  await page.act(() => vi.waitFor(() => expect(document.activeElement?.id).toBe('opener')))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('the holder of its state decides', async () => {
  const onOpenChange = vi.fn()
  page = await mountComponent(() => (
    <Popover trigger={<button id="opener">About</button>} title="About" open={false} onOpenChange={onOpenChange}>
      Text
    </Popover>
  ))
  await page.click('#opener')
  expect(onOpenChange).toHaveBeenCalledWith(true)
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
