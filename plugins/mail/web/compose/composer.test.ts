import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  accessibilityProblems,
  mountPage,
  problem,
  shellAnswers,
  variants,
  type MountedPage,
} from '@host/plugin-sdk/testing'
import type { Me } from '@host/plugin-sdk'
import type { Draft } from '../../shared.ts'
import { mailbox } from '../fixture.ts'
import { plugin } from '../index.ts'
import { insertHtml, editorOf } from './editor/email-editor.ts'
import { offeredTimes } from './offered-times.ts'
import { parseRecipients } from './parse-recipients.ts'

const draft: Draft = {
  id: 'maildraft_1',
  mailboxId: mailbox.id,
  kind: 'new',
  from: mailbox.address,
  fromName: 'Support',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  snippet: '',
  text: '',
  html: null,
  editable: '',
  original: null,
  answeredId: null,
  signatureId: null,
  files: [],
  revision: 1,
  updatedAt: '2026-01-31T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
}
const path = `/api/x/mail/drafts/${draft.id}`
const signature = { id: 'mailsignature_1', name: 'Support', mailboxId: null, text: 'Ada', html: null, isDefault: false }
const ada = { name: 'Ada', address: 'ada@example.org' }
const sent = {
  emailId: 'email_2',
  outgoingId: 'mailout_2',
  sendAt: '2099-01-31T08:15:10.000Z',
  undoUntil: '2099-01-31T08:15:10.000Z',
}
const answers = {
  'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
  'GET /api/x/mail/signatures': { items: [signature] },
  [`GET ${path}`]: draft,
  'GET /api/emails': { items: [], nextCursor: null },
  'GET /api/x/mail/drafts': { items: [], nextCursor: null },
  'GET /api/x/mail/scheduled': { items: [], nextCursor: null },
}

let page: MountedPage
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(async () => {
  await page?.unmount()
  vi.useRealTimers()
  localStorage.clear()
})

const open = (more: object = {}) =>
  mountPage({ plugin, path: `/mail/write/${draft.id}`, answers: { ...answers, ...more } })
const requests = (method: string, at: string) =>
  page.requests.filter((request) => request.method === method && request.path === at)
const wait = () => page.act(() => vi.advanceTimersByTimeAsync(1_000))
const button = (text: string) =>
  Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent?.startsWith(text))
/** Types into the editor, as a browser would. */
const write = (html: string) =>
  page.act(() => {
    const editor = editorOf(page.find('[role=textbox]'))
    if (editor !== undefined) insertHtml(editor, html)
  })
const recipients = () => page.find<HTMLInputElement>('input[inputmode=email]')

test('an email is begun, and an untouched one goes when its page is left', async () => {
  page = await mountPage({
    plugin,
    path: '/mail/write?to=ada@example.org',
    answers: { ...answers, 'POST /api/x/mail/drafts': draft, [`DELETE ${path}`]: undefined },
  })
  expect(requests('POST', '/api/x/mail/drafts')[0]?.body).toEqual({ to: [{ address: 'ada@example.org' }] })
  expect(location.pathname).toBe(`/admin/mail/write/${draft.id}`)
  await page.unmount()
  expect(requests('DELETE', path)).toHaveLength(1)
})

test('a reader who has left before the draft is there is not taken back to it', async () => {
  const made = Promise.withResolvers<Draft>()
  page = await mountPage({
    plugin,
    path: '/mail/write',
    answers: { ...answers, 'POST /api/x/mail/drafts': () => made.promise },
  })
  await page.unmount()
  history.replaceState(null, '', '/admin/mail/drafts')
  made.resolve(draft)
  await vi.advanceTimersByTimeAsync(50)
  expect(location.pathname).toBe('/admin/mail/drafts')
})

