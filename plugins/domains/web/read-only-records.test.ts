import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { ReadOnlyRecordSet } from '../shared.ts'
import { dnsAnswers, zoneDetails } from './fixture-dns.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const one = '/api/x/domains/zones/zone_1'
const set: ReadOnlyRecordSet = {
  name: 'lb.xn--bcher-kva.example',
  shownName: 'lb.bücher.example',
  type: 'A',
  content: ['alias of d1.example.net.'],
  reason: 'Change it in the console.',
}
const answers = {
  ...dnsAnswers,
  [`GET ${one}`]: { ...zoneDetails, readOnlyRecords: 1 },
  [`GET ${one}/read-only-records`]: { items: [set], nextCursor: null },
}

test('read-only record sets are listed below the records with their reason, and the search finds them', async () => {
  page = await mountPage({ plugin, path: '/domains/zones/zone_1?q=lb', answers })
  for (const text of ['1 read-only record set', set.shownName, 'alias of d1.example.net.', set.reason]) {
    expect(page.text()).toContain(text)
  }
  const asked = page.requests.filter(({ path }) => path === `${one}/read-only-records`)
  expect(asked.map(({ query }) => query.get('q'))).toContain('lb')
})

test.for(variants)('they are accessible, %j', async (variant) => {
  page = await mountPage({ plugin, path: '/domains/zones/zone_1', answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
