import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { addFile, downloadFile, files, resourceAnswers } from './fixture-resource.ts'
import { RelatedFiles } from './RelatedFiles.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('files are listed to download, uploaded to their record, and deleted after a question', async () => {
  const list = vi.fn<(request: FakeRequest) => unknown>(() => resourceAnswers['GET /api/x/fixture/files'])
  const remove = vi.fn<(request: FakeRequest) => unknown>()
  page = await mountPage({
    plugin: fixturePlugin(() => (
      <RelatedFiles resource={files} by="deal" id="deal_1" upload={addFile} download={downloadFile} />
    )),
    path: '/fixture',
    answers: {
      ...resourceAnswers,
      'GET /api/x/fixture/files': list,
      'DELETE /api/x/fixture/files/file_1': remove,
    },
  })
  expect(list.mock.calls[0]?.[0].query.get('deal')).toBe('deal_1')
  expect(page.find('a[download]').getAttribute('href')).toBe('/api/x/fixture/files/file_1/content?workspace=wsp_1')
  expect(page.text()).toContain('48.2 kB')
  expect(page.find('input[type=file]')).toBeTruthy()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.click('[aria-label="Delete contract.pdf"]')
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button, [role=alertdialog] button')]
  await page.act(() => buttons.find(({ textContent }) => textContent === 'Delete')?.click())
  expect(remove).toHaveBeenCalledOnce()
})
