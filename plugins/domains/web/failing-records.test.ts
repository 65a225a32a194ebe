import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { WatchedSet } from '../shared.ts'
import { change, dnsAnswers, zoneDetails } from './fixture-dns.ts'
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
  expected: ['192.0.2.1'],
  seen: null,
}
const answers = {
  ...dnsAnswers,
  [`GET ${one}`]: { ...zoneDetails, failing: 1 },
  [`GET ${one}/watches`]: { items: [watched], nextCursor: null },
  [`POST ${one}/watch`]: { watch: null },
}

test('watched records that are wrong stand above the others, and their check can be stopped', async () => {
  page = await mountPage({ plugin, path: '/domains/zones/zone_1', answers })
  expect(page.text()).toMatch(/1 record set wrong.*gone\.bücher\.example A.*Record not found/)
  const stop = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop checking')
  await page.act(() => stop?.click())
  const sent = page.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  expect(sent).toEqual([[`${one}/watch`, { name: 'gone.xn--bcher-kva.example.', type: 'A', isWatched: false }]])
})

test.for(variants)('they hinder nobody, %j', async (variant) => {
  page = await mountPage({ plugin, path: '/domains/zones/zone_1', answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
