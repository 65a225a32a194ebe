import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Tooltip } from './Tooltip.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const bubble = () => document.querySelector('[role=tooltip]')

test('the focus shows it as the description of its trigger, and Escape hides it', async () => {
  page = await mountComponent(() => (
    <Tooltip text="Sends it again">
      <button>Resend</button>
    </Tooltip>
  ))
  expect(bubble()).toBeNull()
  await page.act(() => page?.find('button').focus())
  await page.act(() => vi.waitFor(() => expect(bubble()?.textContent).toBe('Sends it again')))
  expect(page.find('button').getAttribute('aria-describedby')).toBe(bubble()?.id)
  await page.act(() =>
    page?.find('button').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  )
  await page.act(() => vi.waitFor(() => expect(bubble()).toBeNull()))
})

test('another description stays', async () => {
  page = await mountComponent(() => (
    <Tooltip text="Sends it again">
      <button aria-describedby="reason">Resend</button>
    </Tooltip>
  ))
  expect(page.find('button').getAttribute('aria-describedby')).toBe('reason')
})
