import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { shellAnswers, type FakeAnswers, type FakeRequest } from '../testing/fake-server.ts'
import { mountPage, variants, type MountedPage } from '../testing/mount-page.ts'
import { bakery, deals, dealsOfHidden, hiddenBakery, resourceAnswers } from './fixture-resource.ts'
import { ResourceList } from './ResourceList.tsx'

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  history.replaceState(null, '', '/')
})

const plugin = fixturePlugin(() => <ResourceList resource={deals} />)
const asked = () => page!.requests.findLast(({ path }) => path === '/api/x/fixture/deals')?.query

async function mount(query = '', more: FakeAnswers = {}): Promise<MountedPage> {
  page = await mountPage({ plugin, path: `/fixture${query}`, answers: { ...resourceAnswers, ...more } })
  return page
}

test.each(variants)('a list shows its records in $theme and $language', async ({ theme, language }) => {
  page = await mountPage({ plugin, path: '/fixture', answers: resourceAnswers, theme, language })
  expect(page.find('a[href$="/deals/deal_1"]').textContent).toBe('Harbor Bakery')
  expect(page.text()).toContain('1,234.50')
  expect(page.text()).toContain(language === 'en' ? 'Former member' : '前成员')
  expect(page.find('h1').textContent).toBe(language === 'en' ? 'Deals' : '商机')
  expect(await accessibilityProblems(page)).toEqual([])
})

test('search, order and filters are those of the address: days for dates, ids for members and records', async () => {
  const address = '?q=bake&sort=-amount&stage=won&closesOn=2026-12-01..2026-12-31&amount=100..250&company=company_1'
  const mounted = await mount(address)
  expect(Object.fromEntries(asked() ?? [])).toMatchObject({
    q: 'bake',
    sort: '-amount',
    stage: 'won',
    closesOnFrom: '2026-12-01',
    closesOnTo: '2026-12-31',
    amountFrom: '100',
    amountTo: '250',
    company: 'company_1',
  })
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await mounted.click('button[aria-label="More actions"]')
  const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await mounted.act(() => entries.find(({ textContent }) => textContent === 'Export CSV')?.click())
  const link = followed.mock.contexts[0] as HTMLAnchorElement
  expect([link.pathname, link.download]).toEqual(['/api/x/fixture/deals/export', 'deals.csv'])
  expect(link.search).toContain('closesOnTo=2026-12-31')
  expect(link.search).toContain('workspace=wsp_1')
  followed.mockRestore()
})

test('a filter of a reference shows the name of its record', async () => {
  const mounted = await mount('?company=company_1', {
    'GET /api/x/fixture/companies/company_1': { id: 'company_1', name: 'Harbor Ltd' },
  })
  expect(mounted.find('[aria-label="Filters"], ul').textContent).toContain('Harbor Ltd')
})

test.each([
  ['en', 'Hidden'],
  ['zh', '已隐藏'],
] as const)('a record that the user may not read has no name, link or filter (%s)', async (language, text) => {
  const hiding = fixturePlugin(() => <ResourceList resource={dealsOfHidden} />)
  const me = shellAnswers(hiding)['GET /api/auth/me'] as object
  const answers = {
    ...resourceAnswers,
    'GET /api/auth/me': { ...me, role: 'member' },
    'GET /api/x/fixture/deals': { items: [hiddenBakery], nextCursor: null },
  }
  page = await mountPage({ plugin: hiding, path: '/fixture?company=company_1', answers, language })
  expect(page.text()).toContain(text)
  expect(document.querySelector('a[href*="/companies/"]')).toBeNull()
  expect(asked()?.has('company')).toBe(false)
  expect(page.requests.some(({ path }) => path.includes('/companies'))).toBe(false)
})

test.each([
  ['en', 'Amount€1.00 – €2.50'],
  ['zh', '金额€1.00 - €2.50'],
] as const)('a filter of an amount is shown in its currency (%s)', async (language, text) => {
  page = await mountPage({ plugin, path: '/fixture?amount=100..250', answers: resourceAnswers, language })
  expect(page.find('[aria-label="Filters"], ul').textContent).toBe(text)
})

test('a new record is created in a dialog, and its errors stand at their fields', async () => {
  const seen = vi.fn<(request: FakeRequest) => unknown>(() => Response.json(bakery, { status: 201 }))
  const mounted = await mount('', { 'POST /api/x/fixture/deals': seen })
  const open = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'New deal')
  await mounted.act(() => open?.click())
  const send = () => mounted.act(() => mounted.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  await send()
  expect(seen).not.toHaveBeenCalled()
  expect(mounted.find('[role=dialog]').textContent).toContain('Required.')
  await mounted.fill('[role=dialog] input[name=name]', 'Harbor Bakery')
  await mounted.fill('[role=dialog] input[inputmode=decimal]', '12.5')
  await send()
  expect(seen.mock.calls[0]?.[0].body).toEqual({
    name: 'Harbor Bakery',
    amount: 1_250,
    stage: 'lead',
    company: null,
    owner: null,
    closesOn: null,
    notes: null,
    taxId: null,
  })
  expect(document.querySelector('[role=dialog] form')).toBeNull()
})

test('an empty list offers the first record', async () => {
  const mounted = await mount('', { 'GET /api/x/fixture/deals': { items: [], nextCursor: null } })
  expect(mounted.text()).toContain('No deals yet')
})
