import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Table } from './Table.tsx'

let page: MountedPage | undefined
afterEach(() => {
  vi.restoreAllMocks()
  return page?.unmount()
})

test('a table has a name, a header for each column and a row for each thing', async () => {
  page = await mountComponent(() => (
    <Table
      label="Domains"
      columns={[
        { key: 'name', header: 'Domain', cell: (name: string) => name },
        { key: 'length', header: 'Length', hideHeader: true, align: 'end', cell: (name) => name.length },
      ]}
      rows={['a.example', 'bc.example']}
      rowKey={(name) => name}
    />
  ))
  expect(page.find('table').getAttribute('aria-label')).toBe('Domains')
  expect(Array.from(document.querySelectorAll('th[scope=col]'), ({ textContent }) => textContent)).toEqual([
    'Domain',
    'Length',
  ])
  expect(document.querySelectorAll('th .sr-only')).toHaveLength(1)
  expect(Array.from(document.querySelectorAll('tbody tr'), ({ textContent }) => textContent)).toEqual([
    'a.example9',
    'bc.example10',
  ])
})

test('a table that is wider than its room is a list of cards with the names of the values', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(500)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  page = await mountComponent(() => (
    <Table
      label="Domains"
      columns={[
        { key: 'name', header: 'Domain', cell: (name: string) => name },
        { key: 'length', header: 'Length', from: 'lg', cell: (name) => name.length },
      ]}
      rows={['a.example', 'bc.example']}
      rowKey={(name) => name}
    />
  ))
  expect(document.querySelector('table')).toBeNull()
  const cards = page.find('ul[aria-label=Domains]').querySelectorAll('li')
  expect(Array.from(cards, ({ textContent }) => textContent)).toEqual(['a.exampleLength9', 'bc.exampleLength10'])
})
