import { createPortal } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, type MountedPage } from '../testing/index.ts'
import { clientPage, mountThings, press, rowsShown, ServerPage, things } from './FixtureList.tsx'

let page: MountedPage
afterEach(async () => {
  vi.restoreAllMocks()
  await page.unmount()
})

const path = '/api/x/things/things'
const named = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text)
const header = (text: string) => [...document.querySelectorAll('th')].find((each) => each.textContent === text)
const focused = () => document.activeElement?.getAttribute('data-row')
const box = (id: string) => page.find<HTMLInputElement>(`tr[data-row="${id}"] input`)
const chosen = () => things.filter(({ id }) => box(id).checked).map(({ id }) => id)

test('the server orders its list: upwards, downwards, and back to its own order, as the address says', async () => {
  page = await mountThings()
  expect(header('Name')?.getAttribute('aria-sort')).toBe('none')
  await page.act(() => named('Name')?.click())
  expect([location.search, header('Name')?.getAttribute('aria-sort')]).toEqual(['?sort=name', 'ascending'])
  expect(page.requests.at(-1)?.query.get('sort')).toBe('name')
  await page.act(() => named('Name')?.click())
  expect([location.search, header('Name')?.getAttribute('aria-sort')]).toEqual(['?sort=-name', 'descending'])
  await page.act(() => named('Name')?.click())
  expect([location.search, header('Name')?.getAttribute('aria-sort')]).toEqual(['', 'none'])
})

test('rows of the browser are ordered as the reader would: letters of both cases alike, numbers by size', async () => {
  page = await mountThings({ Page: clientPage(things), path: '/things?sort=-name' })
  expect(rowsShown().map(([name]) => name)).toEqual(['date', 'Cherry', 'beet', 'Apple'])
  await page.act(() => named('Size')?.click())
  expect(rowsShown().map(([, size]) => size)).toEqual(['1', '2', '9', '10'])
})

test('rows of the browser are searched in all that they hold', async () => {
  page = await mountThings({ Page: clientPage(things), path: '/things?q=FRUIT' })
  expect(rowsShown().map(([name]) => name)).toEqual(['Apple', 'Cherry', 'date'])
})

test('columns that the address names are shown, the first one always', async () => {
  page = await mountThings({ path: '/things?columns=kind' })
  expect([...document.querySelectorAll('th')].map((each) => each.textContent)).toEqual([
    'Select all rows',
    'Name',
    'Kind',
  ])
})

test('j, k and the arrows move, x chooses, Enter opens and Escape takes back', async () => {
  page = await mountThings()
  await press(page, 'j')
  expect(focused()).toBe('a')
  await press(page, 'j')
  await press(page, 'ArrowDown')
  expect(focused()).toBe('c')
  await press(page, 'k')
  expect(focused()).toBe('b')
  await press(page, 'x')
  expect(chosen()).toEqual(['b'])
  await press(page, 'Enter')
  expect(location.search).toBe('?open=b')
  expect(page.find('aside').textContent).toContain('beet')
  await press(page, 'j')
  expect(location.search).toBe('?open=c')
  await press(page, 'Escape')
  expect(location.search).toBe('')
  expect(chosen()).toEqual(['b'])
  await press(page, 'Escape')
  expect(chosen()).toEqual([])
})

test('one row is in the order of Tab', async () => {
  page = await mountThings()
  const reachable = () => [...document.querySelectorAll('tr[tabindex="0"]')].map((row) => row.getAttribute('data-row'))
  expect(reachable()).toEqual(['a'])
  await press(page, 'j')
  await press(page, 'j')
  expect(reachable()).toEqual(['b'])
})

function Around({ role }: { readonly role: string }) {
  return (
    <div role={role} aria-label="Around">
      <ServerPage />
    </div>
  )
}

for (const role of ['tabpanel', 'group', 'region', 'listitem']) {
  test(`a row opens from every cell and by Enter where its table is inside a ${role}`, async () => {
    page = await mountThings({ Page: () => <Around role={role} /> })
    await page.click('tr[data-row="b"] td:nth-child(3)')
    expect(location.search).toBe('?open=b')
    await page.click('aside button[aria-label="Close"]')
    expect(location.search).toBe('')
    await press(page, 'j')
    const row = focused()
    await press(page, 'Enter')
    expect(location.search).toBe(`?open=${row}`)
  })
}

test('a control in a row keeps its press', async () => {
  page = await mountThings({ Page: () => <Around role="tabpanel" /> })
  await page.act(() => box('b').click())
  expect([location.search, chosen()]).toEqual(['', ['b']])
})

test("a press in a cell's portal elsewhere on the page opens no row", async () => {
  const elsewhere = document.body.appendChild(document.createElement('div'))
  const Page = clientPage(things.slice(0, 1), () => createPortal(<p id="elsewhere">Sure?</p>, elsewhere))
  page = await mountThings({ Page })
  await page.click('#elsewhere')
  expect(location.search).toBe('')
  elsewhere.remove()
})

test('details that close give the focus back to their row, and going back closes them', async () => {
  page = await mountThings()
  await page.act(() => page.find('a[href="/admin/things?open=c"]').focus())
  await page.click('a[href="/admin/things?open=c"]')
  expect(page.find('aside').textContent).toContain('Cherry')
  expect(document.activeElement?.tagName).toBe('ASIDE')
  await page.click('aside button[aria-label="Close"]')
  await page.act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(focused()).toBe('c')
})

