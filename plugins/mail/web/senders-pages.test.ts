import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { SendingDomainDetails } from '../shared.ts'
import { plugin } from './index.ts'

const sender: SendingDomainDetails = {
  id: 'mailsender_1',
  domain: 'example.com',
  asciiDomain: 'example.com',
  isVerified: true,
  isSigning: true,
  state: 'fail',
  failing: 1,
  checkedAt: '2026-01-31T08:15:00.000Z',
  rotateDays: null,
  createdAt: '2026-01-05T08:00:00.000Z',
  lines: [
    { id: 'dkim', state: 'ok', reason: 'Both records are served.', isOptional: false, canFix: false },
    { id: 'spf', state: 'fail', reason: 'The domain has no SPF record.', isOptional: false, canFix: true },
    { id: 'mta_sts', state: 'warn', reason: 'Without MTA-STS.', isOptional: true, canFix: false },
  ],
  keys: [
    {
      id: 'mailkeys_1',
      stage: 'signing',
      selectors: ['h20260105k7e', 'h20260105k7r'],
      servedAt: '2026-01-05T08:10:00.000Z',
      signsAt: '2026-01-05T08:10:00.000Z',
      retiredAt: null,
      missingAt: null,
      createdAt: '2026-01-05T08:00:00.000Z',
    },
  ],
  zone: { id: 'zone_1', name: 'example.com' },
  records: [],
  proof: null,
}
const path = '/api/x/mail/senders'
const answers = {
  [`GET ${path}`]: { items: [sender], nextCursor: null },
  [`GET ${path}/mailsender_1`]: sender,
  'GET /api/x/mail/domains': { items: [{ name: 'example.com', asciiName: 'example.com' }] },
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (at: `/${string}`, more: object = {}) => mountPage({ plugin, path: at, answers: { ...answers, ...more } })
const sent = (method: string, at: string) =>
  page.requests.filter((request) => request.method === method && request.path === at)
const press = (text: string) =>
  page.act(() => {
    const all = Array.from(document.querySelectorAll('button'))
    all.findLast(({ textContent }) => textContent === text)?.click()
  })
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

test('the list shows domains and their worst line, and a verified domain is added', async () => {
  page = await open('/mail/senders?add=1', { [`POST ${path}`]: sender })
  expect(page.text()).toContain('example.com')
  expect(page.text()).toContain('Failing')
  await submit()
  expect(sent('POST', path)[0]?.body).toEqual({ domain: 'example.com' })
})

test('every line has its reason, and one plan for all of them is opened', async () => {
  page = await open('/mail/senders/mailsender_1', {
    [`POST ${path}/mailsender_1/plan`]: { changesetId: 'chg_1', records: [] },
  })
  for (const text of ['The domain has no SPF record.', 'Without MTA-STS.', 'Optional', 'h20260105k7e']) {
    expect(page.text()).toContain(text)
  }
  await press('Fix with one plan')
  await page.fill('[role=dialog] [name=reportsTo]', 'dmarc@example.com')
  await submit()
  expect(sent('POST', `${path}/mailsender_1/plan`)[0]?.body).toEqual({ reportsTo: 'dmarc@example.com' })
})

test('records are there to copy where no zone is here, and no plan is offered', async () => {
  const record = { line: 'spf', name: 'example.com', type: 'TXT', values: ['v=spf1 mx ~all'], action: 'set' }
  page = await open('/mail/senders/mailsender_1', {
    [`GET ${path}/mailsender_1`]: { ...sender, zone: null, records: [record] },
  })
  expect(page.text()).toContain('v=spf1 mx ~all')
  expect(page.text()).not.toContain('Fix with one plan')
})

test('keys are rotated after a question, and a refusal is shown', async () => {
  const refused = problem(409, 'conflict', { title: 'A rotation is under way' })
  page = await open('/mail/senders/mailsender_1', { [`POST ${path}/mailsender_1/rotate`]: refused })
  await press('Rotate keys')
  await press('Rotate keys')
  expect(sent('POST', `${path}/mailsender_1/rotate`)).toHaveLength(1)
  expect(page.find('[role=dialog], [role=alertdialog]').textContent).toContain('A rotation is under way')
})

test('a proof shows the results of the receiver, and asks for an address where mail arrives elsewhere', async () => {
  const proof = {
    state: 'arrived',
    address: 'readiness+1@example.com',
    isOwn: true,
    sentAt: '2026-01-31T08:15:00.000Z',
    arrivedAt: '2026-01-31T08:15:05.000Z',
    results: 'Authentication-Results: mx.example.com; dkim=pass; spf=pass; dmarc=pass',
    tls: 'TLSv1.3',
    reply: '250 2.0.0 Stored',
  }
  page = await open('/mail/senders/mailsender_1', {
    [`GET ${path}/mailsender_1`]: { ...sender, proof },
    [`POST ${path}/mailsender_1/proof`]: proof,
  })
  for (const text of ['dmarc=pass', 'TLSv1.3', 'Arrived']) expect(page.text()).toContain(text)
  await press('Send proof')
  await page.fill('[role=dialog] [name=to]', 'ada@example.org')
  await submit()
  expect(sent('POST', `${path}/mailsender_1/proof`)[0]?.body).toEqual({ to: 'ada@example.org' })
})

test.each(variants)('nothing hinders use in $theme and $language', async (variant) => {
  for (const at of ['/mail/senders', '/mail/senders/mailsender_1'] as const) {
    page = await mountPage({ plugin, path: at, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
