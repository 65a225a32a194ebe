import { afterEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { RelativeTime } from './RelativeTime.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const now = Date.parse('2026-01-31T12:00:00Z')
afterEach(() => vi.useRealTimers())
afterEach(() => vi.unstubAllGlobals())

async function mountAt(value: string, before?: () => void): Promise<MountedPage> {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  return mountComponent(() => {
    before?.()
    return <RelativeTime value={value} />
  })
}

test('it says the distance, keeps the exact time for machines, and can have the focus', async () => {
  page = await mountAt('2026-01-31T10:00:00Z')
  const time = page.find<HTMLTimeElement>('time')
  expect(time.textContent).toBe('2 hours ago')
  expect(time.dateTime).toBe('2026-01-31T10:00:00.000Z')
  expect(time.tabIndex).toBe(0)
})

test('the exact time describes it once a key is pressed, and it keeps the focus', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  page = await mountComponent(() => <RelativeTime value="2026-01-31T10:00:00Z" />)
  const shown = page
  await page.act(() => shown.find('time').focus())
  await page.act(() => shown.find('time').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true })))
  await page.act(() => vi.waitFor(() => expect(document.querySelector('[role=tooltip]')).not.toBeNull()))
  const time = shown.find('time')
  expect(document.activeElement).toBe(time)
  expect(time.getAttribute('aria-describedby')).toBe(document.querySelector('[role=tooltip]')?.id)
})

test('its words change when they must, without a new render around it', async () => {
  let drawn = 0
  page = await mountAt('2026-01-31T11:58:40Z', () => drawn++)
  const before = drawn
  expect(page.text()).toBe('1 minute ago')
  await page.act(() => vi.advanceTimersByTime(11_000))
  expect(page.text()).toBe('2 minutes ago')
  expect(drawn).toBe(before)
})

test('a moment more than 24 hours ahead is a date, until the hour at which it is not', async () => {
  page = await mountAt('2026-02-01T12:00:20Z')
  expect(page.text()).toBe('Feb 1, 2026')
  await page.act(() => vi.advanceTimersByTime(21_000))
  expect(page.text()).toBe('tomorrow')
})

test('a newer moment is told from the present, not from the last reading of the clock', async () => {
  let renew: (value: string) => void = () => {}
  vi.useFakeTimers({ now, toFake: ['Date'] })
  page = await mountComponent(() => {
    const [value, setValue] = useState('2026-01-31T11:00:00Z')
    renew = setValue
    return <RelativeTime value={value} />
  })
  await page.act(() => {
    vi.setSystemTime(now + 9_000)
    renew('2026-01-31T12:00:09Z')
  })
  expect(page.text()).toBe('now')
})

test('an invalid moment renders empty, without an error or a timer', async () => {
  page = await mountComponent(() => <RelativeTime value="soon" />)
  expect(page.text()).toBe('')
  const looks = vi.spyOn(Date, 'now')
  // A real wait: a timer of the component would read the clock during it, and none announces that it never runs.
  await page.act(() => new Promise((resolve) => setTimeout(resolve, 60)))
  expect(looks.mock.calls.length).toBeLessThan(5)
  looks.mockRestore()
})
