import { afterEach, expect, test, vi } from 'vitest'
import { EmptyState } from '../components/EmptyState.tsx'
import type { MountedPage } from '../testing/index.ts'
import type { DataColumn } from './data-column.ts'
import { DataTable } from './DataTable.tsx'
import { mountThings, things, type Thing } from './FixtureList.tsx'
import { useTable } from './useTable.ts'

let page: MountedPage
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await page.unmount()
})

/** Each column is 100 pixels wide at least, whatever stands in it. */
const columnWidth = 100

const columns: readonly DataColumn<Thing>[] = [
  { key: 'name', header: 'Name' },
  { key: 'size', header: 'Size' },
  { key: 'kind', header: 'Kind', from: 'sm' },
  { key: 'id', header: 'Id', from: 'lg' },
  { key: 'acts', header: 'Acts', isFixed: true, cell: () => 'act' },
]

function Things() {
  const table = useTable({ columns })
  return (
    <>
      <h1>Things</h1>
      <DataTable label="Things" columns={columns} table={table} rows={things} empty={<EmptyState title="None" />} />
    </>
  )
}

/** A window that is so wide; returns how its width is changed. */
function room(wide: number): (wide: number) => Promise<void> {
  let width = wide
  const observers: ((entries: readonly object[]) => void)[] = []
  class Sizes {
    constructor(changed: (entries: readonly object[]) => void) {
      observers.push(changed)
    }
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Sizes)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    if (this.tagName !== 'TABLE') return columnWidth
    return Math.max(width, this.querySelectorAll('th').length * columnWidth)
  })
  return async (next) => {
    width = next
    await page.act(() => observers.forEach((changed) => changed([{ contentRect: { width } }])))
  }
}

function heads(): readonly (string | null)[] {
  return [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
}

test('columns for wide pages give way first, and come back with the room', async () => {
  const resize = room(1_000)
  page = await mountThings({ Page: Things })
  expect(heads()).toEqual(['Name', 'Size', 'Kind', 'Id', 'Acts'])
  await resize(450)
  expect(heads()).toEqual(['Name', 'Size', 'Kind', 'Acts'])
  await resize(300)
  expect(heads()).toEqual(['Name', 'Size', 'Acts'])
  await resize(500)
  expect(heads()).toEqual(['Name', 'Size', 'Kind', 'Id', 'Acts'])
})

test('the first column and the actions stay, and its texts break where even they are too wide', async () => {
  room(150)
  page = await mountThings({ Page: Things })
  expect(heads()).toEqual(['Name', 'Acts'])
  expect(page.find('tbody td').className).toContain('wrap-anywhere')
})
