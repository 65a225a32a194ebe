import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { answers, applied, details, planned } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })

test('the list shows each changeset with its author, size and state, and leads to it', async () => {
  page = await open('/changes')
  for (const text of ['Add a mail server', 'Grace Hopper', 'Planned', 'Automatic', '1,200', 'Applied']) {
    expect(page.text()).toContain(text)
  }
  expect(page.find('a[href="/admin/changes/chg_1"]').textContent).toBe(planned.title)
})

test('the address narrows the list by state and text', async () => {
  page = await open('/changes?state=planned&q=mail')
  const query = page.requests.findLast(({ path }) => path === '/api/changesets')?.query
  expect([query?.get('state'), query?.get('q')]).toEqual(['planned', 'mail'])
})

test('without changesets the page explains them', async () => {
  page = await open('/changes', { 'GET /api/changesets': { items: [], nextCursor: null } })
  expect(page.text()).toContain('No changes yet')
  expect(page.find('a[href*="/help/changes"]')).toBeTruthy()
})

test('a new plan of another user appears in the open list', async () => {
  let items = [applied]
  page = await open('/changes', { 'GET /api/changesets': () => ({ items, nextCursor: null }) })
  expect(page.text()).not.toContain(planned.title)
  items = [planned, applied]
  await page.changeElsewhere('/api/changesets')
  expect(page.text()).toContain(planned.title)
})

test('the page of a changeset has its title as heading, and what the server answers in the panel', async () => {
  page = await open('/changes/chg_1')
  expect(page.find('h1').textContent).toContain(details.title)
  for (const text of ['Mail goes to other servers.', '2 host names', 'acme.example. MX', '10 mx.acme.example.']) {
    expect(page.text()).toContain(text)
  }
  expect(page.find('main button').textContent).toBe('Approve and apply')
})

test('an unknown changeset is not found', async () => {
  page = await open('/changes/chg_1', { 'GET /api/changesets/chg_1': problem(404, 'not_found') })
  expect(page.text()).toContain('Not found')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/changes', '/changes/chg_1'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
