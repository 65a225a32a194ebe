import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { lazyPage, Widgets } from '@host/plugin-sdk'
import { mountPage, shellAnswers, type MountedPage } from '@host/plugin-sdk/testing'
import { order, orders } from './fixture.ts'
import { plugin } from './index.ts'

/** A page with the widgets of the overview. */
const shown = {
  ...plugin,
  routes: [
    {
      path: '/widget' as const,
      Component: lazyPage(() => Promise.resolve({ default: () => createElement(Widgets, { slot: 'overview.main' }) })),
    },
  ],
}
const revenue = { items: [{ currency: 'EUR', revenue: 8_800 }] }
const report = '/api/x/products/reports/week'

let page: MountedPage
afterEach(() => page?.unmount())

const open = (answers: object) =>
  mountPage({
    plugin: shown,
    path: '/widget',
    answers: { [`GET ${report}`]: revenue, [`GET ${orders}`]: { items: [order], nextCursor: null }, ...answers },
  })

test('the overview shows the revenue of 7 days and the newest orders', async () => {
  page = await open({})
  await expect.poll(() => page.text()).toContain('Revenue in EUR')
  for (const text of ['€88.00', 'Last 7 days', 'ada@example.com', '€58.31', 'Paid']) expect(page.text()).toContain(text)
})

test('a shop without sales shows nothing, and members ask for no report', async () => {
  page = await open({ [`GET ${report}`]: { items: [] } })
  expect(page.text()).not.toContain('Newest orders')
  await page.unmount()
  page = await open({ 'GET /api/auth/me': { ...(shellAnswers(shown)['GET /api/auth/me'] as object), role: 'member' } })
  expect(page.requests.some(({ path }) => path === report)).toBe(false)
  expect(page.text()).not.toContain('Newest orders')
})
