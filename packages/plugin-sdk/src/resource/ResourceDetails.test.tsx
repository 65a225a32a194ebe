import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { problem, type FakeAnswers, type FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { bakery, deals, resourceAnswers } from './fixture-resource.ts'
import { ResourceDetails } from './ResourceDetails.tsx'

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  history.replaceState(null, '', '/')
})

const plugin = fixturePlugin(() => <ResourceDetails resource={deals} id="deal_1" />)

async function mount(more: FakeAnswers = {}): Promise<MountedPage> {
  page = await mountPage({ plugin, path: '/fixture', answers: { ...resourceAnswers, ...more } })
  return page
}

function button(name: string, within = 'body'): HTMLButtonElement {
  const found = [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].findLast(
    ({ textContent }) => textContent === name,
  )
  if (found === undefined) throw new Error(`No button ${name}`)
  return found
}

test('a record shows every field by its kind', async () => {
  const mounted = await mount()
  expect(mounted.find('h1').textContent).toBe('Harbor Bakery')
  for (const text of ['€1,234.50', 'Lead', 'Ada', 'Call in December.']) expect(mounted.text()).toContain(text)
  expect(mounted.find('a[href$="/companies/company_1"]').textContent).toBe('Harbor Ltd')
  expect(await accessibilityProblems(mounted)).toEqual([])
})

test('a change sends the changed fields alone, and leaves a sealed value as it is', async () => {
  const seen = vi.fn<(request: FakeRequest) => unknown>(() => ({ ...bakery, name: 'Bakery' }))
  const mounted = await mount({ 'PATCH /api/x/fixture/deals/deal_1': seen })
  await mounted.act(() => button('Edit').click())
  await mounted.fill('[role=dialog] input[name=name]', 'Bakery')
  await mounted.act(() => mounted.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(seen.mock.calls[0]?.[0].body).toEqual({ name: 'Bakery' })
  expect(document.querySelector('[role=dialog] form')).toBeNull()
})

test('a refused change stays open with the error at its field', async () => {
  const errors = [{ path: 'name', message: 'Already taken.' }]
  const mounted = await mount({
    'PATCH /api/x/fixture/deals/deal_1': () => problem(400, 'invalid_input', { errors }),
  })
  await mounted.act(() => button('Edit').click())
  await mounted.fill('[role=dialog] input[name=name]', 'Bakery')
  await mounted.act(() => mounted.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(mounted.find('[role=dialog]').textContent).toContain('Already taken.')
})

test('a sealed value is loaded and legible when it is asked for', async () => {
  const seen = vi.fn<(request: FakeRequest) => unknown>(() => ({ value: 'DE123' }))
  const mounted = await mount({ 'POST /api/x/fixture/deals/deal_1/reveal': seen })
  expect(seen).not.toHaveBeenCalled()
  await mounted.act(() => button('Show tax ID').click())
  expect(seen.mock.calls[0]?.[0].body).toEqual({ field: 'taxId' })
  expect(mounted.text()).toContain('DE123')
})

test('a record is deleted after a question, and the list opens', async () => {
  const seen = vi.fn<(request: FakeRequest) => unknown>()
  const mounted = await mount({ 'DELETE /api/x/fixture/deals/deal_1': seen })
  await mounted.act(() => button('Delete').click())
  expect(seen).not.toHaveBeenCalled()
  expect(mounted.find('[role=dialog]').textContent).toContain('Delete Harbor Bakery?')
  await mounted.act(() => button('Delete', '[role=dialog]').click())
  expect(seen).toHaveBeenCalledOnce()
  expect(location.pathname).toBe('/admin/deals')
})
