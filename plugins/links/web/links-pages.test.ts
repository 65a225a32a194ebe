import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { link, linkHosts } from './fixture.ts'
import { plugin } from './index.ts'
import { colorProblem } from './qr/qr-colors.ts'

const statistics = {
  clicks: 12,
  visitors: 7,
  robots: 3,
  before: { clicks: 6, visitors: 4 },
  days: [
    { day: '2026-01-30', clicks: 4, visitors: 3 },
    { day: '2026-01-31', clicks: 8, visitors: 4 },
  ],
  facets: [
    { facet: 'country', values: [{ value: '', clicks: 12 }] },
    {
      facet: 'referrer',
      values: [
        { value: 'news.example', clicks: 9 },
        { value: '', clicks: 3 },
      ],
    },
    { facet: 'device', values: [{ value: 'phone', clicks: 12 }] },
  ],
}
const answers = {
  'GET /api/x/links/statistics': statistics,
  'GET /api/x/links/links/link_1/rules': {
    rules: [
      { url: 'https://apps.example.com/', conditions: [{ on: 'device', values: ['phone'] }] },
      { url: 'https://jp.example.com/', conditions: [{ on: 'country', values: ['JP'] }] },
    ],
  },
  'GET /api/x/links/links': { items: [link], nextCursor: null },
  'GET /api/x/links/links/link_1': link,
  'GET /api/x/links/tags': { items: [{ id: 'linktag_1', name: 'Autumn' }] },
  'GET /api/x/links/folders': { items: [] },
  'GET /api/x/links/hosts': { items: linkHosts },
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (method: string, path: string) =>
  page.requests.filter((request) => request.method === method && request.path === path)

test('the list shows the address with a button that copies it, the target and the state', async () => {
  page = await open('/links')
  for (const text of ['go.example.com/autumn', link.url, 'Autumn campaign', 'Active']) {
    expect(page.text()).toContain(text)
  }
  expect(page.find('[aria-label="Copy go.example.com/autumn"]')).toBeTruthy()
})

test('the page of a link shows its clicks, and what the visits show', async () => {
  page = await open('/links/link_1')
  for (const text of ['12', 'Each counts once a day', 'news.example', 'Direct', 'Phone']) {
    expect(page.text()).toContain(text)
  }
  expect(page.text()).not.toContain('Countries')
  const [asked] = sent('GET', '/api/x/links/statistics')
  expect(asked).toBeTruthy()
})

test('without links the page says how to create one', async () => {
  page = await open('/links', { 'GET /api/x/links/links': { items: [], nextCursor: null } })
  expect(page.text()).toContain('Choose Create short link, or press C.')
})

test('a link is created with its target alone, and its address is shown', async () => {
  page = await open('/links?create=1', { 'POST /api/x/links/links': link })
  expect(document.activeElement).toBe(page.find('[role=dialog] [name=url]'))
  await page.fill('[role=dialog] [name=url]', link.url)
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(sent('POST', '/api/x/links/links')[0]?.body).toEqual({ url: link.url })
  expect(page.find('[role=dialog]').textContent).toContain(link.shortUrl)
})

test('a refusal is at its field', async () => {
  const refusal = problem(400, 'invalid_input', { errors: [{ path: 'url', message: 'Use http or https.' }] })
  page = await open('/links?create=1', { 'POST /api/x/links/links': refusal })
  await page.fill('[role=dialog] [name=url]', 'ftp://example.com')
  await page.act(() => page.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.find('[role=dialog]').textContent).toContain('Use http or https.')
})

test('a change of the target keeps every other setting', async () => {
  page = await open('/links/link_1/settings', { 'PATCH /api/x/links/links/link_1': link })
  await page.fill('[name=url]', 'https://www.example.com/winter')
  await page.act(() => page.find<HTMLFormElement>('main form').requestSubmit())
  const { slug, title, redirect, query, isEnabled, startsAt, expiresAt, expiredUrl, clickLimit } = link
  const { tags, folderId, isArchived, externalId, referrerPolicy } = link
  const organized = { tags, folderId, isArchived, externalId, referrerPolicy }
  const kept = { slug, title, redirect, query, isEnabled, startsAt, expiresAt, expiredUrl, clickLimit }
  expect(sent('PATCH', '/api/x/links/links/link_1')[0]?.body).toEqual({
    url: 'https://www.example.com/winter',
    ...kept,
    ...organized,
  })
})

test('a permanent redirect has a warning', async () => {
  page = await open('/links/link_1/settings')
  expect(page.text()).not.toContain('Browsers keep this redirect')
  await page.unmount()
  page = await open('/links/link_1/settings', { 'GET /api/x/links/links/link_1': { ...link, redirect: 301 } })
  expect(page.text()).toContain('Browsers keep this redirect')
})

test('hosts show whether they are verified, and only those of the workspace can be removed', async () => {
  page = await open('/links/hosts')
  for (const text of ['Shared by all workspaces', 'Not verified', 'Verify domain']) expect(page.text()).toContain(text)
  expect(document.querySelectorAll('[aria-label^="Actions for "]').length).toBe(1)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of [
    '/links',
    '/links/link_1',
    '/links/link_1/rules',
    '/links/link_1/settings',
    '/links/hosts',
  ] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})

test('rules are moved, added and saved in their order', async () => {
  page = await open('/links/link_1/rules', { 'PUT /api/x/links/links/link_1/rules': { rules: [] } })
  await page.click('[aria-label="Move rule 2 up"]')
  expect(page.find<HTMLInputElement>('[aria-label="Rule 1, condition 1: values"]').value).toBe('JP')
  await page.click('[aria-label="Remove rule 2"]')
  const button = (text: string) =>
    Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === text)
  await page.act(() => button('Save changes')?.click())
  expect(sent('PUT', '/api/x/links/links/link_1/rules')[0]?.body).toEqual({
    rules: [{ url: 'https://jp.example.com/', conditions: [{ on: 'country', values: ['JP'] }] }],
  })
})

