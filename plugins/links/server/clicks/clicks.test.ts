import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { readFile } from 'node:fs/promises'
import {
  createLink,
  deleteLink,
  listClicks,
  readLink,
  readStatistics,
  type Link,
  type Statistics,
} from '../../shared.ts'
import { openLinksLab, type LinksLab, type VisitInit } from '../testing/links-lab.ts'
import { compilePatterns, patternsFile } from './agents/compile-patterns.ts'
import { readAgent } from './agents/read-agent.ts'
import { shortAddress } from './short-address.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** What is counted of a link, once every click is stored. */
async function counted({ host }: LinksLab, link?: Link) {
  const day = new Date(host.clock.now()).toISOString().slice(0, 10)
  const input = { from: day, to: day, timeZone: 'UTC', ...(link && { linkId: link.id }) }
  return await host.as('member').call(readStatistics, input)
}

/** Waits until a number of clicks is stored. */
async function stored(lab: LinksLab, clicks: number): Promise<void> {
  await lab.countClicks()
  const { items } = await lab.host.as('member').call(listClicks, { limit: 100 })
  assert.ok(items.length >= clicks, 'The clicks are not stored.')
}

async function openCounted(context: TestContext) {
  const lab = await openLinksLab(context)
  const link = await lab.host.as('member').call(createLink, { url: 'https://www.example.com/', slug: 'sale' })
  const visit = (headers: VisitInit['headers'], method = 'GET') =>
    lab.visit(link.shortUrl, { method, headers: headers ?? {} })
  return { lab, link, visit }
}

