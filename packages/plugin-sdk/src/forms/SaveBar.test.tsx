import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from '../components/fixture-page.ts'
import { SaveBar } from './SaveBar.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const pressSave = () =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }))

test('mod+s saves unsaved changes', async () => {
  const [save, discard] = [vi.fn(), vi.fn()]
  page = await mountComponent(() => <SaveBar isDirty onSave={save} onDiscard={discard} />)
  await page.act(pressSave)
  expect(save).toHaveBeenCalledOnce()
  await page.click('[role=status] button')
  expect(discard).toHaveBeenCalledOnce()
})

test('with nothing to save it only keeps its room', async () => {
  const save = vi.fn()
  page = await mountComponent(() => <SaveBar isDirty={false} onSave={save} onDiscard={save} />)
  await page.act(pressSave)
  expect(save).not.toHaveBeenCalled()
  expect(page.text()).toBe('')
  expect(page.find('[role=status]')).toBeDefined()
})
