import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { IdempotencyKey, IdempotencyKeyCount } from '../shared.ts'
import { plugin } from './index.ts'

type MountOptions = Parameters<typeof mountPage>[0]

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  vi.useRealTimers()
})

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const notes = { name: 'notes', title: 'Notes' }
const shop = { name: 'shop', title: 'Shop' }

const counts: readonly IdempotencyKeyCount[] = [
  { plugin: notes, state: 'in_flight', count: 2, oldestAt: ago(1) },
  { plugin: notes, state: 'stored', count: 10_000, oldestAt: ago(600) },
  { plugin: shop, state: 'stored', count: 5, oldestAt: ago(1200) },
]

const keys: readonly IdempotencyKey[] = [
  {
    id: 'idk_1',
    plugin: notes,
    endpoint: 'POST /api/x/notes/notes',
    workspace: { id: 'org_1', name: 'Acme' },
    state: 'in_flight',
    createdAt: ago(1),
    expiresAt: null,
  },
  {
    id: 'idk_2',
    plugin: shop,
    endpoint: 'POST /api/x/shop/orders/{order}/payments',
    workspace: { id: 'org_2', name: 'Harbour' },
    state: 'stored_without_body',
    createdAt: ago(5),
    expiresAt: ago(-1435),
  },
]

const list = 'GET /api/instance/idempotency-keys'
const count = 'GET /api/instance/idempotency-keys/counts'

const open = (answers: NonNullable<MountOptions['answers']>, more: Partial<MountOptions> = {}) =>
  mountPage({ plugin, scope: 'instance', path: '/idempotency', answers, ...more })

const filled = { [list]: { items: keys, nextCursor: null }, [count]: { items: counts, nextCursor: null } }
const empty = { [list]: { items: [], nextCursor: null }, [count]: { items: [], nextCursor: null } }

const countAsked = (): number =>
  page?.requests.filter(({ path }) => path === '/api/instance/idempotency-keys').length ?? 0

test('the page counts live keys by state and by plugin, and lists them without the keys', async () => {
  page = await open(filled)
  expect(page.text()).toContain('In flight2')
  expect(page.text()).toContain('10,005+')
  expect(page.text()).toContain('Without body0None')
  expect(page.text()).toContain('POST /api/x/shop/orders/{order}/payments')
  expect(page.text()).toContain('Harbour')
  expect(page.text()).toContain('While running')
  const rows = [...page.find('table[aria-label="By plugin"]').querySelectorAll('tbody tr')]
  const cells = rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['Notes', '2', '10,000+', '0', '10 hours ago'],
    ['Shop', '0', '5', '0', '20 hours ago'],
  ])
})

test('without any key the page says how one comes to be', async () => {
  page = await open(empty)
  expect(page.text()).toContain('No active keys')
  expect(page.text()).toContain('Idempotency-Key')
  expect(document.querySelector('table')).toBeNull()
})

test('the filters stand in the address, and a list that they empty offers to clear them', async () => {
  page = await open(
    {
      ...filled,
      [list]: ({ query }: { query: URLSearchParams }) => ({ items: query.has('state') ? [] : keys, nextCursor: null }),
    },
    { path: '/idempotency?plugin=gone&state=stored' },
  )
  const asked = page.requests.find(({ path }) => path === '/api/instance/idempotency-keys')
  expect(asked?.query.toString()).toBe('plugin=gone&state=stored')
  expect(page.text()).toContain('No results')
  expect(page.text()).toContain('gone')
  const clear = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Clear filters')
  await page.act(() => clear?.click())
  expect(location.search).toBe('')
  expect(page.text()).toContain('POST /api/x/notes/notes')
})

test('a plugin of the table is a link to its keys', async () => {
  page = await open(filled)
  await page.click('a[href="/instance/idempotency?plugin=shop"]')
  expect(page.requests.at(-1)?.query.get('plugin')).toBe('shop')
})

test('further keys are loaded on request', async () => {
  page = await open({
    ...filled,
    [list]: ({ query }: { query: URLSearchParams }) =>
      query.has('cursor')
        ? { items: keys.slice(1), nextCursor: null }
        : { items: keys.slice(0, 1), nextCursor: 'idk_1' },
  })
  expect(page.text()).not.toContain('/shop/orders')
  const more = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Show more')
  await page.act(() => more?.click())
  expect(page.text()).toContain('/shop/orders')
})

test('the page refetches on request, and automatically only while that is on', async () => {
  page = await open(filled)
  const before = countAsked()
  const refresh = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Refresh')
  await page.act(() => refresh?.click())
  expect(countAsked()).toBe(before + 1)
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'Date'], shouldAdvanceTime: true })
  await page.act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(countAsked()).toBe(before + 1)
  await page.click('[role=switch][aria-label="Auto-refresh"]')
  await page.act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(countAsked()).toBeGreaterThanOrEqual(before + 3)
})

test('a failed refresh keeps the shown data, with the reason', async () => {
  const state = { isBroken: false }
  const answer = (items: readonly unknown[]) => () =>
    state.isBroken
      ? problem(400, 'bad_request', { title: 'The request could not be understood' })
      : { items, nextCursor: null }
  page = await open({ [list]: answer(keys), [count]: answer(counts) })
  state.isBroken = true
  const refresh = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Refresh')
  await page.act(() => refresh?.click())
  expect(page.text()).toContain('POST /api/x/notes/notes')
  expect(page.find('[role=alert]').textContent).toContain('could not be understood')
})

test('a first load that fails shows the standard view', async () => {
  const broken = problem(403, 'forbidden', { title: 'Your role does not allow this' })
  page = await open({ [list]: broken, [count]: broken })
  expect(document.querySelector('table')).toBeNull()
  expect(page.find('h1').textContent).not.toBe('')
})

test.each(variants)('nothing hinders anybody in $theme and $language, with keys and without', async (variant) => {
  for (const answers of [filled, empty]) {
    page = await open(answers, variant)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