suite('clicks', () => {
  test('count with what the visit shows, and name no visitor', async (context) => {
    const { lab, link, visit } = await openCounted(context)
    const headers = {
      'user-agent': firefox,
      referer: 'https://www.news.example/a?secret=1',
      'accept-language': 'de-AT,en',
    }
    assert.equal((await visit(headers)).status, 302)
    await visit(headers)
    await visit({ 'user-agent': phone })
    await stored(lab, 3)
    const { clicks, visitors, robots, facets } = await counted(lab, link)
    assert.deepEqual([clicks, visitors, robots], [3, 2, 0])
    const valuesOf = (facet: string) => facets.find((each) => each.facet === facet)?.values
    assert.deepEqual(valuesOf('browser'), [
      { value: 'Firefox', clicks: 2 },
      { value: 'Mobile Safari', clicks: 1 },
    ])
    assert.deepEqual(valuesOf('referrer'), [
      { value: 'news.example', clicks: 2 },
      { value: '', clicks: 1 },
    ])
    assert.deepEqual(valuesOf('device'), [
      { value: 'desktop', clicks: 2 },
      { value: 'phone', clicks: 1 },
    ])
    assert.deepEqual(valuesOf('language'), [
      { value: 'de', clicks: 2 },
      { value: '', clicks: 1 },
    ])
    const shown = ({ facets: counts, ...sums }: Statistics) => ({
      ...sums,
      facets: counts.filter(({ facet }) => facet !== 'version'),
    })
    assert.deepEqual(
      shown(await counted(lab)),
      shown(await counted(lab, link)),
      'the only link is all of the workspace',
    )
    assert.deepEqual(valuesOf('version'), [{ value: '1', clicks: 3 }])
    assert.equal((await lab.host.as('member').call(readLink, { id: link.id })).clicks, 3)
    const { items } = await lab.host.as('member').call(listClicks, { linkId: link.id })
    assert.doesNotMatch(JSON.stringify(items), /127\.0\.0|secret|Mozilla/)
    assert.deepEqual((await lab.host.as('otherOwner').call(listClicks, {})).items, [])
  })

  test('HEAD and prefetch are not counted, and robots are counted separately', async (context) => {
    const { lab, link, visit } = await openCounted(context)
    await visit({ 'user-agent': firefox }, 'HEAD')
    await visit({ 'user-agent': firefox, 'sec-purpose': 'prefetch;prerender' })
    await visit({ 'user-agent': firefox, purpose: 'preview' })
    for (const agent of ['curl/8.5.0', 'Googlebot/2.1', 'WhatsApp/2.23', 'Slackbot-LinkExpanding 1.0', '']) {
      await visit({ 'user-agent': agent })
    }
    await visit({ 'user-agent': firefox })
    await stored(lab, 6)
    const { clicks, visitors, robots } = await counted(lab, link)
    assert.deepEqual([clicks, visitors, robots], [1, 1, 5])
    const people = await lab.host.as('member').call(listClicks, { isRobot: false })
    assert.equal(people.items.length, 1)
  })

  test('a visitor counts once a day, at each link and in the workspace', async (context) => {
    const { lab, link, visit } = await openCounted(context)
    const other = await lab.host.as('member').call(createLink, { url: 'https://www.example.com/2', slug: 'other' })
    for (let turn = 0; turn < 3; turn += 1) await visit({ 'user-agent': firefox })
    await lab.visit(other.shortUrl, { headers: { 'user-agent': firefox } })
    await stored(lab, 4)
    assert.equal((await counted(lab, link)).visitors, 1)
    assert.equal((await counted(lab, other)).visitors, 1)
    assert.equal((await counted(lab)).visitors, 1)
    lab.host.clock.advance({ days: 1 })
    await lab.host.as('member').signIn()
    await visit({ 'user-agent': firefox })
    await stored(lab, 5)
    assert.equal((await counted(lab, link)).visitors, 1)
    assert.deepEqual((await counted(lab, link)).before, { clicks: 3, visitors: 1 })
  })

  test('go with their link, and single ones after 90 days, while counts stay', async (context) => {
    const { lab, link, visit } = await openCounted(context)
    await visit({ 'user-agent': firefox })
    await stored(lab, 1)
    lab.host.clock.advance({ days: 91 })
    await lab.host.settleJobs()
    await lab.host.as('member').signIn()
    assert.deepEqual((await lab.host.as('member').call(listClicks, {})).items, [])
    const day = new Date(lab.host.clock.now() - 91 * 86_400_000).toISOString().slice(0, 10)
    const then = { from: day, to: day, linkId: link.id, timeZone: 'UTC' }
    assert.equal((await lab.host.as('member').call(readStatistics, then)).clicks, 1)
    await lab.host.as('member').call(deleteLink, { id: link.id })
    await lab.host.settleJobs()
    assert.equal((await lab.host.as('member').call(readStatistics, then)).clicks, 0)
    assert.equal((await lab.host.as('member').call(readStatistics, { ...then, linkId: undefined })).clicks, 1)
  })

  test('a range is of 1 to 400 days of a known time zone', async (context) => {
    const { lab } = await openCounted(context)
    for (const [from, to, timeZone] of [
      ['2026-01-02', '2026-01-01', 'UTC'],
      ['2025-01-01', '2026-12-31', 'UTC'],
      ['2026-01-01', '2026-01-02', 'Mars/Olympus'],
      ['2026-01-01', '2026-01-02', '+05:30'],
    ] as const) {
      const query = new URLSearchParams({ from, to, timeZone }).toString()
      const answer = await lab.host.as('member').get(`/api/x/links/statistics?${query}`)
      assert.equal(answer.status, 400, query)
      assert.match(await answer.text(), /"path":"(?:to|timeZone)"/)
    }
  })
})

suite('what is stored of a visitor', () => {
  test('is a network, never an address', () => {
    assert.equal(shortAddress('203.0.113.77'), '203.0.113.0')
    assert.equal(shortAddress('2001:db8:1:2:3:4:5:6'), '2001:db8:1::')
    assert.equal(shortAddress('2001:db8::5'), '2001:db8:0::')
    assert.equal(shortAddress('::1'), '0:0:0::')
    assert.equal(shortAddress('unknown'), '')
  })

  test('is a family of programs, read from compiled patterns that are up to date', async () => {
    assert.equal(await readFile(patternsFile, 'utf8'), compilePatterns())
    assert.deepEqual(readAgent(phone), { isRobot: false, browser: 'Mobile Safari', system: 'iOS', device: 'phone' })
    assert.deepEqual(readAgent('x'.repeat(100_000)).device, 'other')
  })
})
