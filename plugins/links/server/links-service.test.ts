import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, Entitlements, Problem } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import {
  changeLink,
  createImport,
  createLink,
  createLinks,
  listClicks,
  listLinks,
  readImport,
  runImport,
} from '../shared.ts'
import { plugin } from './index.ts'
import { LinkCreation, LinkResolution } from './links-service.ts'
import { openLinksLab, sharedHost } from './testing/links-lab.ts'

suite('links for other plugins', () => {
  test('are created in a workspace as its members create them', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const [orgId, userId] = [host.workspaces.here, host.userIds.member]
    const links = host.service(LinkCreation)
    const { id, shortUrl } = await links.create(orgId, { url: 'https://www.example.com/a?b', slug: 'other', userId })
    assert.equal((await visit(shortUrl)).location, 'https://www.example.com/a?b')
    assert.deepEqual(
      (await member.call(listLinks, {})).items.map((link) => link.id),
      [id],
    )
    await assert.rejects(links.create(orgId, { url: 'ftp://files.example.com', userId }), Problem)
    await assert.rejects(links.create(orgId, { url: 'https://www.example.com', slug: 'other', userId }), Problem)
  })

  test('have the fields that members may give them', async (context) => {
    const { host } = await openLinksLab(context)
    const links = host.service(LinkCreation)
    const url = 'https://www.example.com/'
    for (const [field, wanted] of [
      ['slug', { url, slug: 'robots.txt' }],
      ['slug', { url, slug: 'a b?x#y' }],
      ['title', { url, title: 'x'.repeat(201) }],
      ['url', { url: '' }],
    ] as const) {
      const created = links.create(host.workspaces.here, { ...wanted, userId: host.userIds.member })
      await assert.rejects(created, (error) => error instanceof Problem && error.options.errors?.[0]?.path === field)
    }
    assert.deepEqual((await host.as('member').call(listLinks, {})).items, [])
  })

  test('are resolved within their workspace, and a look counts nothing', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const { here: orgId, there: otherOrg } = host.workspaces
    const url = 'https://www.example.com/ä'
    const link = await member.call(createLink, { url, slug: 'sale', clickLimit: 1 })
    const { resolve } = host.service(LinkResolution)
    assert.deepEqual(await resolve(orgId, link.shortUrl), { linkId: link.id, url, isActive: true })
    assert.equal(await resolve(otherOrg, link.shortUrl), undefined)
    for (const address of ['', 'not an address', `http://${sharedHost}/none`, 'https://www.example.com/sale']) {
      assert.equal(await resolve(orgId, address), undefined, address)
    }
    await member.call(changeLink, { id: link.id, isEnabled: false })
    assert.equal((await resolve(orgId, link.shortUrl))?.isActive, false)
    const { items } = await member.call(listLinks, {})
    assert.equal(items[0]?.clicksUsed, 0)
    assert.deepEqual((await member.call(listClicks, {})).items, [])
  })
})

suite('a plan', () => {
  const wanted = { url: 'https://www.example.com/' }

  async function openPlan(remaining: () => Promise<number | undefined>) {
    const plans = definePlugin({
      name: 'plans',
      info: { title: 'Plans', description: 'Plans', icon: 'box', category: 'Plans', api: '^1' },
      models: [],
      mount: (_, ctx) => ctx.provide(Entitlements, { hasTier: async () => true, remaining }),
    })
    const environment = { HOST_PUBLIC_URL: 'http://host.test', HOST_SHARED_HOST: sharedHost }
    return await createTestHost({ plugins: [plugin, plans], environment })
  }

  const linksOf = async (host: TestHost) => (await host.as('member').call(listLinks, { limit: 100 })).items

  /** A plan that counts the links that are stored. */
  async function openLimited(most: number) {
    const opened: TestHost[] = []
    const host = await openPlan(async () => most - (await Promise.all(opened.map(linksOf))).flat().length)
    opened.push(host)
    return host
  }

  test('that is used up answers 429, and one without links 402; nothing is written', async () => {
    for (const [remaining, status, code] of [
      [async () => 0, 429, 'quota_exceeded'],
      [() => Promise.reject(new Problem('tier_required')), 402, 'tier_required'],
    ] as const) {
      await using host = await openPlan(remaining)
      const answer = await host.as('member').post('/api/x/links/links', wanted)
      assert.equal(answer.status, status)
      assert.equal(((await answer.json()) as { code: string }).code, code)
      assert.deepEqual((await host.as('member').call(listLinks, {})).items, [])
    }
  })

  test('with room lets links be created', async () => {
    let left = 1
    await using host = await openPlan(async () => left)
    await host.as('member').call(createLink, wanted)
    left = 0
    assert.equal((await host.as('member').post('/api/x/links/links', wanted)).status, 429)
    assert.equal((await host.as('member').call(listLinks, {})).items.length, 1)
  })

  test('is never exceeded by links that are created at once, one by one, in bulk or by an import', async () => {
    await using host = await openLimited(12)
    const member = host.as('member')
    const rows = Array.from({ length: 6 }, (_, at) => `i${at},${wanted.url}`)
    const { id, mapping } = await member.call(createImport, { name: 'a.csv', text: `slug,url\n${rows.join('\n')}` })
    await Promise.allSettled([
      ...Array.from({ length: 6 }, () => member.call(createLink, wanted)),
      ...Array.from({ length: 4 }, () => member.call(createLinks, { links: [wanted, wanted] })),
      member.call(runImport, { id, mapping, dryRun: false }),
    ])
    await host.settleJobs()
    assert.equal((await linksOf(host)).length, 12)
  })

  test('without room for all lines of an import stores the first ones, and reports the others', async () => {
    await using host = await openLimited(2)
    const member = host.as('member')
    const rows = Array.from({ length: 4 }, (_, at) => `i${at},${wanted.url}`)
    const { id, mapping } = await member.call(createImport, { name: 'a.csv', text: `slug,url\n${rows.join('\n')}` })
    await member.call(runImport, { id, mapping, dryRun: false })
    await host.settleJobs()
    const { report } = await member.call(readImport, { id })
    assert.deepEqual(
      report?.lines.map(({ line, outcome, message }) => [line, outcome, message]),
      [4, 5].map((line) => [line, 'invalid', 'The plan allows 0 more links.']),
    )
    assert.deepEqual((await linksOf(host)).map(({ slug }) => slug).toSorted(), ['i0', 'i1'])
  })
})
