import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { FakeAnswers, FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { call, deals, notes, resourceAnswers } from './fixture-resource.ts'
import { RelatedRecords } from './RelatedRecords.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const notesOfDeal = fixturePlugin(() => <RelatedRecords resource={notes} by="deal" id="deal_1" isEditable />)

async function mount(more: FakeAnswers = {}, plugin = notesOfDeal): Promise<MountedPage> {
  page = await mountPage({ plugin, path: '/fixture', answers: { ...resourceAnswers, ...more } })
  return page
}

const seen = () => vi.fn<(request: FakeRequest) => unknown>(() => call)

test('records that refer to the record are listed with the chosen fields and lead to their pages', async () => {
  const list = vi.fn<(request: FakeRequest) => unknown>(() => resourceAnswers['GET /api/x/fixture/deals'])
  const dealsOf = fixturePlugin(() => (
    <RelatedRecords resource={deals} by="company" id="company_1" fields={['amount', 'stage']} />
  ))
  const mounted = await mount({ 'GET /api/x/fixture/deals': list }, dealsOf)
  expect(String(list.mock.calls[0]?.[0].query)).toBe('company=company_1&sort=-createdAt')
  expect(mounted.find('a[href$="/deals/deal_1"]').textContent).toBe('Harbor Bakery')
  expect(mounted.find('li').textContent).toContain('€1,234.50')
  expect(document.querySelector('[aria-label^="Edit"]')).toBeNull()
  expect(await accessibilityProblems(mounted)).toEqual([])
})

test('a new record gets the reference, which its form does not ask for', async () => {
  const create = seen()
  const mounted = await mount({ 'POST /api/x/fixture/notes': create })
  await mounted.click('section button')
  expect(document.querySelector('[role=dialog] input[role=combobox]')).toBeNull()
  await mounted.fill('[role=dialog] textarea', 'First line')
  await mounted.click('[role=dialog] button[type=submit]')
  expect(create.mock.calls[0]?.[0].body).toEqual({ text: 'First line', deal: 'deal_1' })
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a record is changed and deleted in place, after a question', async () => {
  const [change, remove] = [seen(), seen()]
  const mounted = await mount({
    'PATCH /api/x/fixture/notes/note_1': change,
    'DELETE /api/x/fixture/notes/note_1': remove,
  })
  await mounted.click('[aria-label^="Edit"]')
  await mounted.fill('[role=dialog] textarea', 'Another text')
  await mounted.click('[role=dialog] button[type=submit]')
  expect(change.mock.calls[0]?.[0].body).toEqual({ text: 'Another text' })
  await mounted.click('[aria-label^="Delete"]')
  expect(remove).not.toHaveBeenCalled()
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button, [role=alertdialog] button')]
  await mounted.act(() => confirm.find(({ textContent }) => textContent === 'Delete')?.click())
  expect(remove).toHaveBeenCalledOnce()
})

test('without records it says so', async () => {
  const mounted = await mount({ 'GET /api/x/fixture/notes': { items: [], nextCursor: null } })
  expect(mounted.text()).toContain('No notes yet')
})
