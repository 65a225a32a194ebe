import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { dnsAnswers, drift } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const one = '/api/x/domains/zones/zone_1'
const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...dnsAnswers, ...more } })
const asked = (path: string) => page.requests.filter((request) => request.path === path).map(({ query }) => query)

test('the history lists changes with author, note and state, and those made outside', async () => {
  page = await open('/domains/zones/zone_1/history')
  for (const text of ['Move mail to another provider', 'Grace Hopper', 'Agreed with support', 'Applied', 'Outside']) {
    expect(page.text()).toContain(text)
  }
  expect(page.find('a[href="/admin/domains/zones/zone_1/changes/chg_1"]')).toBeTruthy()
})

test('the beginning of a history is not a change outside', async () => {
  const began = { ...drift, title: 'bücher.example was added', count: 0 }
  page = await open('/domains/zones/zone_1/history', { [`GET ${one}/history`]: { items: [began], nextCursor: null } })
  expect(page.text()).toContain('bücher.example was added')
  expect(page.text()).not.toContain('Outside')
})

test('a change shows its record sets before and after, and its revert opens as a plan', async () => {
  const { changeset: revert } = (await import('./fixture-dns.ts')).planned
  page = await open('/domains/zones/zone_1/changes/chg_1', { 'POST /api/changesets/chg_1/revert': revert })
  expect(page.text()).toContain('192.0.2.1')
  expect(page.text()).toContain('TTL 1 hour')
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Revert')
  await page.act(() => button?.click())
  expect(location.pathname).toBe('/admin/domains/zones/zone_1/changes/chg_9')
})

test('the records of a moment are asked for by the typed time', async () => {
  page = await open('/domains/zones/zone_1/history?view=at')
  expect(asked(`${one}/past`)).toEqual([])
  await page.fill('input[type=datetime-local]', '2026-01-31T08:15')
  await page.act(() => page.find<HTMLFormElement>('form').requestSubmit())
  expect(asked(`${one}/past`).map((query) => query.get('at'))).toEqual([new Date('2026-01-31T08:15').toISOString()])
  expect(page.text()).toContain('192.0.2.7')
})

test('a moment before the zone was known shows the reason', async () => {
  const path = '/domains/zones/zone_1/history?view=at&at=2020-01-01T00:00:00.000Z' as const
  page = await open(path, { [`GET ${one}/past`]: problem(404, 'not_found') })
  expect(page.text()).toContain('Title of not_found')
})

test('two moments are compared record set by record set', async () => {
  page = await open('/domains/zones/zone_1/history?view=compare&from=2026-01-31T08:15:00.000Z')
  expect(asked(`${one}/diff`).map((query) => query.toString())).toEqual(['from=2026-01-31T08%3A15%3A00.000Z'])
  expect(page.text()).toContain('1 record set differs')
  expect(page.text()).toContain('192.0.2.2')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of [
    '/domains/zones/zone_1/history',
    '/domains/zones/zone_1/history?view=at&at=2026-01-31T08:15:00.000Z',
    '/domains/zones/zone_1/history?view=compare&from=2026-01-31T08:15:00.000Z',
    '/domains/zones/zone_1/changes/chg_1',
  ] as const) {
    page = await mountPage({ plugin, path, answers: dnsAnswers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
