import { afterEach, expect, test } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  problem,
  variants,
  type FakeRequest,
  type MountedPage,
} from '@host/plugin-sdk/testing'
import type { DeliveryState, Email } from '../shared.ts'
import { details, email, mailbox, manyEmails, outgoing } from './fixture.ts'
import { plugin } from './index.ts'

/** As many as fit on a page of the server. */
function listed(emails: readonly Email[]) {
  return ({ query }: FakeRequest) => {
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit'))
    return { items: emails.slice(from, to), nextCursor: to < emails.length ? String(to) : null }
  }
}

const three = manyEmails(3)
const answers = {
  'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
  'GET /api/emails': listed(three),
  'PATCH /api/emails/bulk': { changed: 1 },
  ...Object.fromEntries(
    three.flatMap((one) => [
      [`GET /api/emails/${one.id}`, { ...details, ...one }],
      [`GET /api/emails/${one.id}/conversation`, { items: [one], nextCursor: null }],
    ]),
  ),
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}` = '/mail', more: object = {}) =>
  mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)
const bodies = () => sent('PATCH', '/api/emails/bulk').map(({ body }) => body)
const rows = () => Array.from(document.querySelectorAll<HTMLElement>('[data-email]'))
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['email']
const address = () => `${location.pathname.replace('/admin', '')}${location.search}`

test('a mailbox of 100,000 emails opens with two requests and draws the rows in sight', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ ...email, id: `email_${at}` }))
  page = await open('/mail', { 'GET /api/emails': listed(many) })
  const asked = page.requests.filter(({ path }) => path.startsWith('/api/emails') || path.startsWith('/api/x/mail'))
  expect(asked.map(({ path }) => path)).toEqual(['/api/x/mail/mailboxes', '/api/emails'])
  expect(asked[1]?.query.get('folder')).toBe('inbox')
  expect(rows().length).toBeGreaterThan(10)
  expect(rows().length).toBeLessThan(40)
})

test('the keys alone open, answer and close an email, and go on to the next', async () => {
  page = await open()
  await page.press('j')
  expect(focused()).toBe('email_1')
  await page.press('j')
  expect(focused()).toBe('email_2')
  await page.press('o')
  expect(address()).toBe('/mail?open=email_2')
  expect(document.activeElement?.textContent).toBe('Email 2')
  await page.press('k')
  expect(address()).toBe('/mail?open=email_1')
  expect(document.activeElement?.textContent).toBe('Email 1')
  await page.press('u')
  expect(address()).toBe('/mail')
  await page.press('a')
  expect(address()).toBe('/mail/write?kind=reply-all&email=email_1')
})

test('an email stays unread until it is marked', async () => {
  page = await open('/mail?open=email_1')
  expect(page.text()).toContain('Hello, I have a question')
  expect(bodies()).toEqual([])
  await page.press('m')
  expect(bodies()).toEqual([{ ids: ['email_1'], isRead: true }])
})

test('a warning names the address that replies go to', async () => {
  const other = { ...details, ...three[0], replyTo: [{ name: '', address: 'bo@elsewhere.example' }] }
  page = await open('/mail?open=email_1', { 'GET /api/emails/email_1': other })
  expect(document.body.textContent).toContain('An answer to this email goes to bo@elsewhere.example.')
})

test('a folder of all mailboxes has its name', async () => {
  page = await open('/mail?folder=archive', {
    'GET /api/x/mail/mailboxes': { items: [mailbox, { ...mailbox, id: 'mailbox_2' }], nextCursor: null },
  })
  expect(page.find('[data-pane=list] h2').textContent).toBe('Archive')
})

test('an archived email leaves the list, the next one opens, and undo brings it back', async () => {
  page = await open('/mail?open=email_1')
  await page.press('e')
  expect(bodies()).toEqual([{ ids: ['email_1'], folder: 'archive' }])
  expect(address()).toBe('/mail?open=email_2')
  await page.press('z')
  expect(bodies()[1]).toEqual({ ids: ['email_1'], folder: 'inbox' })
  await page.press('z')
  expect(bodies().length).toBe(2)
  expect(page.text()).toContain('Nothing to undo')
})

test('a refused move shows the email again with the reason', async () => {
  page = await open('/mail', { 'PATCH /api/emails/bulk': problem(404, 'not_found') })
  await page.press('j')
  await page.press('#')
  expect(rows().map(({ dataset }) => dataset['email'])).toContain('email_1')
  expect(page.text()).toContain('Title of not_found')
})

test('a range is chosen with shift, changed together and undone together', async () => {
  page = await open()
  await page.press('j')
  await page.press('x')
  await page.press('j')
  await page.press('j')
  await page.press('shift+x')
  expect(page.text()).toContain('3 selected')
  await page.press('!')
  expect(bodies()).toEqual([{ ids: ['email_1', 'email_2', 'email_3'], folder: 'spam' }])
  await page.press('z')
  expect(bodies()[1]).toEqual({ ids: ['email_1', 'email_2', 'email_3'], folder: 'inbox' })
})

test('what arrives elsewhere moves neither the open email nor the focus', async () => {
  const now: Email[] = [...three]
  page = await open('/mail', { 'GET /api/emails': (request: FakeRequest) => listed(now)(request) })
  await page.press('j')
  await page.press('j')
  await page.press('o')
  now.unshift({ ...email, id: 'email_new', subject: 'Just arrived' })
  await page.changeElsewhere('/api/emails')
  expect(page.text()).toContain('Just arrived')
  expect(address()).toBe('/mail?open=email_2')
  expect(document.activeElement?.textContent).toBe('Email 2')
})

test('emails in the trash are deleted after a question only', async () => {
  const gone = three.map((one) => ({ ...one, folder: 'trash' as const }))
  const answer = { 'GET /api/emails': listed(gone), 'POST /api/emails/bulk/delete': { deleted: 1 } }
  page = await open('/mail?folder=trash', answer)
  await page.press('j')
  await page.press('#')
  expect(sent('POST', '/api/emails/bulk/delete')).toEqual([])
  const confirm = Array.from(document.querySelectorAll('button')).find(
    ({ textContent }) => textContent === 'Delete permanently',
  )
  await page.act(() => confirm?.click())
  expect(sent('POST', '/api/emails/bulk/delete')[0]?.body).toEqual({ ids: ['email_1'], permanently: true })
})

test('the address leads to a folder of a mailbox, to a search and to an email', async () => {
  page = await open('/mail?mailbox=mailbox_1&folder=archive&q=invoice&isRead=no&open=email_3')
  const [asked] = sent('GET', '/api/emails')
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    mailboxId: 'mailbox_1',
    q: 'invoice',
    isRead: 'false',
  })
  // A search goes through all folders.
  expect(asked?.query.has('folder')).toBe(false)
  expect(page.text()).toContain('Email 3')
})

test('a list that fails says why, and asks again on a press', async () => {
  let isDown = true
  const answer = (request: FakeRequest) => (isDown ? problem(400, 'invalid_input') : listed(three)(request))
  page = await open('/mail', { 'GET /api/emails': answer })
  expect(page.text()).toContain('Title of invalid_input')
  isDown = false
  const retry = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === 'Try again')
  await page.act(() => retry?.click())
  expect(rows().length).toBe(3)
})

test('without a mailbox the page says how to get one', async () => {
  page = await open('/mail', { 'GET /api/x/mail/mailboxes': { items: [], nextCursor: null } })
  expect(page.text()).toContain('Create a mailbox on a domain of this workspace.')
  expect(page.find('main a[href$="/mail/mailboxes?create=1"]')).toBeTruthy()
  await page.unmount()
  const closed = { ...mailbox, canRead: false, folders: null }
  page = await open('/mail', { 'GET /api/x/mail/mailboxes': { items: [closed], nextCursor: null } })
  expect(page.text()).toContain('add yourself as a member')
})

test('labels are shown, and asked for only where an email has some', async () => {
  const labels = { items: [{ id: 'maillabel_1', name: 'Invoices', tone: 'accent' }] }
  const labeled = three.map((one) => ({ ...one, labels: one.id === 'email_2' ? ['maillabel_1'] : [] }))
  page = await open('/mail', { 'GET /api/x/mail/labels': labels, 'GET /api/emails': listed(labeled) })
  expect(page.find('[data-email=email_2]').textContent).toContain('Invoices')
  expect(page.find('[data-email=email_1]').textContent).not.toContain('Invoices')
  expect(sent('GET', '/api/x/mail/labels').length).toBe(1)
})

test('all emails of a folder are marked as read after a question', async () => {
  const path = '/api/x/mail/mailboxes/mailbox_1/mark-all-read'
  page = await open('/mail', { [`POST ${path}`]: { changed: 2, jobId: null } })
  await page.click('[aria-label="Mark all as read"]')
  expect(sent('POST', path)).toEqual([])
  const confirm = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === 'Mark all')
  await page.act(() => confirm?.click())
  expect(sent('POST', path)[0]?.body).toEqual({ folder: 'inbox' })
})

test('Sent shows the state of each email, and the open one that of its recipients', async () => {
  const of = (state: DeliveryState) => ({ delivery: { outgoingId: 'mailout_1', state } })
  const [first = email, ...rest] = three.map((one) => ({ ...one, direction: 'out' as const, folder: 'sent' as const }))
  const sentOnes = [{ ...first, ...of('partial') }, ...rest.map((one) => ({ ...one, ...of('delivered') }))]
  page = await open('/mail?folder=sent&open=email_1', {
    'GET /api/emails': listed(sentOnes),
    'GET /api/emails/email_1': { ...details, ...sentOnes[0] },
    'GET /api/x/mail/outgoing/mailout_1': outgoing,
  })
  expect(page.find('[data-email=email_1]').textContent).toContain('Partly delivered')
  expect(page.find('[data-email=email_2]').textContent).toContain('Delivered')
  const recipients = page.find('[aria-label=Recipients]')
  expect(Array.from(recipients.querySelectorAll('li'), ({ textContent }) => textContent)).toEqual([
    'bo@example.orgBounced550 5.1.1 Unknown user',
    expect.stringContaining('cy@example.orgTrying again451 4.2.1 LaterNext attempt'),
    'ada@example.orgDelivered250 2.0.0 Stored',
  ])
  const again = Array.from(recipients.querySelectorAll('span')).find((each) => each.textContent === 'Trying again')
  expect(again?.className).toContain('warning')
  expect(page.find('[aria-label=Delivery] a').getAttribute('href')).toMatch(/\/mail\/log\/mailout_1$/)
  expect(await accessibilityProblems(page)).toEqual([])
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path: '/mail?open=email_1', answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
