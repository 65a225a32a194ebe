import { afterEach, expect, test, vi } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { useNavigate } from './useNavigate.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

vi.mock('./LeaveDialog.tsx', () => Promise.reject(new Error('This chunk is lost.')))

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function Draft() {
  const navigate = useNavigate()
  useUnsavedGuard(true)
  return (
    <button id="away" onClick={() => navigate('/away')}>
      Away
    </button>
  )
}

test('a question whose chunk is lost is asked in the page, and not by window.confirm', async () => {
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  page = await mountComponent(Draft)
  const buttons = () => [...document.querySelectorAll<HTMLElement>('dialog[open] button')]
  await page.click('#away')
  await vi.waitFor(() => expect(buttons()).toHaveLength(2))
  await page.act(() => buttons()[0]?.click())
  expect(document.querySelector('dialog')).toBeNull()
  expect(confirm).not.toHaveBeenCalled()
})
