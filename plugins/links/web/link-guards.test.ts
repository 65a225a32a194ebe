import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { InstanceLink, Link, LinkHost, LinkReport } from '../shared.ts'
import { link as autumn } from './fixture.ts'
import { plugin } from './index.ts'

const at = new Date(Date.now() - 3_600_000).toISOString()
const link: Link = {
  ...autumn,
  state: 'quarantined',
  hasPassword: true,
  quarantine: { reason: 'phishing', note: 'It copies a bank.', at, reviewAskedAt: null },
  targetDeadSince: at,
}
const report: LinkReport = {
  id: 'linkreport_1',
  linkId: 'link_1',
  address: 'go.example.com/autumn',
  url: link.url,
  targetHost: 'www.example.com',
  workspace: { id: 'org_1', name: 'Acme' },
  reason: 'phishing',
  text: '<b>It</b> asks for my password.',
  email: '',
  state: 'open',
  linkState: 'active',
  createdAt: at,
  decidedAt: null,
}
const reviewed: InstanceLink = {
  id: 'link_1',
  address: report.address,
  url: link.url,
  title: '',
  targetHost: 'www.example.com',
  workspace: report.workspace,
  state: 'quarantined',
  quarantine: { reason: 'phishing', note: '', at, reviewText: 'It is our own page.', reviewAskedAt: at },
  createdAt: at,
}
const host: LinkHost = {
  id: 'linkhost_1',
  host: 'go.example.com',
  asciiHost: 'go.example.com',
  isShared: false,
  isVerified: true,
  isCaseSensitive: false,
  notFoundTitle: 'Nothing here',
  notFoundText: '',
  notFoundUrl: null,
}
const list = (...items: readonly unknown[]) => ({ items, nextCursor: null })
const answers = {
  'GET /api/x/links/links/link_1': link,
  'GET /api/x/links/hosts': { items: [host] },
  'GET /api/x/links/tags': { items: [] },
  'GET /api/x/links/folders': { items: [] },
  'GET /api/x/links/utm-templates': { items: [] },
  'GET /api/instance/links/reports': list(report),
  'GET /api/instance/links/reports/summary': {
    open: { day: 1, week: 2, older: 3 },
    decided: 4,
    medianHours: 26.5,
  },
  'GET /api/instance/links/links': list(reviewed),
  'GET /api/instance/links/denied-hosts': list({
    id: 'linkdenied_1',
    host: 'evil.example',
    note: 'Lists',
    createdAt: at,
  }),
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const openConsole = (path: `/${string}`, more: object = {}) =>
  mountPage({ plugin, path, scope: 'instance', answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)
const press = (text: string) =>
  page.act(() =>
    Array.from(document.querySelectorAll('button'))
      .findLast(({ textContent }) => textContent === text)
      ?.click(),
  )
/** Presses a button that opens a dialog, whose code may have to be loaded. */
const openDialog = async (text: string) => {
  await press(text)
  await expect.poll(() => document.querySelector('[role=dialog], [role=alertdialog]')).toBeTruthy()
}
const submit = () => page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())

test('a quarantined link says why, and an admin asks for a review', async () => {
  page = await open('/links/link_1/settings', { 'POST /api/x/links/links/link_1/review': link })
  const shown = page.text()
  for (const text of ['Phishing', 'It copies a bank.', 'The target does not answer']) expect(shown).toContain(text)
  await openDialog('Ask for review')
  await page.fill('[role=dialog] textarea', 'It is our own page.')
  await submit()
  expect(sent('POST', '/api/x/links/links/link_1/review')[0]?.body).toEqual({ text: 'It is our own page.' })
})

test('statistics are reset after a question', async () => {
  page = await open('/links/link_1/settings', { 'DELETE /api/x/links/links/link_1/clicks': {} })
  await openDialog('Reset statistics')
  expect(document.querySelector('[role=alertdialog], [role=dialog]')?.textContent).toContain(
    'The statistics of the workspace keep them.',
  )
  expect(sent('DELETE', '/api/x/links/links/link_1/clicks')).toHaveLength(0)
  await press('Reset statistics')
  expect(sent('DELETE', '/api/x/links/links/link_1/clicks')).toHaveLength(1)
})

test('a password is set and removed without being shown', async () => {
  page = await open('/links/link_1/settings', { 'PATCH /api/x/links/links/link_1': link })
  await openDialog('Change password')
  expect(page.find<HTMLInputElement>('[role=dialog] form input').type).toBe('password')
  await page.fill('[role=dialog] form input', 'secret')
  await submit()
  await openDialog('Remove password')
  await press('Remove password')
  expect(sent('PATCH', '/api/x/links/links/link_1').map(({ body }) => body)).toEqual([
    { password: 'secret' },
    { password: null },
  ])
})

test('the page for unknown slugs is changed, and a wrong address is named at its field', async () => {
  const refused = problem(400, 'invalid_input', {
    errors: [{ path: 'notFoundUrl', message: 'Enter a full web address.' }],
  })
  page = await open('/links/hosts', { 'PATCH /api/x/links/hosts/linkhost_1': refused })
  await page.click('[aria-label="Actions for go.example.com"]')
  await page.act(() => page.find('[role=menuitem]').click())
  await page.fill('[role=dialog] [name=notFoundUrl]', 'example')
  await submit()
  expect(page.find('[role=dialog]').textContent).toContain('Enter a full web address.')
})

test('reports show their age, and a link is quarantined for a reason', async () => {
  page = await openConsole('/link-reports', { 'POST /api/instance/links/links/link_1/quarantine': undefined })
  for (const text of ['26.5', 'www.example.com', 'Phishing', 'Acme']) expect(page.text()).toContain(text)
  await page.click('tbody tr')
  expect(page.text()).toContain('<b>It</b> asks for my password.')
  await press('Quarantine link')
  await submit()
  expect(sent('POST', '/api/instance/links/links/link_1/quarantine')[0]?.body).toMatchObject({ reason: 'phishing' })
})

test('a link whose review was asked for is restored', async () => {
  page = await openConsole('/link-reports/links', { 'POST /api/instance/links/links/link_1/restore': undefined })
  await page.click('tbody tr')
  expect(page.text()).toContain('It is our own page.')
  await press('Restore link')
  expect(sent('POST', '/api/instance/links/links/link_1/restore').length).toBe(1)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path: '/links/link_1/settings', answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
  for (const path of ['/link-reports', '/link-reports/links', '/link-reports/denied'] as const) {
    await page.unmount()
    page = await mountPage({ plugin, path, scope: 'instance', answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
  }
})
