import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Confirm } from './Confirm.tsx'
import { mountComponent } from './fixture-page.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function asking(onConfirm: () => Promise<unknown>): Promise<MountedPage> {
  function Asking() {
    const [open, setOpen] = useState(true)
    return (
      <Confirm open={open} onClose={() => setOpen(false)} title="Sign out" confirmLabel="Go" onConfirm={onConfirm}>
        Every device has to sign in again.
      </Confirm>
    )
  }
  return mountComponent(Asking)
}

const button = (name: string) =>
  Array.from(document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')).find(
    ({ textContent }) => textContent === name,
  )

test('the keyboard is on the way back, and nothing is done until the act is pressed', async () => {
  const act = vi.fn(() => Promise.resolve())
  page = await asking(act)
  expect(document.activeElement).toBe(button('Cancel'))
  expect(act).not.toHaveBeenCalled()
  await page.act(() => button('Go')?.click())
  expect(act).toHaveBeenCalledOnce()
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a second press while it is on its way does nothing', async () => {
  const act = vi.fn(() => new Promise(() => undefined))
  page = await asking(act)
  await page.act(() => button('Go')?.click())
  await page.act(() => button('Go')?.click())
  expect(act).toHaveBeenCalledOnce()
})

test('a refusal stays in the dialog', async () => {
  page = await asking(() => Promise.reject(new Error('secret detail')))
  await page.act(() => button('Go')?.click())
  expect(page.find('[role=dialog] [role=alert]').textContent).toContain('Try again')
  expect(page.find('[role=dialog]').textContent).not.toContain('secret detail')
})
