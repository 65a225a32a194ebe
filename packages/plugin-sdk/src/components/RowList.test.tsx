import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { EmptyState } from './EmptyState.tsx'
import { mountComponent } from './fixture-page.ts'
import { RowList, type RowListProps } from './RowList.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function open(list: RowListProps<string>['list']): Promise<MountedPage> {
  page = await mountComponent(() => (
    <RowList list={list} rowKey={(item) => item} empty={<EmptyState title="Nothing here" />}>
      {(item) => <li>{item}</li>}
    </RowList>
  ))
  return page
}

test('each item has a row, and more are loaded on a press', async () => {
  const loadMore = vi.fn(async () => {})
  const shown = await open({ items: ['one', 'two'], hasMore: true, loadMore })
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['one', 'two'])
  await shown.click('button')
  expect(loadMore).toHaveBeenCalledTimes(1)
})

test('without items it says so, and without an answer that it loads or why it failed', async () => {
  expect((await open({ items: [] })).text()).toContain('Nothing here')
  await page?.unmount()
  expect((await open({ items: undefined })).find('[aria-busy=true]')).not.toBeNull()
  await page?.unmount()
  expect((await open({ items: undefined, error: new Error('away') })).find('[role=alert]')).not.toBeNull()
})
