import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { ConfirmDelete } from './ConfirmDelete.tsx'
import { mountComponent, type } from './fixture-page.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function confirmWith(onConfirm: () => Promise<unknown>, disabled = false): Promise<MountedPage> {
  function Asking() {
    const [open, setOpen] = useState(true)
    return (
      <ConfirmDelete
        open={open}
        onClose={() => setOpen(false)}
        title="Delete note"
        name="Plan B"
        disabled={disabled}
        onConfirm={onConfirm}
      >
        It is gone for everybody.
      </ConfirmDelete>
    )
  }
  return mountComponent(Asking)
}

async function typeAndSubmit(mounted: MountedPage, name: string): Promise<void> {
  await mounted.act(() => type(mounted.find<HTMLInputElement>('[role=dialog] input'), name))
  await mounted.act(() => mounted.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
}

test('nothing is lost until the name is typed', async () => {
  const remove = vi.fn(() => Promise.resolve())
  page = await confirmWith(remove)
  await typeAndSubmit(page, 'Plan A')
  expect(remove).not.toHaveBeenCalled()
  await typeAndSubmit(page, ' Plan B ')
  expect(remove).toHaveBeenCalledOnce()
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('nothing is lost while it is disabled', async () => {
  const remove = vi.fn(() => Promise.resolve())
  page = await confirmWith(remove, true)
  await typeAndSubmit(page, 'Plan B')
  expect(remove).not.toHaveBeenCalled()
})

test('a refusal stays in the dialog', async () => {
  page = await confirmWith(() => Promise.reject(new Error('secret detail')))
  await typeAndSubmit(page, 'Plan B')
  expect(page.find('[role=dialog] [role=alert]').textContent).toContain('Try again')
  expect(page.find('[role=dialog]').textContent).not.toContain('secret detail')
})
