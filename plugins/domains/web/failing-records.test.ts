import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Watch, WatchedSet } from '../shared.ts'
import { change, dnsAnswers, records, zoneDetails } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const one = '/api/x/domains/zones/zone_1'
const watched: WatchedSet = {
  name: 'gone.xn--bcher-kva.example',
  shownName: 'gone.bücher.example',
  type: 'A',
  state: 'missing',
  isFailing: true,
  since: change.createdAt,
  checkedAt: change.createdAt,
  isChosen: true,
  isGone: true,
  expected: ['192.0.2.1'],
  seen: {
    problem: null,
    server: 'ns1.mail.example',
    data: [],
    servers: [
      { name: 'ns1.mail.example', address: '192.0.2.53', state: 'missing', problem: null, seen: [] },
      { name: 'ns2.mail.example', address: '192.0.2.54', state: 'wrong', problem: null, seen: ['192.0.2.7'] },
      { name: 'ns3.mail.example', address: null, state: 'lookup_failed', problem: 'timeout', seen: [] },
    ],
  },
}
const answers = {
  ...dnsAnswers,
  [`GET ${one}`]: { ...zoneDetails, failing: 1, gone: 1, unwatched: 3 },
  [`GET ${one}/watches`]: { items: [watched], nextCursor: null },
  [`POST ${one}/watch`]: { watch: null },
}

test('watched records that are wrong stand above the others, and their check can be stopped', async () => {
  page = await mountPage({ plugin, path: '/domains/zones/zone_1', answers })
  expect(page.text()).toMatch(/1 record set wrong.*gone\.bücher\.example A.*Record not found.*Deleted outside/)
  expect(page.text()).toContain("3 record sets of features aren't checked")
  const stop = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop checking')
  await page.act(() => stop?.click())
  const sent = page.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  expect(sent).toEqual([[`${one}/watch`, { name: 'gone.xn--bcher-kva.example.', type: 'A', isWatched: false }]])
})

test('the panel of one that was deleted outside shows the expected values and those of each server', async () => {
  const path = `/domains/zones/zone_1?open=${encodeURIComponent(`${watched.name} A`)}` as const
  const empty = { items: [], nextCursor: null }
  page = await mountPage({ plugin, path, answers: { ...answers, [`GET ${one}/records`]: empty } })
  await expect.poll(() => page.text()).toMatch(/Expected192\.0\.2\.1Found by the last check/)
  expect(page.text()).toMatch(/ns1\.mail\.example.*ns2\.mail\.example.*192\.0\.2\.7.*ns3\.mail\.example/)
})

test('the panel of a watched record set shows them too, unless all servers are right', async () => {
  const [set] = records
  if (set === undefined) throw new Error('The fixture has no records.')
  const shownWith = async (watch: Watch) => {
    const items = [{ ...set, watch }]
    const path = `/domains/zones/zone_1?open=${encodeURIComponent(`${set.name} ${set.type}`)}` as const
    page = await mountPage({
      plugin,
      path,
      answers: { ...answers, [`GET ${one}/records`]: { items, nextCursor: null } },
    })
    await expect.poll(() => page.text()).toContain('Check in the background')
    const text = page.text()
    await page.unmount()
    return text
  }
  const { name, shownName, type, isGone, ...watch } = watched
  expect([name, shownName, type, isGone]).toHaveLength(4)
  expect(await shownWith({ ...watch, state: 'differs' })).toMatch(/Found by the last check.*ns2\.mail\.example/)
  expect(await shownWith({ ...watch, state: 'ok', isFailing: false })).not.toContain('Found by the last check')
})

test.for(variants)('they are accessible, %j', async (variant) => {
  const path = `/domains/zones/zone_1?open=${encodeURIComponent(`${watched.name} A`)}` as const
  const empty = { items: [], nextCursor: null }
  page = await mountPage({ plugin, path, answers: { ...answers, [`GET ${one}/records`]: empty }, ...variant })
  await expect.poll(() => page.text()).toContain('ns3.mail.example')
  expect(await accessibilityProblems(page)).toEqual([])
})
