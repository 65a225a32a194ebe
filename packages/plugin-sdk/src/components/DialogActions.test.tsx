import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { DialogActions } from './DialogActions.tsx'
import { mountComponent } from './fixture-page.ts'
import { Modal } from './Modal.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('the content scrolls below the title, and its buttons stay in sight', async () => {
  page = await mountComponent(() => (
    <>
      <DialogActions>On the page</DialogActions>
      <Modal open onClose={() => undefined} title="Long">
        <DialogActions>In a dialog</DialogActions>
      </Modal>
    </>
  ))
  const bars = [...document.querySelectorAll<HTMLElement>('.justify-end')]
  expect(bars.map(({ textContent, className }) => [textContent, className.includes('sticky')])).toEqual([
    ['On the page', false],
    ['In a dialog', true],
  ])
  expect(page.find('[role=dialog] [data-scrolls]').textContent).toBe('In a dialog')
  expect(document.querySelector('[data-scrolls] h2')).toBeNull()
})
