import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Problem } from '@host/plugin'
import type { ProblemBody } from '@host/plugin/wire'
import { createTestHost, type TestHost, testPlans } from '@host/testing'
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

  async function openPlan(limitOf: () => number) {
    const environment = { HOST_PUBLIC_URL: 'http://host.test', HOST_SHARED_HOST: sharedHost }
    return await createTestHost({ plugins: [plugin, testPlans({ limitOf })], environment })
  }

  const linksOf = async (host: TestHost) => (await host.as('member').call(listLinks, { limit: 100 })).items

  test('that is used up answers 429, and one without links 402; nothing is written', async () => {
    let limit = 1
    await using host = await openPlan(() => limit)
    const member = host.as('member')
    await member.call(createLink, wanted)
    const problem = async () => {
      const answer = await member.post('/api/x/links/links', wanted)
      const { code, facts } = (await answer.json()) as Pick<ProblemBody, 'code' | 'facts'>
      return { status: answer.status, code, facts }
    }
    const plans = { plan: 'basic', plans: ['plus'] }
    assert.deepEqual(await problem(), {
      status: 429,
      code: 'quota_exceeded',
      facts: { meter: 'links', limit: 1, used: 1, ...plans },
    })
    limit = 0
    assert.deepEqual(await problem(), { status: 402, code: 'tier_required', facts: { feature: 'links', ...plans } })
    assert.equal((await linksOf(host)).length, 1)
  })

  test('with room lets links be created', async () => {
    await using host = await openPlan(() => 2)
    await host.as('member').call(createLink, wanted)
    await host.as('member').call(createLink, wanted)
    assert.equal((await host.as('member').post('/api/x/links/links', wanted)).status, 429)
    assert.equal((await linksOf(host)).length, 2)
  })

  test('is never exceeded by links that are created at once, one by one, in bulk or by an import', async () => {
    await using host = await openPlan(() => 12)
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
    await using host = await openPlan(() => 2)
    const member = host.as('member')
    const rows = Array.from({ length: 4 }, (_, at) => `i${at},${wanted.url}`)
    const { id, mapping } = await member.call(createImport, { name: 'a.csv', text: `slug,url\n${rows.join('\n')}` })
    await member.call(runImport, { id, mapping, dryRun: false })
    await host.settleJobs()
    const { report } = await member.call(readImport, { id })
    assert.deepEqual(
      report?.lines.map(({ line, outcome, message }) => [line, outcome, message]),
      [4, 5].map((line) => [line, 'invalid', 'Short links: 0 of 2 are in use.']),
    )
    assert.deepEqual((await linksOf(host)).map(({ slug }) => slug).toSorted(), ['i0', 'i1'])
  })
})
