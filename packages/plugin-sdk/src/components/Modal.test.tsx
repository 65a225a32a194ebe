import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Modal } from './Modal.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button id="opener" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="Rename" description="Others see the new name.">
        <input aria-label="Name" />
      </Modal>
    </>
  )
}

async function mountOpened(): Promise<MountedPage> {
  const mounted = await mountComponent(Opener)
  await mounted.act(() => {
    mounted.find('#opener').focus()
    mounted.find('#opener').click()
  })
  await mounted.act(() =>
    vi.waitFor(() => expect(mounted.find('[role=dialog]').contains(document.activeElement)).toBe(true)),
  )
  return mounted
}

test('a dialog has a name and a description, and takes the focus', async () => {
  page = await mountOpened()
  const dialog = page.find('[role=dialog]')
  expect(page.find(`[id="${dialog.getAttribute('aria-labelledby')}"]`).textContent).toBe('Rename')
  expect(page.find(`[id="${dialog.getAttribute('aria-describedby')}"]`).textContent).toBe('Others see the new name.')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name')
})

test('a dialog over a dialog has a scrim of its own', async () => {
  const close = () => undefined
  page = await mountComponent(() => (
    <Modal open onClose={close} title="Below">
      <Modal open onClose={close} title="Above" />
    </Modal>
  ))
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(2)
  expect(document.querySelectorAll('.bg-scrim')).toHaveLength(2)
})

test('escape closes it and the focus goes back to where it came from', async () => {
  page = await mountOpened()
  await page.act(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  )
  await page.act(() => vi.waitFor(() => expect(document.activeElement?.id).toBe('opener')))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
