import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { shellAnswers, type FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { bakery, deals, dealsOfHidden, hiddenBakery, resourceAnswers } from './fixture-resource.ts'
import { changedValues, mask } from './record-form.ts'
import { ResourceForm } from './ResourceForm.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('members and records are shown by name, and nothing is sent without a change', async () => {
  const onDone = vi.fn()
  const seen = vi.fn<(request: FakeRequest) => unknown>()
  page = await mountPage({
    plugin: fixturePlugin(() => <ResourceForm resource={deals} record={bakery} onDone={onDone} />),
    path: '/fixture',
    answers: { ...resourceAnswers, 'PATCH /api/x/fixture/deals/deal_1': seen },
  })
  const chosen = [...document.querySelectorAll<HTMLInputElement>('input[role=combobox]')].map(({ value }) => value)
  expect(chosen).toEqual(['Harbor Ltd', 'Ada'])
  await page.act(() => page?.find<HTMLFormElement>('form').requestSubmit())
  expect(seen).not.toHaveBeenCalled()
  expect(onDone).toHaveBeenCalledWith(bakery)
})

test('a record that the user may not read is named by its id, and no others are offered', async () => {
  const seen = vi.fn<(request: FakeRequest) => unknown>(() => hiddenBakery)
  const plugin = fixturePlugin(() => (
    <ResourceForm resource={dealsOfHidden} record={hiddenBakery} onDone={() => undefined} />
  ))
  const me = shellAnswers(plugin)['GET /api/auth/me'] as object
  const answers = { ...resourceAnswers, 'GET /api/auth/me': { ...me, role: 'member' } }
  page = await mountPage({
    plugin,
    path: '/fixture',
    answers: { ...answers, 'PATCH /api/x/fixture/deals/deal_1': seen },
  })
  const input = page.find<HTMLInputElement>('input[name=company]')
  expect([input.value, input.role]).toEqual(['company_1', ''])
  await page.fill('input[name=company]', '')
  await page.act(() => page?.find<HTMLFormElement>('form').requestSubmit())
  expect(seen.mock.calls[0]?.[0].body).toEqual({ company: null })
  expect(page.requests.some(({ path }) => path.includes('/companies'))).toBe(false)
})

test('a removed sealed value is null, and a kept one is left out', () => {
  const before = { name: 'A', taxId: mask }
  expect(changedValues(deals, { name: 'A', taxId: mask }, before)).toEqual({})
  expect(changedValues(deals, { name: 'B', taxId: '' }, before)).toEqual({ name: 'B', taxId: null })
  expect(changedValues(deals, { name: 'A', taxId: 'DE1' }, before)).toEqual({ taxId: 'DE1' })
})
