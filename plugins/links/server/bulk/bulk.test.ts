import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import type { TestHost } from '@host/testing'
import {
  changeLinks,
  createFolder,
  createLink,
  createLinks,
  deleteLinks,
  linkLimits,
  listLinks,
  listTags,
  markPrinted,
  readLink,
} from '../../shared.ts'
import { eventWitness } from '../testing/event-witness.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/'
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `${url}${at}`, slug: `bulk-${at}` }))

suite('creating many links', () => {
  test('creates all, in their order, with an event of each and one audit entry', async (context) => {
    const witness = eventWitness()
    const { host, visit } = await openLinksLab(context, {}, [witness.plugin])
    const { items } = await host.as('member').call(createLinks, { links: many(linkLimits.createdAtOnce) })
    assert.deepEqual(
      items.map(({ slug }) => slug),
      many(100).map(({ slug }) => slug),
    )
    assert.equal((await visit(items[99]?.shortUrl ?? '')).location, `${url}99`)
    const entries = await audited(host, 'link.created_in_bulk')
    assert.deepEqual(
      entries.map((entry) => entry['links']),
      [100],
    )
    await host.settleJobs()
    assert.deepEqual(
      witness.names,
      Array.from({ length: 100 }, () => 'link.created'),
    )
  })

  test('creates none where one is wrong, and names its place', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const links = many(5)
    const wrong = links.with(3, { url: 'javascript:alert(1)', slug: 'wrong' })
    await assert.rejects(member.call(createLinks, { links: wrong }), refused('invalid_input', 'links.3.url'))
    const twice = links.with(4, { url, slug: 'BULK-1' })
    await assert.rejects(member.call(createLinks, { links: twice }), refused('conflict', 'links.4.slug'))
    const tooMany = many(linkLimits.createdAtOnce + 1)
    await assert.rejects(member.call(createLinks, { links: tooMany }), refused('invalid_input', 'links'))
    await assert.rejects(member.call(createLinks, { links: [] }), refused('invalid_input', 'links'))
    const unknown = links.map((link) => ({ ...link, folderId: 'linkfolder_none' }))
    await assert.rejects(member.call(createLinks, { links: unknown }), refused('not_found', 'links.0.folderId'))
    assert.deepEqual((await member.call(listLinks, {})).items, [])
    assert.deepEqual((await member.call(listTags)).items, [])
  })
})

suite('changing many links', () => {
  test('acts on the next visit of each, and audits once', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const { items } = await member.call(createLinks, { links: many(3) })
    const ids = items.map(({ id }) => id)
    for (const { shortUrl } of items) assert.equal((await visit(shortUrl)).status, 302)
    assert.deepEqual(await member.call(changeLinks, { ids: [...ids, ids[0] ?? ''], isEnabled: false }), { changed: 3 })
    for (const { shortUrl } of items) assert.equal((await visit(shortUrl)).status, 404)
    const folder = await member.call(createFolder, { name: 'All' })
    const expiresAt = '2040-01-01T00:00:00.000Z'
    const change = { isEnabled: true, isArchived: true, folderId: folder.id, expiresAt, addTags: ['a', 'b'] }
    await member.call(changeLinks, { ids, ...change })
    await member.call(changeLinks, { ids, removeTags: ['A', 'unknown'] })
    for (const id of ids) {
      const link = await member.call(readLink, { id })
      assert.deepEqual([link.isEnabled, link.isArchived, link.folderId], [true, true, folder.id])
      assert.deepEqual([link.tags, link.expiresAt], [['b'], expiresAt])
    }
    assert.equal((await visit(items[0]?.shortUrl ?? '')).status, 302)
    const [, , first] = await audited(host, 'link.updated_in_bulk')
    assert.deepEqual([first?.['links'], first?.['isEnabled']], [3, false])
  })

  test('changes none where one is not there, or of another workspace', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const { id } = await member.call(createLink, { url })
    const foreign = await host.as('otherOwner').call(createLink, { url })
    const ids = [id, foreign.id]
    await assert.rejects(member.call(changeLinks, { ids, isEnabled: false }), refused('not_found', 'ids.1'))
    await assert.rejects(member.call(deleteLinks, { ids }), refused('not_found', 'ids.1'))
    assert.equal((await member.call(readLink, { id })).isEnabled, true)
    const tooMany = Array.from({ length: linkLimits.changedAtOnce + 1 }, () => id)
    await assert.rejects(member.call(changeLinks, { ids: tooMany }), refused('invalid_input', 'ids'))
    await assert.rejects(member.call(deleteLinks, { ids: tooMany }), refused('invalid_input', 'ids'))
    await assert.rejects(member.call(deleteLinks, { ids: [] }), refused('invalid_input', 'ids'))
  })

  test('refuses an expiry before the start of one, and names it', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const plain = await member.call(createLink, { url })
    const later = await member.call(createLink, { url, startsAt: '2041-01-01T00:00:00.000Z' })
    const change = { ids: [plain.id, later.id], expiresAt: '2040-01-01T00:00:00.000Z' }
    await assert.rejects(member.call(changeLinks, change), refused('invalid_input', 'ids.1'))
    assert.equal((await member.call(readLink, { id: plain.id })).expiresAt, null)
  })

  test('of 500 takes one call, and so does their deletion', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const ids: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const links = many(100).map((link) => ({ ...link, slug: `${link.slug}-${turn}` }))
      ids.push(...(await member.call(createLinks, { links })).items.map(({ id }) => id))
    }
    const change = { ids, isArchived: true, addTags: ['one', 'two', 'three'], removeTags: ['four'] }
    assert.deepEqual(await member.call(changeLinks, change), { changed: 500 })
    const [printed = ''] = ids
    const { shortUrl, slug } = await member.call(markPrinted, { id: printed })
    assert.deepEqual(await member.call(deleteLinks, { ids }), { deleted: 500 })
    assert.deepEqual((await member.call(listLinks, { isArchived: true })).items, [])
    assert.equal((await visit(shortUrl)).status, 404)
    await assert.rejects(member.call(createLink, { url, slug }), refused('conflict', 'slug'))
    const entries = await audited(host, 'link.deleted_in_bulk')
    assert.deepEqual(
      entries.map((entry) => entry['links']),
      [500],
    )
  })
})

/** The details of audit entries of an action, the latest first. */
async function audited(host: TestHost, action: string) {
  const { items } = await host.service(AuditLog).list(host.workspaces.here, { limit: 10, action })
  return items.map(({ after }) => after ?? {})
}
