import { afterEach, expect, test, vi } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { FileList, type ListedFile } from './FileList.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const file: ListedFile = {
  id: '1',
  name: 'plan.pdf',
  size: 10,
  type: 'application/pdf',
  href: '/api/x/fixture/files/1',
}

test('a file is listed with its size, to download, and not to delete unless allowed', async () => {
  page = await mountComponent(() => <FileList label="Files" files={[file]} />)
  const link = page.find('a[aria-label="Download plan.pdf"]')
  expect(link.getAttribute('href')).toBe(`${file.href}?workspace=wsp_1`)
  expect(link.getAttribute('download')).toBe('plan.pdf')
  expect(page.text()).toContain('10 bytes')
  expect(document.querySelector('button[aria-label^="Delete"]')).toBeNull()
})

test('a file is deleted after a question', async () => {
  const onDelete = vi.fn(() => Promise.resolve())
  page = await mountComponent(() => <FileList label="Files" files={[file]} onDelete={onDelete} />)
  await page.click('button[aria-label="Delete plan.pdf"]')
  expect(document.body.textContent).toContain('Delete plan.pdf?')
  expect(onDelete).not.toHaveBeenCalled()
  const confirm = [...document.querySelectorAll('[role=dialog] button')].find((each) => each.textContent === 'Delete')
  await page.act(() => (confirm as HTMLButtonElement).click())
  await vi.waitFor(() => expect(onDelete).toHaveBeenCalledWith(file))
})
