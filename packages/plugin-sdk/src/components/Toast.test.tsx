import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { useToast } from './Toast.tsx'
import type { ToastContent } from './toast-queue.ts'

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  vi.useRealTimers()
})

async function show(content: ToastContent): Promise<MountedPage> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const mounted = await mountComponent(function Opener() {
    const toast = useToast()
    return (
      <button id="opener" onClick={() => toast(content)}>
        Show
      </button>
    )
  })
  await mounted.click('#opener')
  return mounted
}

test('a toast is announced in the existing live region, and disappears by itself', async () => {
  page = await show({ title: 'Saved' })
  expect(page.find('output').textContent).toContain('Saved')
  await page.act(() => vi.advanceTimersByTime(5_100))
  expect(page.find('output').textContent).toBe('')
})

test('one that is pointed at stays until the pointer leaves', async () => {
  page = await show({ title: 'Saved' })
  const toast = page.find('output > div')
  await page.act(() => toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  await page.act(() => vi.advanceTimersByTime(20_000))
  expect(page.find('output').textContent).toContain('Saved')
  await page.act(() => toast.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })))
  await page.act(() => vi.advanceTimersByTime(5_100))
  expect(page.find('output').textContent).toBe('')
})

test('its action is done once and takes it away', async () => {
  const onPress = vi.fn()
  page = await show({ title: 'Deleted', action: { label: 'Undo', onPress } })
  await page.click('output button')
  expect(onPress).toHaveBeenCalledOnce()
  expect(page.find('output').textContent).toBe('')
})
