import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Signature, Template } from '../../shared.ts'
import { mailbox } from '../fixture.ts'
import { plugin } from '../index.ts'

const template: Template = {
  id: 'mailtemplate_1',
  slug: 'order-shipped',
  name: 'Order shipped',
  languages: ['en'],
  variables: ['name'],
  updatedAt: '2026-01-31T08:15:00.000Z',
  en: { subject: 'Hello {{name}}', text: 'It left.', html: null },
  zh: null,
}
const signature: Signature = {
  id: 'mailsignature_1',
  name: 'Support',
  mailboxId: null,
  text: 'Ada\nSupport',
  html: null,
  isDefault: true,
}
const path = '/api/x/mail/templates/mailtemplate_1'
const answers = {
  'GET /api/x/mail/templates': { items: [template], nextCursor: null },
  [`GET ${path}`]: template,
  'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
  'GET /api/x/mail/signatures': { items: [signature] },
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (at: `/${string}`, more: object = {}) => mountPage({ plugin, path: at, answers: { ...answers, ...more } })
const sent = (method: string, at: string) =>
  page.requests.filter((request) => request.method === method && request.path === at)
const press = (text: string) =>
  page.act(() =>
    Array.from(document.querySelectorAll('button'))
      .find(({ textContent }) => textContent === text)
      ?.click(),
  )

test('a template is written in one language or both', async () => {
  page = await open('/mail/templates/new', { 'POST /api/x/mail/templates': template })
  await page.fill('[name=name]', 'Order shipped')
  await page.fill('[name=slug]', 'order-shipped')
  await page.fill('[name=subject]', 'Hello {{name}}')
  await page.fill('[name=text]', 'It left.')
  await press('Save template')
  const { en, zh, slug, name } = template
  expect(sent('POST', '/api/x/mail/templates')[0]?.body).toEqual({ en, zh, slug, name })
  expect(location.pathname).toBe('/admin/mail/templates/mailtemplate_1')
})

test('errors of a template are at their fields', async () => {
  const refusal = problem(400, 'invalid_input', {
    errors: [{ path: 'en.subject', message: 'Use a subject on one line.' }],
  })
  page = await open('/mail/templates/mailtemplate_1', { [`PUT ${path}`]: refusal })
  await page.fill('[name=subject]', 'x')
  await press('Save template')
  expect(page.find('[name=subject]').getAttribute('aria-invalid')).toBe('true')
})

test('a template is previewed and sent to the reader with values of its variables', async () => {
  page = await open('/mail/templates/mailtemplate_1', {
    [`POST ${path}/preview`]: { subject: 'Hello Ada', text: 'It left.', html: '<p onclick="x()">It left.</p>' },
    [`POST ${path}/test`]: { emailId: 'email_1', to: 'owner@host.test' },
  })
  await page.fill('[name=variable-name]', 'Ada')
  await press('Show preview')
  expect(page.text()).toContain('Hello Ada')
  await press('Send to myself')
  const body = { language: 'en', variables: { name: 'Ada' } }
  expect(sent('POST', `${path}/preview`)[0]?.body).toEqual(body)
  expect(sent('POST', `${path}/test`)[0]?.body).toEqual({ ...body, mailboxId: mailbox.id })
  expect(document.body.textContent).toContain('owner@host.test')
})

test('a signature is created for all mailboxes', async () => {
  page = await open('/mail/signatures', { 'POST /api/x/mail/signatures': signature })
  await press('Create signature')
  await page.fill('[role=dialog] [name=name]', 'Support')
  await page.fill('[role=dialog] textarea', 'Ada')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  const expected = { name: 'Support', text: 'Ada', html: null, mailboxId: null, isDefault: true }
  expect(sent('POST', '/api/x/mail/signatures')[0]?.body).toEqual(expected)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const at of ['/mail/templates', '/mail/templates/mailtemplate_1', '/mail/signatures'] as const) {
    page = await mountPage({ plugin, path: at, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
