import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { EmailLabel, Forward, MailRule } from '../shared.ts'
import { mailbox } from './fixture.ts'
import { plugin } from './index.ts'

const label: EmailLabel = { id: 'maillabel_1', name: 'Bills', tone: 'warning' }
const rule: MailRule = {
  id: 'mailrule_1',
  mailboxId: mailbox.id,
  name: 'Bills',
  isOn: true,
  match: 'all',
  conditions: [
    { field: 'subject', comparison: 'contains', text: 'bill' },
    { field: 'attachment', isNot: true },
  ],
  actions: { labelIds: [label.id], folder: 'archive', forwardIds: ['mailforward_1'], stop: true },
}
const second: MailRule = { ...rule, id: 'mailrule_2', name: 'Rest', isOn: false, actions: {} }
const forward: Forward = {
  id: 'mailforward_1',
  mailboxId: mailbox.id,
  address: 'ada@example.org',
  takesAll: true,
  isConfirmed: true,
}
const waiting: Forward = { ...forward, id: 'mailforward_2', address: 'bob@example.org', isConfirmed: false }
const [rulesPath, forwardsPath] = ['/api/x/mail/mailboxes/mailbox_1/rules', '/api/x/mail/mailboxes/mailbox_1/forwards']
const answers = {
  'GET /api/x/mail/mailboxes/mailbox_1': mailbox,
  'GET /api/x/mail/labels': { items: [{ ...label, unread: 1 }] },
  [`GET ${rulesPath}`]: { items: [rule, second] },
  [`GET ${forwardsPath}`]: { items: [forward, waiting] },
}
const pages = ['/mail/labels', '/mail/mailboxes/mailbox_1/rules', '/mail/mailboxes/mailbox_1/forwarding'] as const

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)
const press = (text: string) =>
  page.act(() => {
    const all = Array.from(document.querySelectorAll<HTMLElement>('button, [role=menuitem]'))
    all.findLast((each) => each.textContent === text || each.getAttribute('aria-label') === text)?.click()
  })
const submit = (form: string) => page.act(() => page.find<HTMLFormElement>(form).requestSubmit())

test('rules are shown as sentences and moved by buttons', async () => {
  page = await open('/mail/mailboxes/mailbox_1/rules', { [`PUT ${rulesPath}/order`]: { items: [second, rule] } })
  for (const text of [
    'Subject contains “bill”',
    'it has no files',
    'Then label Bills',
    'move to Archive',
    'ada@example.org',
  ]) {
    expect(page.text()).toContain(text)
  }
  await press('Actions for Bills')
  await press('Move down')
  expect(sent('PUT', `${rulesPath}/order`)[0]?.body).toEqual({ ids: ['mailrule_2', 'mailrule_1'] })
})

test('a rule is tested before it is added, and a refusal is at its field', async () => {
  page = await open('/mail/mailboxes/mailbox_1/rules', {
    [`POST ${rulesPath}/try`]: {
      checked: 100,
      items: [{ id: 'email_1', subject: 'A bill', from: 'ada@example.org', receivedAt: '2026-01-31T08:15:00.000Z' }],
    },
    [`POST ${rulesPath}`]: problem(422, 'invalid_input', {
      errors: [{ path: 'name', message: 'Choose another name.' }],
    }),
  })
  await press('Add rule')
  await page.fill('[role=dialog] [aria-label="Condition 1: Text"]', 'ada')
  await press('Test rule')
  expect(sent('POST', `${rulesPath}/try`)[0]?.body).toEqual({
    match: 'all',
    conditions: [{ field: 'from', comparison: 'contains', text: 'ada' }],
  })
  expect(page.find('[role=dialog]').textContent).toContain('1 of the last 100 emails matches.')
  await page.fill('[role=dialog] [name=name]', 'Bills')
  await submit('[role=dialog] form')
  expect(page.find('[role=dialog]').textContent).toContain('Choose another name.')
})

test('an address gets a new link, and one that is confirmed can be limited to rules', async () => {
  page = await open('/mail/mailboxes/mailbox_1/forwarding', {
    'POST /api/x/mail/forwards/mailforward_2/send-link': undefined,
    'PATCH /api/x/mail/forwards/mailforward_1': { ...forward, takesAll: false },
  })
  await page.act(() => [...document.querySelectorAll<HTMLElement>('[aria-label^="Actions for"]')].at(-1)?.click())
  await press('Send new link')
  expect(sent('POST', '/api/x/mail/forwards/mailforward_2/send-link')).toHaveLength(1)
  await page.click('[role=switch]')
  expect(sent('PATCH', '/api/x/mail/forwards/mailforward_1')[0]?.body).toEqual({ takesAll: false })
})

test('admins who may not read the mailbox see where it forwards to, and change nothing', async () => {
  page = await open('/mail/mailboxes/mailbox_1/forwarding', {
    'GET /api/x/mail/mailboxes/mailbox_1': { ...mailbox, canRead: false },
  })
  expect(page.text()).toContain('ada@example.org')
  expect(document.querySelector('[role=switch]')).toBeNull()
  expect(page.text()).not.toContain('Add address')
})

test('labels are created with a color', async () => {
  page = await open('/mail/labels', { 'POST /api/x/mail/labels': label })
  await press('Create label')
  await page.fill('[role=dialog] [name=name]', 'Work')
  await submit('[role=dialog] form')
  expect(sent('POST', '/api/x/mail/labels')[0]?.body).toEqual({ name: 'Work', tone: 'accent' })
})

test('a label leads to its emails', async () => {
  page = await open('/mail/labels', {
    'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
    'GET /api/emails': { items: [], nextCursor: null },
  })
  await page.click(`main a[href$="labelId=${label.id}"]`)
  expect(sent('GET', '/api/emails')[0]?.query.get('labelId')).toBe(label.id)
})

for (const { theme, language } of variants) {
  test(`the pages have no barriers (${theme}, ${language})`, async () => {
    for (const path of pages) {
      page = await mountPage({ plugin, path, answers, theme, language })
      expect(await accessibilityProblems(page), path).toEqual([])
      await page.unmount()
    }
    page = await open('/mail/labels')
  })
}
