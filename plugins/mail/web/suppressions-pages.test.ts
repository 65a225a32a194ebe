import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { ProviderHook, ReportDetails, ReportedDomain, Suppression } from '../shared.ts'
import { plugin } from './index.ts'

const suppression: Suppression = {
  id: 'suppression_1',
  address: 'ada@example.org',
  reason: 'bounce',
  detail: '550 5.1.1 User unknown',
  note: '',
  messageId: null,
  count: 2,
  expiresAt: null,
  createdAt: '2026-01-31T08:15:00.000Z',
  lastAt: '2026-01-31T08:15:00.000Z',
}
const ses: ProviderHook = {
  provider: 'ses',
  path: '/api/x/mail/providers/mailhook_1',
  topic: 'arn:aws:sns:eu-west-1:123456789012:bounces',
  isConfirmed: false,
  rotatedAt: '2026-01-31T08:15:00.000Z',
  lastAt: null,
}
const postmark: ProviderHook = { ...ses, provider: 'postmark', path: null, topic: null, rotatedAt: null }
const domain: ReportedDomain = {
  domain: 'example.com',
  asciiDomain: 'example.com',
  messages: 1_000,
  aligned: 985,
  rejected: 3,
  sessions: 20,
  failedSessions: 2,
  reports: 4,
  policy: 'none',
  lastDay: '2026-01-31',
}
const source = { source: '192.0.2.1', messages: 985, both: 985, dkim: 0, spf: 0, none: 0, rejected: 0 }
const report: ReportDetails = {
  ...domain,
  days: [{ day: '2026-01-31', messages: 1_000, aligned: 985 }],
  sources: [
    { ...source, dkimDomain: 'example.com', spfDomain: 'example.com' },
    { ...source, source: '', messages: 15, both: 0, none: 15, dkimDomain: '', spfDomain: 'relay.example' },
  ],
  failures: [{ result: 'certificate-expired', server: 'mx.example.com', sessions: 2 }],
  advice: ['forwarded', 'tls-failures'],
}
const answers = {
  'GET /api/x/mail/suppressions': { items: [suppression], nextCursor: null },
  'GET /api/x/mail/providers': { items: [ses, postmark] },
  'GET /api/x/mail/reports/domains': { items: [domain] },
  'GET /api/x/mail/reports/domains/example.com': report,
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

test('the list shows addresses with the reason and the reply', async () => {
  page = await open('/mail/suppressions')
  for (const text of ['ada@example.org', 'Bounced', '550 5.1.1 User unknown', 'Released by hand']) {
    expect(page.text()).toContain(text)
  }
})

test('an address is added, and a refusal is at its field', async () => {
  const refused = problem(422, 'invalid_input', { errors: [{ path: 'address', message: 'Enter an address.' }] })
  page = await open('/mail/suppressions?add=1', { 'POST /api/x/mail/suppressions': refused })
  await page.fill('[role=dialog] [name=address]', '*@example.org')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('POST', '/api/x/mail/suppressions')[0]?.body).toEqual({ address: '*@example.org' })
  expect(page.find('[role=dialog]').textContent).toContain('Enter an address.')
})

test('a released address is offered a test', async () => {
  page = await open('/mail/suppressions', { 'POST /api/x/mail/suppressions/bulk/release': { released: 1 } })
  await page.act(() => page.find('tbody [role=checkbox], tbody input[type=checkbox]').click())
  await press('Release')
  await press('Release')
  expect(sent('POST', '/api/x/mail/suppressions/bulk/release')[0]?.body).toEqual({ ids: ['suppression_1'] })
  expect(document.body.textContent).toContain('Send test')
})

test('a service is connected, and its secret is shown once', async () => {
  const connected = { ...postmark, path: '/api/x/mail/providers/mailhook_2', isConfirmed: true, secret: 'inb_secret' }
  page = await open('/mail/suppressions/services', { 'POST /api/x/mail/providers/rotate': connected })
  expect(page.text()).toContain('Waiting for SNS')
  await press('Connect')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('POST', '/api/x/mail/providers/rotate')[0]?.body).toEqual({ provider: 'postmark' })
  expect(page.find('[role=dialog]').textContent).toContain('inb_secret')
})

test('reports of a domain show its servers and what to change', async () => {
  page = await open('/mail/reports')
  expect(page.text()).toContain('98.5%')
  await page.unmount()
  page = await open('/mail/reports/example.com')
  for (const text of ['192.0.2.1', 'Other servers', 'certificate-expired', 'TLS fails for some servers']) {
    expect(page.text()).toContain(text)
  }
})

test('empty pages say what appears there', async () => {
  page = await open('/mail/suppressions', { 'GET /api/x/mail/suppressions': { items: [], nextCursor: null } })
  expect(page.text()).toContain('No suppressed addresses')
  await page.unmount()
  page = await open('/mail/reports', { 'GET /api/x/mail/reports/domains': { items: [] } })
  expect(page.text()).toContain('No verified domain')
})

test.each(variants)('nothing hinders a reader in $theme and $language', async (variant) => {
  for (const path of [
    '/mail/suppressions',
    '/mail/suppressions?add=1',
    '/mail/suppressions/services',
    '/mail/reports',
    '/mail/reports/example.com',
  ] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
