import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Discount } from '../shared.ts'
import { product, productAnswers } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const discounts = '/api/x/products/discounts'
const discount: Discount = {
  id: 'disc_1',
  code: 'SPRING',
  rules: [
    { priceId: null, interval: 'year', percent: 12.5, amount: null },
    { priceId: null, interval: null, percent: null, amount: 500 },
  ],
  currency: 'EUR',
  firstOrderOnly: false,
  startsAt: null,
  endsAt: null,
  useLimit: 100,
  used: 3,
  isEnabled: true,
  createdAt: '2026-01-31T12:00:00.000Z',
}
const answers = { ...productAnswers, [`GET ${discounts}`]: { items: [discount], nextCursor: null } }

const open = (path: `/${string}`, more: object = {}, variant: object = {}) =>
  mountPage({ plugin, path, answers: { ...answers, ...more }, ...variant })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
const press = (text: string) =>
  page.act(() => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)?.click())

test('the list shows the code, its rules, its uses and its state', async () => {
  page = await open('/products/discounts')
  expect(page.text()).toMatch(/SPRING12\.5% off: Yearly prices and €5\.00 off: All products.*3 \/ 100.*Active/)
})

test('a code that has ended or is used up is not shown as active', async () => {
  const items = [
    { ...discount, id: 'disc_2', endsAt: '2020-01-31T12:00:00.000Z' },
    { ...discount, id: 'disc_3', used: 100 },
  ]
  page = await open('/products/discounts', { [`GET ${discounts}`]: { items, nextCursor: null } })
  expect(page.text()).toMatch(/Ended.*Used up/)
})

test('an incomplete rule is not sent, and a refused code stands at its field', async () => {
  const taken = problem(409, 'conflict', { errors: [{ path: 'code', message: 'Another discount has this code.' }] })
  page = await open('/products/discounts?create=1', { [`POST ${discounts}`]: taken })
  await page.fill('[name=code]', 'SPRING')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Complete every rule.')
  expect(sent('POST', discounts)).toEqual([])
  await page.fill('[name=percent]', '12.5')
  await page.fill('[name=useLimit]', '100')
  await submit()
  expect(sent('POST', discounts)).toEqual([
    {
      code: 'SPRING',
      rules: [{ percent: 12.5 }],
      firstOrderOnly: false,
      startsAt: null,
      endsAt: null,
      useLimit: 100,
    },
  ])
  expect(page.find('[role=dialog]').textContent).toContain('Another discount has this code.')
})

test('a discount is disabled, edited without changing its days, and deleted after a question', async () => {
  const at = `${discounts}/disc_1`
  page = await open('/products/discounts?open=disc_1', { [`PATCH ${at}`]: discount, [`DELETE ${at}`]: undefined })
  await press('Disable')
  await press('Edit')
  await page.fill('[name=useLimit]', '')
  await submit()
  expect(sent('PATCH', at)).toEqual([{ isEnabled: false }, { useLimit: null }])
  await press('Delete')
  expect(page.find('[role=dialog]').textContent).toContain('Delete SPRING?')
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click())
  expect(sent('DELETE', at)).toHaveLength(1)
})

test.for(variants)('the form and the details of a discount are accessible, %j', async (variant) => {
  for (const path of ['/products/discounts?create=1', '/products/discounts?open=disc_1'] as const) {
    page = await open(path, {}, variant)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})

const reports = '/api/x/products/reports'
const sums = { currency: 'EUR', sales: 9_800, refunds: 1_000, revenue: 8_800 }
const revenue = {
  timeZone: 'UTC',
  totals: [sums, { ...sums, currency: 'USD', revenue: 700 }],
  times: [{ start: '2026-01-31', ...sums }],
  products: [{ productId: product.id, name: product.name, ...sums }],
}
const subscriptions = { at: discount.createdAt, active: 2, products: [{ productId: 'p', name: 'Club', active: 2 }] }
const reported = { [`GET ${reports}/revenue`]: revenue, [`GET ${reports}/subscriptions`]: subscriptions }

test('the report shows the revenue of each currency and product, and offers the same days as a file', async () => {
  page = await open('/products/reports', reported)
  expect(page.text()).toMatch(/Revenue in EUR€88\.00.*Revenue in USD\$7\.00.*Editor€98\.00€10\.00€88\.00.*Club2/)
  const asked = page.requests.find(({ path }) => path.startsWith(`${reports}/revenue`))
  const link = page.find<HTMLAnchorElement>('a[download]').getAttribute('href') ?? ''
  expect(link).toMatch(/revenue\/export\?from=2\d{3}-\d\d-\d\d&to=2\d{3}-\d\d-\d\d&unit=day&workspace=wsp_1$/)
  expect(asked).toBeDefined()
  const days = [...document.querySelectorAll('table')].map(({ rows }) => rows.length)
  expect(Math.max(...days)).toBe(31)
})

test('a report without sales says so', async () => {
  const none = { ...revenue, totals: [], times: [], products: [] }
  page = await open('/products/reports', { ...reported, [`GET ${reports}/revenue`]: none })
  expect(page.text()).toContain('No sales in these days')
})

test.for(variants)('the report is accessible, %j', async (variant) => {
  page = await open('/products/reports', reported, variant)
  expect(await accessibilityProblems(page)).toEqual([])
})
