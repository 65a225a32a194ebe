import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Me } from '@host/plugin-sdk'
import type { AuditEntry } from '../shared.ts'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await page?.unmount()
})

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const changed: AuditEntry = {
  id: 'aud_1',
  sequence: 7,
  action: 'member.role_changed',
  actor: {
    kind: 'token',
    id: 'usr_1',
    name: 'Ada',
    tokenId: 'tok_1',
    tokenName: 'Backup',
    grantedById: null,
    grantedByName: null,
  },
  target: 'user:usr_2',
  targetName: 'Grace',
  sentence: 'changed the role of Grace from member to admin',
  before: { role: 'member', note: 'same' },
  after: { role: 'admin', note: 'same' },
  plugin: 'workspaces',
  endpoint: 'PATCH /api/members/{userId}',
  address: '203.0.113.9',
  userAgent: 'Firefox',
  requestId: 'request-1',
  at: ago(5),
}
const refused: AuditEntry = {
  ...changed,
  id: 'aud_2',
  sequence: null,
  action: 'session.refused',
  actor: {
    kind: 'anonymous',
    id: null,
    name: null,
    tokenId: null,
    tokenName: null,
    grantedById: null,
    grantedByName: null,
  },
  target: null,
  targetName: null,
  sentence: null,
  before: null,
  after: null,
  endpoint: null,
  address: null,
  userAgent: null,
  requestId: null,
  at: ago(60),
}

const list = 'GET /api/audit'
const days = { 'GET /api/audit/retention': { days: 365 } }
const filled = {
  ...days,
  [list]: { items: [changed, refused], nextCursor: null, total: 2 },
  'GET /api/audit/entries/aud_1': changed,
  'GET /api/audit/entries/aud_2': refused,
}
const empty = { ...days, [list]: { items: [], nextCursor: null, total: 0 } }

const open = (answers: NonNullable<Parameters<typeof mountPage>[0]['answers']>, more: object = {}) =>
  mountPage({ plugin, path: '/audit', answers, ...more })

const button = (text: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find((each) => each.textContent === text)

function write(label: string, value: string): void {
  const named = [...document.querySelectorAll('label')].find((each) => each.textContent === label)
  const input = document.getElementById(named?.htmlFor ?? '')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses a filter from the menu. */
async function add(label: string): Promise<void> {
  await page?.act(() => button('Filter')?.click())
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  await page?.act(() => items.find((each) => each.textContent === label)?.click())
}

test('the page lists actors and actions, and the retention', async () => {
  page = await open(filled)
  expect(page.text()).toContain('Ada, via API token “Backup” changed the role of Grace from member to admin')
  expect(page.text()).not.toContain('member.role_changed')
  expect(page.text()).toContain('Anonymous client session.refused')
  expect(page.text()).toContain('5 minutes ago')
  expect(page.text()).toContain('2 rows')
  expect(page.text()).toContain('deleted after 365 days')
})

test('an entry links to its details: old and new values', async () => {
  page = await open(filled)
  await page.click('a[href="/admin/audit?open=aud_1"]')
  const drawer = page.find('aside')
  expect(drawer.textContent).toContain('203.0.113.9')
  expect(drawer.textContent).toContain('tok_1')
  expect(drawer.textContent).toContain('Sealed as #7')
  const cells = [...drawer.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
  expect(cells).toEqual([
    ['role', 'member', 'admin'],
    ['note', 'same', 'same'],
  ])
  await page.click('aside button[aria-label="Close"]')
  expect(location.search).toBe('')
})

test('sign-ins are left out until they are asked for, and by a filter for actions', async () => {
  page = await open(filled)
  const asked = () => page?.requests.findLast(({ path }) => path === '/api/audit')?.query.get('signIns')
  expect(asked()).toBe('false')
  await page.act(() => button('Show sign-ins')?.click())
  expect(asked()).toBe(null)
  expect(button('Show sign-ins')).toBeUndefined()
  await page.unmount()
  page = await mountPage({ plugin, path: '/audit?action=session', answers: filled })
  expect(asked()).toBe(null)
})

test('an address with an entry opens it, and one that is gone says so in its place', async () => {
  page = await open(
    { ...filled, 'GET /api/audit/entries/aud_9': problem(404, 'not_found') },
    { path: '/audit?open=aud_2' },
  )
  expect(page.find('aside').textContent).toContain('Not sealed yet')
  expect(page.find('aside').textContent).toContain('No values recorded')
  await page.unmount()
  page = await open(
    { ...filled, 'GET /api/audit/entries/aud_9': problem(404, 'not_found') },
    { path: '/audit?open=aud_9' },
  )
  expect(page.find('aside [role=alert]')).toBeTruthy()
  expect(page.text()).toContain('changed the role of Grace')
})

test('filters narrow the list, are in the address, and are removed one by one', async () => {
  page = await open(filled)
  await add('Action')
  await page.act(() => write('Action', 'member'))
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(location.search).toBe('?action=member')
  await add('Time')
  await page.act(() => {
    write('From', '2026-03-01')
    write('To', '2026-03-02')
  })
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(location.search).toBe('?action=member&time=2026-03-01..2026-03-02')
  const asked = page.requests.findLast(({ path }) => path === '/api/audit')?.query
  expect(asked?.get('action')).toBe('member')
  expect(asked?.get('from')).toBe(new Date(2026, 2, 1).toISOString())
  expect(asked?.get('to')).toBe(new Date(2026, 2, 3).toISOString())
  await page.click('button[aria-label="Remove filter: Time"]')
  expect(location.search).toBe('?action=member')
  await page.act(() => button('Clear filters')?.click())
  expect(location.search).toBe('')
})

test('entries like the one that is open are one press away', async () => {
  page = await open(filled, { path: '/audit?open=aud_1' })
  await page.act(() => document.querySelectorAll<HTMLButtonElement>('[aria-label="Show similar entries"]')[1]?.click())
  expect(page.requests.findLast(({ path }) => path === '/api/audit')?.query.get('actor')).toBe('usr_1')
})

/** Records the files that the browser is sent to download, in place of doing so. */
function watchDownloads(): readonly (string | null)[] {
  const opened: (string | null)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) opened.push(this.getAttribute('href'))
  })
  return opened
}

