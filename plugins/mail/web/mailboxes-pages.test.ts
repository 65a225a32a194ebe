import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { mailbox } from './fixture.ts'
import { plugin } from './index.ts'

const inbound = { path: '/api/x/mail/inbound/mailinbound_1', rotatedAt: '2026-01-05T08:00:00.000Z', formerUntil: null }
const off = { path: null, rotatedAt: null, formerUntil: null }
const answers = {
  'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
  'GET /api/x/mail/mailboxes/mailbox_1': mailbox,
  'GET /api/x/mail/mailboxes/mailbox_1/members': { userIds: ['usr_1'] },
  'GET /api/x/mail/domains': { items: [{ name: 'example.com', asciiName: 'example.com' }] },
  'GET /api/x/mail/inbound': inbound,
  'GET /api/x/mail/storage': { used: 500_000_000, limit: 1_000_000_000 },
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)
const press = (text: string) =>
  page.act(() => {
    const all = Array.from(document.querySelectorAll('button'))
    all.findLast(({ textContent }) => textContent === text)?.click()
  })
const submit = (form: string) => page.act(() => page.find<HTMLFormElement>(form).requestSubmit())

test('the list shows addresses, unread emails and whether mail arrives', async () => {
  const closed = { ...mailbox, id: 'mailbox_2', address: 'ceo@example.com', isReceiving: false, folders: null }
  page = await open('/mail/mailboxes', { 'GET /api/x/mail/mailboxes': { items: [mailbox, closed], nextCursor: null } })
  for (const text of ['support@example.com', '2', 'Receiving', 'Not receiving', 'No access']) {
    expect(page.text()).toContain(text)
  }
})

test('the list shows how much storage is used, and warns before it is full', async () => {
  page = await open('/mail/mailboxes')
  expect(page.text()).toContain('500 MB of 1 GB used for mail')
  expect(page.text()).not.toContain('Almost no storage left')
  await page.unmount()
  page = await open('/mail/mailboxes', { 'GET /api/x/mail/storage': { used: 950_000_000, limit: 1_000_000_000 } })
  expect(page.text()).toContain('Almost no storage left')
})

test('a mailbox is created on a verified domain, and a refusal is at its field', async () => {
  const refused = problem(409, 'conflict', { errors: [{ path: 'address', message: 'This address is taken.' }] })
  page = await open('/mail/mailboxes?create=1', { 'POST /api/x/mail/mailboxes': refused })
  expect(page.text() + page.find('[role=dialog]').textContent).toContain('info@example.com')
  await page.fill('[role=dialog] [name=address]', 'support@example.com')
  await submit('[role=dialog] form')
  expect(sent('POST', '/api/x/mail/mailboxes')[0]?.body).toEqual({ address: 'support@example.com' })
  expect(page.find('[role=dialog]').textContent).toContain('This address is taken.')
})

test('without a verified domain the dialog leads to the domains', async () => {
  page = await open('/mail/mailboxes?create=1', { 'GET /api/x/mail/domains': { items: [] } })
  expect(page.find('[role=dialog] a[href$="/domains"]').textContent).toBe('Verify domain')
})

test('a quota that is used up is told in the dialog', async () => {
  const refused = problem(402, 'quota_exceeded', { title: 'All mailboxes of the plan are in use' })
  page = await open('/mail/mailboxes?create=1', { 'POST /api/x/mail/mailboxes': refused })
  await page.fill('[role=dialog] [name=address]', 'support@example.com')
  await submit('[role=dialog] form')
  expect(page.find('[role=dialog]').textContent).toContain('All mailboxes of the plan are in use')
})

test('a change of the settings keeps the others', async () => {
  page = await open('/mail/mailboxes/mailbox_1', { 'PATCH /api/x/mail/mailboxes/mailbox_1': mailbox })
  await page.fill('[name=retentionDays]', '90')
  await submit('main form')
  const { name, aliases, isCatchAll, takesPlus, onDmarcReject, onDmarcQuarantine } = mailbox
  const others = { name, aliases, isCatchAll, takesPlus, onDmarcReject, onDmarcQuarantine }
  expect(sent('PATCH', '/api/x/mail/mailboxes/mailbox_1')[0]?.body).toEqual({ ...others, retentionDays: 90 })
})

test('a mailbox is deleted once its address was typed, after it was told how many emails go', async () => {
  page = await open('/mail/mailboxes/mailbox_1', { 'DELETE /api/x/mail/mailboxes/mailbox_1': undefined })
  await press('Delete mailbox')
  expect(page.find('[role=dialog]').textContent).toContain('3 emails will be deleted.')
  await submit('[role=dialog] form')
  expect(sent('DELETE', '/api/x/mail/mailboxes/mailbox_1')).toEqual([])
  await page.fill('[role=dialog] input', mailbox.address)
  await submit('[role=dialog] form')
  expect(sent('DELETE', '/api/x/mail/mailboxes/mailbox_1').length).toBe(1)
  expect(location.pathname).toBe('/admin/mail/mailboxes')
})

test('receiving by HTTP is turned on, and its secret is shown once', async () => {
  let now: object = off
  page = await open('/mail/mailboxes/inbound', {
    'GET /api/x/mail/inbound': () => now,
    'POST /api/x/mail/inbound/rotate': () => {
      now = inbound
      return { ...inbound, secret: 'secret-of-the-test' }
    },
  })
  await press('Turn on')
  await submit('[role=dialog] form')
  expect(sent('POST', '/api/x/mail/inbound/rotate')[0]?.body).toEqual({})
  expect(page.find('[role=dialog]').textContent).toContain('secret-of-the-test')
  await press('Done')
  expect(document.body.textContent).not.toContain('secret-of-the-test')
  expect(page.text()).toContain('/api/x/mail/inbound/mailinbound_1')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/mail/mailboxes', '/mail/mailboxes/mailbox_1', '/mail/mailboxes/inbound'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
