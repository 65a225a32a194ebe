import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import type { FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { bakery, deals, resourceAnswers } from './fixture-resource.ts'
import { ResourceBoard } from './ResourceBoard.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a move to another column changes the field', async () => {
  const seen = vi.fn<(request: FakeRequest) => unknown>(() => ({ ...bakery, stage: 'won' }))
  page = await mountPage({
    plugin: fixturePlugin(() => <ResourceBoard resource={deals} by="stage" />),
    path: '/fixture',
    answers: { ...resourceAnswers, 'PATCH /api/x/fixture/deals/deal_1': seen },
  })
  expect(page.find('[data-column=lead]').textContent).toContain('Harbor Bakery')
  expect(page.find('[data-column=won]').textContent).toContain('North Press')
  await page.act(() => page?.find('[data-card=deal_1]').focus())
  for (const key of [' ', 'ArrowRight', ' ']) await page.press(key)
  expect(seen.mock.calls[0]?.[0].body).toEqual({ stage: 'won' })
})

test('a card shows the chosen fields that have a value', async () => {
  page = await mountPage({
    plugin: fixturePlugin(() => <ResourceBoard resource={deals} by="stage" fields={['amount', 'closesOn']} />),
    path: '/fixture',
    answers: resourceAnswers,
  })
  expect(page.find('[data-card=deal_1]').textContent).toContain('€1,234.50Dec 24, 2026')
  expect(page.find('[data-card=deal_2]').textContent).not.toContain('—')
})