test('an export is checked, then downloaded by the browser with the filter that shows', async () => {
  const opened = watchDownloads()
  page = await open({ ...filled, 'GET /api/audit/export/check': undefined }, { path: '/audit?action=member' })
  for (const format of ['CSV', 'JSON']) {
    await page.click('[aria-label="More actions"]')
    await page.act(() => button(`Export ${format}`)?.click())
  }
  const checks = page.requests.filter(({ path }) => path === '/api/audit/export/check')
  expect(checks.map(({ query }) => query.toString())).toEqual(['action=member&format=csv', 'action=member&format=json'])
  expect(opened).toEqual(
    ['csv', 'json'].map((format) => `/api/audit/export?action=member&format=${format}&workspace=wsp_1`),
  )
  expect(page.requests.some(({ path }) => path === '/api/audit/export')).toBe(false)
})

test.each([
  ['en', 'Export CSV', 'More actions'],
  ['zh', '导出 CSV', '更多操作'],
] as const)(
  'a refused export shows the reason and the next step, and downloads nothing (%s)',
  async (language, label, tools) => {
    const opened = watchDownloads()
    const refused429 = problem(429, 'too_many_requests', { title: 'Busy', detail: 'One at a time.', nextStep: 'Wait.' })
    page = await open({ ...filled, 'GET /api/audit/export/check': refused429 }, { language })
    await page.click(`[aria-label="${tools}"]`)
    await page.act(() => button(label)?.click())
    const texts = document.body.textContent
    for (const text of ['Busy', 'One at a time.', 'Wait.']) expect(texts).toContain(text)
    expect(opened).toEqual([])
  },
)

test('a list without an entry says why, and one that the filter empties offers to clear it', async () => {
  page = await open(empty)
  expect(page.text()).toContain('No entries yet')
  await page.unmount()
  page = await open(empty, { path: '/audit?action=none' })
  expect(page.text()).toContain('No results')
})

test('an owner changes the retention, and is warned of the removed entries', async () => {
  page = await open({ ...filled, 'PUT /api/audit/retention': { days: 90 } })
  await page.act(() => button('Change')?.click())
  await page.act(() => write('Days', '20'))
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.find('[role=dialog]').textContent).toContain('Must be at least 30.')
  await page.act(() => write('Days', '90'))
  expect(page.find('[role=dialog]').textContent).toContain('older than 90 days are deleted permanently')
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  const sent = page.requests.find(({ method }) => method === 'PUT')
  expect(sent?.body).toEqual({ days: 90 })
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('an admin only reads how long entries are kept', async () => {
  const me: Me = {
    user: { id: 'usr_2', email: 'grace@example.com', name: 'Grace', isInstanceAdmin: false },
    workspace: { id: 'org_1', slug: 'home', name: 'Home', accent: null, logo: null },
    role: 'admin',
    csrfToken: 'csrf-1',
  }
  page = await open({ ...filled, 'GET /api/auth/me': me })
  expect(page.text()).toContain('deleted after 365 days')
  expect(button('Change')).toBeUndefined()
})

test('the console shows the log of the instance', async () => {
  const answers = {
    'GET /api/instance/audit': { items: [refused], nextCursor: null, total: 1 },
    'GET /api/instance/audit/retention': { days: 365 },
    'GET /api/instance/audit/entries/aud_2': refused,
  }
  page = await mountPage({ plugin, scope: 'instance', path: '/audit-log', answers })
  await page.click('a[href="/instance/audit-log?open=aud_2"]')
  expect(page.find('aside').textContent).toContain('session.refused')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const [answers, path] of [
    [filled, '/audit'],
    [filled, '/audit?open=aud_1'],
    [empty, '/audit?action=none'],
  ] as const) {
    page = await open(answers, { path, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