test('with Shift all rows between two are chosen', async () => {
  page = await mountThings()
  await page.act(() => box('a').click())
  await page.act(() => box('c').dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true })))
  expect(chosen()).toEqual(['a', 'b', 'c'])
})

test('all loaded rows are chosen at once, and then all that match', async () => {
  const answers = { [`GET ${path}`]: { items: things, nextCursor: 'more', total: 120 } }
  page = await mountThings({ answers })
  await page.click('th input')
  expect(chosen()).toEqual(['a', 'b', 'c', 'd'])
  expect(page.find('section[aria-label="Selected rows"]').textContent).toContain('4 selected')
  await page.act(() => named('Select all 120 matching rows')?.click())
  expect([...document.querySelectorAll('output')].map((each) => each.textContent)).toContain(
    'All 120 matching rows selected',
  )
  await page.act(() => named('Clear')?.click())
  expect(chosen()).toEqual([])
  expect(document.querySelector('section[aria-label="Selected rows"]')).toBeNull()
})

test('another filter begins with nothing chosen', async () => {
  page = await mountThings()
  await page.act(() => box('a').click())
  await page.act(() => named('Size')?.click())
  expect(chosen()).toEqual([])
})

test('the address says how far a list is loaded', async () => {
  const many = (from: number) =>
    Array.from({ length: 50 }, (_, place) => ({ id: `t${from + place}`, name: `T${from + place}`, size: 1, kind: 'x' }))
  const answers = {
    [`GET ${path}`]: ({ query }: { query: URLSearchParams }) => {
      const from = Number(query.get('cursor') ?? 0)
      return { items: many(from), nextCursor: from < 150 ? String(from + 50) : null, total: 200 }
    },
  }
  page = await mountThings({ answers, path: '/things?page=2' })
  expect(rowsShown()).toHaveLength(100)
  expect(page.text()).toContain('100 of 200 rows')
  await page.act(() => named('Show more')?.click())
  expect(location.search).toBe('?page=3')
  expect(page.requests.filter((one) => one.path === path)).toHaveLength(3)
})

test('a page without rows is not the end of a list that has more', async () => {
  const answers = {
    [`GET ${path}`]: ({ query }: { query: URLSearchParams }) =>
      query.get('cursor') === 'third' ? { items: things, nextCursor: null } : { items: [], nextCursor: next(query) },
  }
  const next = (query: URLSearchParams) => (query.has('cursor') ? 'third' : 'second')
  page = await mountThings({ answers, path: '/things?kind=root' })
  expect(rowsShown()).toHaveLength(4)
  expect(page.text()).not.toContain('No results')
  expect(page.requests.filter((one) => one.path === path)).toHaveLength(3)
})

test('a list is empty for two reasons, and says which', async () => {
  const answers = { [`GET ${path}`]: { items: [], nextCursor: null } }
  page = await mountThings({ answers })
  expect(page.text()).toContain('No things yet')
  expect(document.querySelector('table')).toBeNull()
  await page.unmount()
  page = await mountThings({ answers, path: '/things?kind=root' })
  expect(page.text()).toContain('No results')
  await page.act(() => named('Clear filters')?.click())
  expect(location.search).toBe('')
  expect(page.text()).toContain('No things yet')
})

test('the rows stay while others load', async () => {
  const answer = ({ query }: { query: URLSearchParams }) =>
    query.has('sort') ? new Promise(() => undefined) : { items: things, nextCursor: null }
  page = await mountThings({ answers: { [`GET ${path}`]: answer } })
  expect(page.find('table').getAttribute('aria-busy')).toBeNull()
  await page.act(() => named('Size')?.click())
  expect(rowsShown()).toHaveLength(4)
  expect(page.find('table').getAttribute('aria-busy')).toBe('true')
})

test('a skeleton of the columns stands where the rows will', async () => {
  page = await mountThings({ answers: { [`GET ${path}`]: () => new Promise(() => undefined) } })
  expect(page.find('table').getAttribute('aria-busy')).toBe('true')
  expect(document.querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(8)
  expect(page.find('tbody tr').children).toHaveLength(3)
})

test('is accessible, with details open and rows chosen', async () => {
  page = await mountThings({ path: '/things?open=a&kind=fruit&q=e' })
  await page.act(() => box('a').click())
  expect(await accessibilityProblems(page)).toEqual([])
})

test('10,000 rows are put in order fast, and only those in sight are drawn', async () => {
  const rows = Array.from({ length: 10_000 }, (_, place) => ({
    id: `t${place}`,
    name: `Thing ${(place * 7919) % 10_000}`,
    size: (place * 31) % 997,
    kind: 'x',
  }))
  page = await mountThings({ Page: clientPage(rows) })
  const drawn = rowsShown().length
  expect(drawn).toBeGreaterThan(0)
  expect(drawn).toBeLessThan(200)
  expect(page.find('table').getAttribute('aria-rowcount')).toBe('10001')
  expect(page.find('tbody tr[data-row]').getAttribute('aria-rowindex')).toBe('2')
  const began = performance.now()
  await page.act(() => named('Name')?.click())
  const took = performance.now() - began
  expect(rowsShown()[0]?.[0]).toBe('Thing 0')
  expect(took).toBeLessThan(2_000)
})
