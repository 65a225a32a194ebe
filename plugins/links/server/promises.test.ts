/** The promises of short links that people asked others for, each as one test. Their parts are tested beside their code. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { DeclaredSettings } from '@host/plugin'
import { testPlans } from '@host/testing'
import {
  addHost,
  changeLink,
  changeRules,
  createLink,
  deleteLink,
  listClicks,
  listInstanceLinks,
  listLinks,
  readLink,
  readStatistics,
  type LinkRule,
} from '../shared.ts'
import { campaignOf } from './clicks/campaign.ts'
import { openAbuseLab } from './testing/abuse-lab.ts'
import { formOf, openLinksLab, sharedHost, type LinksLab } from './testing/links-lab.ts'

const url = 'https://www.example.com/'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}
const unsafe = [
  'javascript:alert(1)',
  'ftp://files.example.com/',
  'data:text/html,hi',
  '//www.example.com',
  'mailto:a@b.example',
]

/** The clicks of a link, at least as many as expected. */
async function counted({ host, countClicks }: LinksLab, linkId: string, expected: number) {
  await countClicks()
  const { items } = await host.as('member').call(listClicks, { linkId, limit: 100 })
  assert.ok(items.length >= expected, 'The clicks are not counted.')
  return items
}

suite('short links', () => {
  test('only http(s) for target, fallback and every rule; titles are fetched by the safe client with a cap', async (context) => {
    const lab = await openAbuseLab(context)
    const member = lab.host.as('member')
    for (const wrong of unsafe) {
      assert.equal((await member.post('/api/x/links/links', { url: wrong })).status, 400, wrong)
      assert.equal((await member.post('/api/x/links/links', { url, expiredUrl: wrong })).status, 400, wrong)
      const rules = [
        { url, conditions: [{ on: 'device', values: ['tv'] }] },
        { url: wrong, conditions: [{ on: 'device', values: ['phone'] }] },
      ]
      const answer = await member.put(`/api/x/links/links/${lab.link.id}/rules`, { rules })
      assert.equal(answer.status, 400, wrong)
    }
    let visits = 0
    const inside = createServer((_request, response) => response.end(`<title>Inside ${(visits += 1)}</title>`))
    inside.listen(0, '127.0.0.1')
    await once(inside, 'listening')
    context.after(() => void inside.close())
    const place = { kind: 'workspace', orgId: lab.host.workspaces.here } as const
    const settings = lab.host.service(DeclaredSettings)
    await settings.save('links', place, { fetchTitles: true, checkTargets: false })
    const { port } = inside.address() as AddressInfo
    const { id } = await member.call(createLink, { url: `http://127.0.0.1:${port}/` })
    await lab.pass(1)
    assert.deepEqual([visits, (await member.call(readLink, { id })).title], [0, ''])
  })

  test('a password is asked on every visit, hashed, throttled, never in an address; clicks belong to the workspace of the link', async (context) => {
    const lab = await openLinksLab(context)
    const [member, other] = [lab.host.as('member'), lab.host.as('otherOwner')]
    const link = await member.call(createLink, { url, password: 'open sesame' })
    assert.doesNotMatch(JSON.stringify(link), /sesame|argon/)
    const send = (password: string) => lab.visit(link.shortUrl, formOf({ password }, firefox))
    for (let round = 0; round < 2; round += 1) {
      assert.equal((await lab.visit(`${link.shortUrl}?password=open+sesame`, { headers: firefox })).status, 200)
      assert.equal((await send('open sesame')).location, url)
    }
    const wrong: number[] = []
    for (let tries = 0; tries < 6; tries += 1) wrong.push((await send('wrong')).status)
    assert.deepEqual(wrong, [403, 403, 403, 403, 403, 429])
    assert.equal((await counted(lab, link.id, 2)).length, 2)
    assert.deepEqual((await other.call(listClicks, {})).items, [])
  })

  test('edit, disable, limit, expiry and delete act on the next visit; a limit is exact; a link created disabled stays so', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { id, shortUrl } = await member.call(createLink, { url })
    const next = async () => (await lab.visit(shortUrl, { headers: firefox })).status
    assert.equal(await next(), 302)
    await member.call(changeLink, { id, redirect: 307 })
    assert.equal(await next(), 307)
    await member.call(changeLink, { id, isEnabled: false })
    assert.equal(await next(), 404)
    await member.call(changeLink, { id, isEnabled: true, clickLimit: 1 })
    const statuses = await Promise.all(Array.from({ length: 50 }, next))
    assert.deepEqual([statuses.filter((status) => status === 307).length, await next()], [1, 410])
    await member.call(changeLink, { id, clickLimit: null, expiresAt: new Date(lab.host.clock.now() - 1).toISOString() })
    assert.equal(await next(), 410)
    await member.call(deleteLink, { id })
    assert.equal(await next(), 404)
    const off = await member.call(createLink, { url, isEnabled: false })
    assert.deepEqual([off.isEnabled, (await lab.visit(off.shortUrl)).status], [false, 404])
  })

  test('rules are saved; an unknown value never matches; what comes first beats a share, which a visitor keeps', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { id, shortUrl } = await member.call(createLink, { url })
    const rules: LinkRule[] = [
      { url: `${url}country`, conditions: [{ on: 'country', values: ['DE'] }] },
      { url: `${url}phone`, conditions: [{ on: 'device', values: ['phone'] }] },
      { url: `${url}share`, conditions: [{ on: 'share', percent: 50 }] },
    ]
    await member.call(changeRules, { id, rules })
    const follow = async (headers: Record<string, string>) => (await lab.visit(shortUrl, { headers })).location
    assert.equal(await follow(phone), `${url}phone`)
    const led = new Set<string | undefined>()
    for (let visitor = 0; visitor < 40; visitor += 1) {
      const headers = { 'user-agent': `${firefox['user-agent']} ${visitor}` }
      const first = await follow(headers)
      assert.equal(await follow(headers), first)
      led.add(first)
    }
    assert.deepEqual(led, new Set([url, `${url}share`]), 'the rest is a control')
    const tooMuch = [{ url, conditions: [{ on: 'share', percent: 101 }] }]
    assert.equal((await member.put(`/api/x/links/links/${id}/rules`, { rules: tooMuch })).status, 400)
  })

  test('an own host beats the shared one; an unproved or foreign host serves nothing, and no link host the dashboard', async (context) => {
    const lab = await openLinksLab(context)
    const [admin, other] = [lab.host.as('admin'), lab.host.as('otherOwner')]
    await lab.host.proveHost('example.com')
    await admin.call(addHost, { host: 'go.example.com', isCaseSensitive: false })
    await admin.call(createLink, { url: `${url}own`, slug: 'sale', host: 'go.example.com' })
    await other.call(createLink, { url: `${url}shared`, slug: 'sale', host: sharedHost })
    assert.equal((await lab.visit('http://go.example.com/sale')).location, `${url}own`)
    assert.equal((await lab.visit(`http://${sharedHost}/sale`)).location, `${url}shared`)
    assert.equal((await other.post('/api/x/links/links', { url, host: 'go.example.com' })).status, 400)
    await other.call(addHost, { host: 'go.example.com', isCaseSensitive: false })
    await other.call(createLink, { url: `${url}stolen`, slug: 'mine', host: 'go.example.com' })
    for (const address of [
      'go.example.com/mine',
      'unknown.example.net/sale',
      `${sharedHost}/admin`,
      'go.example.com/login',
    ]) {
      assert.equal((await lab.visit(`http://${address}`)).status, 404, address)
    }
    for (const slug of ['favicon.ico', 'robots.txt', '.report']) {
      assert.equal((await admin.post('/api/x/links/links', { url, slug })).status, 400, slug)
    }
    const { shortUrl } = await admin.call(createLink, { url, slug: 'robots.txt-explained', host: sharedHost })
    assert.equal((await lab.visit(shortUrl)).location, url)
  })

  test('robots and empty programs are no visitors; addresses are cut before they are stored, and UTM at 128', async (context) => {
    const lab = await openLinksLab(context)
    const { id, shortUrl } = await lab.host.as('member').call(createLink, { url })
    for (const agent of ['Googlebot/2.1', '', firefox['user-agent']]) {
      assert.equal((await lab.visit(shortUrl, { headers: { 'user-agent': agent } })).status, 302)
    }
    const clicks = await counted(lab, id, 3)
    assert.doesNotMatch(JSON.stringify(clicks), /127\.0\.0/)
    const day = new Date(lab.host.clock.now()).toISOString().slice(0, 10)
    const sums = await lab.host.as('member').call(readStatistics, { from: day, to: day, timeZone: 'UTC', linkId: id })
    assert.deepEqual([sums.clicks, sums.visitors, sums.robots], [1, 1, 2])
    assert.equal(campaignOf(`${url}?utm_source=${'x'.repeat(300)}`).source.length, 128)
  })

  test('a used-up plan still redirects; creation answers 429 and 402, and writes nothing; reports find disabled links too', async (context) => {
    let limit = 2
    const planned = await openLinksLab(context, {}, [testPlans({ limitOf: () => limit })])
    const member = planned.host.as('member')
    const link = await member.call(createLink, { url })
    limit = 1
    assert.equal((await member.post('/api/x/links/links', { url })).status, 429)
    limit = 0
    assert.equal((await member.post('/api/x/links/links', { url })).status, 402)
    assert.equal((await planned.visit(link.shortUrl)).location, url)
    assert.equal((await member.call(listLinks, {})).items.length, 1)

    const abused = await openAbuseLab(context)
    await abused.report()
    await abused.host.as('member').call(changeLink, { id: abused.link.id, isEnabled: false })
    const { items } = await abused.host.as('instanceAdmin').call(listInstanceLinks, { targetHost: 'evil.example' })
    assert.deepEqual(
      items.map(({ id }) => id),
      [abused.link.id],
    )
    assert.equal((await abused.host.as('owner').get('/api/instance/links/links')).status, 403)
  })

  test('a tag is found as a whole and without wildcards; deleting a link removes its own clicks alone', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const [one, other] = [
      await member.call(createLink, { url, tags: ['sale', '50%'] }),
      await member.call(createLink, { url, tags: ['sales', '50 percent'] }),
    ]
    const tagged = async (tag: string) => (await member.call(listLinks, { tag })).items.map(({ id }) => id)
    assert.deepEqual(await tagged('sale'), [one.id])
    assert.deepEqual(await tagged('50%'), [one.id])
    for (const wildcard of ['%', 's_le', 'sal%', '']) assert.deepEqual(await tagged(wildcard), [], wildcard)
    for (const { shortUrl } of [one, other]) await lab.visit(shortUrl, { headers: firefox })
    await counted(lab, one.id, 1)
    await counted(lab, other.id, 1)
    await member.call(deleteLink, { id: one.id })
    await lab.host.settleJobs()
    assert.deepEqual((await member.call(listClicks, { linkId: one.id })).items, [])
    assert.equal((await member.call(listClicks, { linkId: other.id })).items.length, 1)
  })
})
