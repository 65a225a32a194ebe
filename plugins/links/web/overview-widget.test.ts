import { afterEach, expect, test } from 'vitest'
import { mountPage, type MountedPage } from '@host/plugin-sdk/testing'
import { lazyPage, Widgets } from '@host/plugin-sdk'
import { createElement } from 'react'
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
const statistics = { clicks: 12, visitors: 7, robots: 3, before: { clicks: 6, visitors: 4 }, days: [], facets: [] }
const items = [{ id: 'link_1', name: 'go.example.com/autumn', title: '', clicks: 9 }]

let page: MountedPage
afterEach(() => page?.unmount())

const open = (answer: object) =>
  mountPage({
    plugin: shown,
    path: '/widget',
    answers: { 'GET /api/x/links/top': answer, 'GET /api/x/links/statistics': statistics },
  })

test('the overview shows the clicks of 7 days and the links with the most', async () => {
  page = await open({ items })
  await expect.poll(() => page.text()).toContain('go.example.com/autumn')
  for (const text of ['Clicks of links', '12', '100%', 'Last 7 days']) expect(page.text()).toContain(text)
})

test('a workspace without visits asks for nothing more', async () => {
  page = await open({ items: [] })
  expect(page.requests.some(({ path }) => path === '/api/x/links/statistics')).toBe(false)
})