test('an error of a rule stands at its target', async () => {
  const refused = problem(400, 'invalid_input', {
    errors: [{ path: 'rules.0.url', message: 'Enter a full web address.' }],
  })
  page = await open('/links/link_1/rules', { 'PUT /api/x/links/links/link_1/rules': refused })
  await page.click('[aria-label="Remove rule 2"]')
  const save = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === 'Save changes')
  await page.act(() => save?.click())
  expect(page.text()).toContain('Enter a full web address.')
})

test('an error of any value of a condition, and of all rules together, is shown', async () => {
  for (const path of ['rules.0.conditions.0.values.3', 'rules.0.conditions.0.to', 'rules', 'rules.0.conditions']) {
    const refused = problem(400, 'invalid_input', { errors: [{ path, message: `Wrong: ${path}.` }] })
    page = await open('/links/link_1/rules', { 'PUT /api/x/links/links/link_1/rules': refused })
    await page.click('[aria-label="Remove rule 2"]')
    const buttons = Array.from(document.querySelectorAll('button'))
    await page.act(() => buttons.find(({ textContent }) => textContent === 'Save changes')?.click())
    expect(page.text()).toContain(`Wrong: ${path}.`)
    await page.unmount()
  }
})

test('a QR code is drawn in colors that cameras read, and its download marks the link', async () => {
  page = await open('/links/link_1', {
    'POST /api/x/links/links/link_1/printed': { ...link, printedAt: link.createdAt },
  })
  const button = (text: string) =>
    Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === text)
  await page.act(() => button('QR code')?.click())
  await expect.poll(() => button('SVG')).toBeTruthy()
  expect(document.querySelector('[role=dialog] svg[role=img]')?.getAttribute('aria-label')).toBe(
    'QR code of go.example.com/autumn',
  )
  // The page of the tests would go where the file is.
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  await page.act(() => button('SVG')?.click())
  await expect.poll(() => sent('POST', '/api/x/links/links/link_1/printed').length).toBe(1)
  await expect.poll(() => download.mock.calls.length).toBe(1)
  download.mockRestore()
})

test('colors that cameras cannot read are named', () => {
  expect(colorProblem({})).toBeUndefined()
  expect(colorProblem({ color: '#ffffff', background: '#000000' })).toBe('inverted')
  expect(colorProblem({ color: '#888888', background: '#aaaaaa' })).toBe('contrast')
  expect(colorProblem({ color: '#767676', background: '#ffffff' })).toBeUndefined()
})
