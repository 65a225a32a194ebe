import { afterEach, expect, test } from 'vitest'
import { lazyPage, Widgets } from '@host/plugin-sdk'
import { mountPage, type MountedPage } from '@host/plugin-sdk/testing'
import { createElement } from 'react'
import { mailbox } from './fixture.ts'
import { plugin } from './index.ts'

/** A page with the widgets of the overview. */
const shown = {
  ...plugin,
  routes: [
    {
      path: '/widget' as const,
      Component: lazyPage(() => Promise.resolve({ default: () => createElement(Widgets, { slot: 'overview.aside' }) })),
    },
  ],
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (items: readonly object[]) =>
  mountPage({
    plugin: shown,
    path: '/widget',
    answers: { 'GET /api/x/mail/mailboxes': { items, nextCursor: null } },
  })

test('the overview shows the mailboxes with unread emails, and nothing without', async () => {
  page = await open([mailbox, { ...mailbox, id: 'mailbox_2', name: 'Sales', folders: null }])
  expect(page.text()).toContain('Unread emails')
  expect(page.find('a[href$="/mail?mailbox=mailbox_1"]').parentElement?.textContent).toBe('Support2')
  expect(page.text()).not.toContain('Sales')
  await page.unmount()
  page = await open([{ ...mailbox, folders: [] }])
  expect(page.text()).not.toContain('Unread emails')
})
