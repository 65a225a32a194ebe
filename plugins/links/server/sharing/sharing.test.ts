import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { TestHost } from '@host/testing'
import { changeSharing, createLink, deleteLink, listClicks, readSharing } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/secret-target'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** What the page has for everyone. */
interface SentPage {
  readonly title: string
  readonly language: string
  readonly data: {
    readonly name: string
    readonly url: string | null
    readonly clicks: number
    readonly visitors: number
    readonly days: readonly { readonly day: string; readonly clicks: number }[]
    readonly facets: readonly { readonly facet: string }[]
  }
}

async function open(host: TestHost, path: string, language = 'en') {
  const request = new Request(`http://host.test${path}`, { headers: { 'accept-language': language } })
  const answer = await host.fetch(request)
  const html = await answer.text()
  const json = /<script[^>]*id="public-page"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  return { status: answer.status, html, sent: json === undefined ? undefined : (JSON.parse(json) as SentPage) }
}

async function openShared(context: TestContext) {
  const lab = await openLinksLab(context)
  const member = lab.host.as('member')
  const link = await member.call(createLink, { url, slug: 'sale', title: 'Inner title', note: 'Inner note' })
  const share = async (isShared = true, showsTarget = false) =>
    (await member.call(changeSharing, { id: link.id, isShared, showsTarget })).path ?? ''
  const visit = async (agent: string, stored: number) => {
    await lab.visit(link.shortUrl, { headers: { 'user-agent': agent, referer: 'https://news.example/' } })
    await lab.countClicks()
    assert.equal((await member.call(listClicks, { linkId: link.id })).items.length, stored)
  }
  return { lab, member, link, share, visit }
}

suite('shared statistics', () => {
  test('have clicks and visitors of people, and nothing of the members or the target', async (context) => {
    const { lab, link, member, share, visit } = await openShared(context)
    assert.deepEqual(await member.call(readSharing, { id: link.id }), { path: null, showsTarget: false })
    await visit(firefox, 1)
    await visit('curl/8.5.0', 2)
    const path = await share()
    assert.match(path, /^\/p\/links\/[\w-]{22}$/)
    assert.deepEqual(await member.call(readSharing, { id: link.id }), { path, showsTarget: false })
    const { status, html, sent } = await open(lab.host, path)
    assert.equal(status, 200)
    assert.equal(sent?.title, 'Statistics of go.host.test/sale')
    const { data } = sent
    assert.deepEqual([data.clicks, data.visitors, data.url, data.days.length], [1, 1, null, 30])
    assert.deepEqual(Object.keys(data).toSorted(), ['clicks', 'days', 'facets', 'name', 'shortUrl', 'url', 'visitors'])
    assert.deepEqual(
      data.facets.map(({ facet }) => facet),
      ['country', 'device', 'referrer'],
    )
    assert.doesNotMatch(html, /secret-target|Inner|robots":\d|Mia|usr_|link_/)
    assert.equal((await open(lab.host, path, 'zh')).sent?.title, 'go.host.test/sale 的统计')
  })

  test('show the target when that was chosen, at the same address', async (context) => {
    const { lab, share } = await openShared(context)
    const path = await share()
    assert.equal((await open(lab.host, path)).sent?.data.url, null)
    assert.equal(await share(true, true), path)
    assert.equal((await open(lab.host, path)).sent?.data.url, url)
    assert.equal(await share(true, false), path)
    assert.equal((await open(lab.host, path)).sent?.data.url, null)
  })

  test('are gone as soon as they are not shared, and come back at another address', async (context) => {
    const { lab, member, link, share } = await openShared(context)
    const path = await share()
    assert.equal((await open(lab.host, path)).status, 200)
    assert.equal(await share(false), '')
    assert.equal((await open(lab.host, path)).status, 404)
    const next = await share()
    assert.notEqual(next, path)
    assert.equal((await open(lab.host, path)).status, 404)
    assert.equal((await open(lab.host, next)).status, 200)
    await lab.host.switchFeature('links', false)
    assert.equal((await open(lab.host, next)).status, 404)
    await lab.host.switchFeature('links', true)
    await member.call(deleteLink, { id: link.id })
    assert.equal((await open(lab.host, next)).status, 404)
  })

  test('are counted again after a minute', async (context) => {
    const { lab, share, visit } = await openShared(context)
    const shown = async (path: string) => (await open(lab.host, path)).sent?.data.clicks
    let path = ''
    let visits = 0
    const isKept = async () => {
      await share(false)
      path = await share()
      assert.equal(await shown(path), visits)
      await visit(firefox, (visits += 1))
      assert.equal(await shown(path), visits - 1)
    }
    // The cache of a host that has just started keeps nothing for a moment.
    await context.waitFor(isKept, { interval: 20, timeout: 60_000 })
    lab.host.clock.advance({ seconds: 61 })
    assert.equal(await shown(path), visits)
  })

  test('have no page at the ID of a link, at guessed addresses, or for another workspace to switch', async (context) => {
    const { lab, link, share } = await openShared(context)
    const path = await share()
    const guessed = [link.id, 'sale', '%F0%9F%98%80', 'x'.repeat(500), "'--", `${path.slice(9)}x`]
    for (const address of guessed) {
      assert.equal((await open(lab.host, `/p/links/${address}`)).status, 404, address)
    }
    const other = lab.host.as('otherOwner')
    await assert.rejects(other.call(readSharing, { id: link.id }), refused('not_found'))
    const off = { id: link.id, isShared: false, showsTarget: false }
    await assert.rejects(other.call(changeSharing, off), refused('not_found'))
    assert.equal((await open(lab.host, path)).status, 200)
  })
})
