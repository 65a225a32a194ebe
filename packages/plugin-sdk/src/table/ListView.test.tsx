import { afterEach, expect, test } from 'vitest'
import { EmptyState } from '../components/EmptyState.tsx'
import { lazyPage } from '../lazy-page.ts'
import { Link } from '../navigation/Link.tsx'
import { useListQuery } from '../query/useListQuery.ts'
import { mountPage, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { listThings, rowsShown, things } from './FixtureList.tsx'
import { ListView } from './ListView.tsx'
import { tableInput } from './table-input.ts'
import { useTable } from './useTable.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function ThingsPage() {
  const cell = ({ name }: { readonly name: string }) => <Link to={`/things?name=${name}`}>{name}</Link>
  const columns = [{ key: 'name', header: 'Name', cell }]
  const table = useTable({ columns })
  const input = tableInput(listThings, table)
  return (
    <ListView
      endpoint={listThings}
      input={input}
      list={useListQuery(listThings, input)}
      search="Search things"
      actions={<button>Export</button>}
      label="Things"
      columns={columns}
      table={table}
      empty={<EmptyState title="No things" />}
    />
  )
}

const Component = lazyPage(async () => ({ default: ThingsPage }))
const plugin = defineUIPlugin({ name: 'things', routes: [{ path: '/things', Component }] })

test('a list has its rows, and a bar with search, the call, columns and actions', async () => {
  page = await mountPage({
    plugin,
    path: '/things',
    answers: { 'GET /api/x/things/things': { items: things, nextCursor: null } },
  })
  expect(rowsShown().length).toBe(things.length)
  await page.click('button[aria-label="More actions"]')
  for (const text of ['Copy as curl', 'Export', 'Density']) expect(document.body.textContent).toContain(text)
  expect(page.find('[aria-label="Search things"]')).not.toBeNull()
})

test('Enter on a row follows its link, and no other key does', async () => {
  const answers = { 'GET /api/x/things/things': { items: things, nextCursor: null } }
  page = await mountPage({ plugin, path: '/things', answers })
  const row = page.find('tbody tr')
  const press = (key: string) =>
    page?.act(() => row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await press('a')
  expect(location.search).toBe('')
  await press('Enter')
  expect(location.search).toBe('?name=Apple')
})