test('what is typed is saved after a moment, based on the revision before', async () => {
  let revision = 1
  page = await open({
    [`PATCH ${path}`]: () => ({
      ...draft,
      subject: 'Hello',
      text: 'Hi',
      editable: '<p>Hi</p>',
      revision: (revision += 1),
    }),
  })
  await page.fill('[name=subject]', 'Hello')
  expect(page.text()).toContain('Not saved yet')
  await write('<p>Hi</p>')
  await wait()
  expect(requests('PATCH', path).map(({ body }) => body)).toEqual([
    { revision: 1, subject: 'Hello', html: '<p>Hi</p>' },
  ])
  expect(page.text()).toContain('Saved')
})

test('what could not be saved is there again after the page was left', async () => {
  page = await open({ [`PATCH ${path}`]: problem(401, 'unauthenticated') })
  await write('<p>Long text</p>')
  await wait()
  await page.unmount()
  page = await open({ [`PATCH ${path}`]: { ...draft, text: 'Long text', editable: '<p>Long text</p>', revision: 2 } })
  expect(page.find('[role=textbox]').textContent).toBe('Long text')
  await wait()
  expect(requests('PATCH', path)[0]?.body).toEqual({ revision: 1, html: '<p>Long text</p>' })
  expect(Object.keys(localStorage).filter((key) => key.startsWith('mail.draft.'))).toEqual([])
})

test('recipients are added, pasted and removed by keys alone', async () => {
  page = await open({ [`PATCH ${path}`]: draft })
  expect(document.activeElement).toBe(recipients())
  await page.fill('input[inputmode=email]', 'Ada <ada@example.org>')
  await page.press('Enter')
  await page.fill('input[inputmode=email]', 'bo@example.org')
  await page.press(',')
  const chips = () => Array.from(document.querySelectorAll('main li'), ({ textContent }) => textContent)
  expect(chips()).toEqual(['Ada <ada@example.org>', 'bo@example.org'])
  await page.press('Backspace')
  expect(chips()).toEqual(['Ada <ada@example.org>'])
  await page.fill('input[inputmode=email]', 'nonsense')
  await page.press('Enter')
  expect(page.text()).toContain('Enter an address such as')
})

test('a send saves first, and can be undone', async () => {
  const back = { ...draft, to: [ada], subject: 'Hello', revision: 2 }
  page = await open({
    [`PATCH ${path}`]: back,
    [`POST ${path}/send`]: sent,
    'POST /api/emails/email_2/undo': { draftId: draft.id },
  })
  await page.fill('input[inputmode=email]', 'Ada <ada@example.org>')
  await page.press('Enter')
  await page.fill('[name=subject]', 'Hello')
  await page.press('mod+Enter')
  expect(requests('PATCH', path)[0]?.body).toEqual({ revision: 1, to: [ada], subject: 'Hello' })
  expect(requests('POST', `${path}/send`)[0]?.body).toEqual({ revision: 2 })
  expect(location.pathname).toBe('/admin/mail')
  expect(document.body.textContent).toMatch(/Sending in \d+ seconds/)
  await page.act(() => button('Undo')?.click())
  expect(location.pathname).toBe(`/admin/mail/write/${draft.id}`)
})

test('an address that is still typed is sent to, and a wrong one keeps the email', async () => {
  page = await open({ [`PATCH ${path}`]: { ...draft, to: [ada], revision: 2 }, [`POST ${path}/send`]: sent })
  await page.fill('input[inputmode=email]', 'nonsense')
  await page.press('mod+Enter')
  expect(requests('POST', `${path}/send`)).toEqual([])
  expect(document.activeElement).toBe(recipients())
  await page.fill('input[inputmode=email]', 'Ada <ada@example.org>')
  await page.press('mod+Enter')
  expect(requests('PATCH', path)[0]?.body).toEqual({ revision: 1, to: [ada] })
  expect(requests('POST', `${path}/send`)).toHaveLength(1)
})

test('a draft with HTML says so, and can be reduced to its text', async () => {
  const own = '<table><tbody><tr><td>Hi</td></tr></tbody></table>'
  const rich = { ...draft, html: own, editable: own, text: 'Hi' }
  page = await open({
    [`GET ${path}`]: rich,
    [`PATCH ${path}`]: { ...rich, html: null, editable: '<p>Hi</p>', revision: 2 },
  })
  expect(page.text()).toContain('This draft has HTML of its own')
  await page.act(() => button('Use the text only')?.click())
  expect(requests('PATCH', path)[0]?.body).toEqual({ revision: 1, html: null })
  expect(page.text()).not.toContain('This draft has HTML of its own')
  expect(page.find('[role=textbox]').textContent).toBe('Hi')
})

