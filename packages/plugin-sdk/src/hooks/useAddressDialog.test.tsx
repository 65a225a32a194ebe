import { afterEach, expect, test } from 'vitest'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { useAddressDialog } from './useAddressDialog.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function open(path: `/${string}`, enabled = true): Promise<MountedPage> {
  function NotesPage() {
    const adding = useAddressDialog('add', { id: 'notes.add', label: 'Add note', keys: 'c', enabled })
    return (
      <>
        <button onClick={adding.open}>Add</button>
        {adding.isOpen && <button onClick={adding.close}>Close {adding.value}</button>}
      </>
    )
  }
  const plugin = defineUIPlugin({
    name: 'notes',
    routes: [{ path: '/notes', Component: lazyPage(async () => ({ default: NotesPage })) }],
  })
  page = await mountPage({ plugin, path, answers: {} })
  return page
}

test('a dialog is opened by a press, by its keys and by the address, and closed', async () => {
  const shown = await open('/notes')
  expect(shown.text()).toBe('Add')
  await shown.click('button')
  expect([shown.text(), location.search]).toEqual(['AddClose 1', '?add=1'])
  await shown.click('button:last-of-type')
  expect([shown.text(), location.search]).toEqual(['Add', ''])
  await shown.act(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true })))
  expect(shown.text()).toBe('AddClose 1')
  await page?.unmount()
  expect((await open('/notes?add=acc_1')).text()).toBe('AddClose acc_1')
})

test('without permission the address opens nothing', async () => {
  expect((await open('/notes?add=1', false)).text()).toBe('Add')
})