test('a refusal is at its field, which has the focus', async () => {
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'to', message: 'Add at least one recipient.' }] })
  page = await open({ [`POST ${path}/send`]: refusal })
  await page.act(() => button('Send')?.click())
  expect(page.text()).toContain('Add at least one recipient.')
  expect(document.activeElement).toBe(recipients())
})

test('a draft that was changed elsewhere asks which version to keep', async () => {
  page = await open({ [`PATCH ${path}`]: problem(409, 'conflict') })
  await write('<p>Mine</p>')
  await wait()
  expect(page.text()).toContain('This draft was changed elsewhere')
  await page.act(() => button('Load the other')?.click())
  expect(page.find('[role=textbox]').textContent).toBe('')
})

test('§I64 support access sends no draft, neither by key nor later', async () => {
  const me = shellAnswers(plugin)['GET /api/auth/me'] as Me
  const support = [{ id: 'sup_1', name: 'Ada', until: '2099-01-31T08:15:00.000Z', isReadOnly: false, isOwn: true }]
  const inSupport = { ...me, workspace: me.workspace && { ...me.workspace, support } }
  page = await open({ 'GET /api/auth/me': inSupport, [`POST ${path}/send`]: sent })
  await page.press('mod+Enter')
  await page.act(() => button('Send later')?.click())
  const items = Array.from(document.querySelectorAll('[role=menuitem]'))
  expect(items.length).toBeGreaterThan(1)
  expect(items.every((item) => item.getAttribute('aria-disabled') === 'true')).toBe(true)
  expect(requests('POST', `${path}/send`)).toEqual([])
})

test('an email can be sent later', async () => {
  page = await open({ [`POST ${path}/send`]: sent })
  await page.act(() => button('Send later')?.click())
  const item = Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]')).find(
    ({ textContent }) => textContent === 'Monday at 8:00',
  )
  await page.act(() => item?.click())
  const body = requests('POST', `${path}/send`)[0]?.body as { scheduledAt: string }
  const moment = new Date(body.scheduledAt)
  expect([moment.getDay(), moment.getHours()]).toEqual([1, 8])
  expect(document.body.textContent).toContain('Scheduled for')
})

test('offered times are in the future, and name no day twice', () => {
  for (let day = 1; day <= 7; day += 1) {
    const now = new Date(2026, 1, day, 23, 30)
    const times = offeredTimes(now).map(({ moment }) => Date.parse(moment))
    expect(times.every((time) => time > now.getTime())).toBe(true)
    expect(new Set(times).size).toBe(times.length)
  }
})

test('typed and pasted recipients are read with their names', () => {
  expect(parseRecipients('"Lovelace, Ada" <ada@example.org>; bo@example.org\nx').recipients).toEqual([
    { name: 'Lovelace, Ada', address: 'ada@example.org' },
    { name: '', address: 'bo@example.org' },
  ])
  expect(parseRecipients('a@b.example, nobody@, c').rest).toBe('nobody@, c')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  const full = { ...draft, to: [ada], files: [{ id: 'f', name: 'a.pdf', type: 'application/pdf', size: 9 }] }
  const item = { ...draft, to: [ada] }
  const scheduled = { emailId: 'email_2', mailboxId: mailbox.id, subject: 'x', to: [ada], sendAt: sent.sendAt }
  const more = {
    [`GET ${path}`]: full,
    'GET /api/x/mail/drafts': { items: [item], nextCursor: null },
    'GET /api/x/mail/scheduled': { items: [scheduled], nextCursor: null },
  }
  for (const at of [`/mail/write/${draft.id}`, '/mail/drafts', '/mail/scheduled'] as const) {
    page = await mountPage({ plugin, path: at, answers: { ...answers, ...more }, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
