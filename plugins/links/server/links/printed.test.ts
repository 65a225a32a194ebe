import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { changeLink, createLink, deleteLink, linkLimits, markPrinted, readLink } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/'
const taken = (error: unknown) => error instanceof TestCallError && error.problem?.code === 'conflict'

suite('printed links', () => {
  test('the address of a link whose code was downloaded is never given again, in no workspace', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const link = await member.call(createLink, { url, slug: 'poster' })
    assert.equal(link.printedAt, null)
    const { printedAt } = await member.call(markPrinted, { id: link.id })
    assert.equal(typeof printedAt, 'string')
    assert.equal((await member.call(markPrinted, { id: link.id })).printedAt, printedAt, 'the first time counts')
    await member.call(deleteLink, { id: link.id })
    assert.equal((await visit(link.shortUrl)).status, 404)
    await assert.rejects(member.call(createLink, { url, slug: 'poster' }), taken)
    await assert.rejects(host.as('otherOwner').call(createLink, { url, slug: 'Poster' }), taken)
    const other = await member.call(createLink, { url, slug: 'leaflet' })
    await assert.rejects(member.call(changeLink, { id: other.id, slug: 'poster' }), taken)
    assert.equal((await member.call(readLink, { id: other.id })).slug, 'leaflet')
  })

  test('the former address of a renamed one is kept as well, and others are free again', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const printed = await member.call(createLink, { url, slug: 'printed' })
    const plain = await member.call(createLink, { url, slug: 'plain' })
    await member.call(markPrinted, { id: printed.id })
    await member.call(changeLink, { id: printed.id, slug: 'renamed' })
    await assert.rejects(member.call(createLink, { url, slug: 'printed' }), taken)
    await member.call(changeLink, { id: printed.id, slug: 'printed' })
    assert.equal((await member.call(readLink, { id: printed.id })).slug, 'printed', 'it may take its own again')
    await member.call(deleteLink, { id: plain.id })
    assert.equal((await member.call(createLink, { url, slug: 'plain' })).slug, 'plain')
  })

  test('give up a limited number of addresses, and are deleted beyond it as well', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'links-'))
    const { host } = await openLinksLab(context, { HOST_DATABASE_URL: join(folder, 'host.db') })
    context.after(() => rm(folder, { recursive: true }))
    const member = host.as('member')
    const link = await member.call(createLink, { url, slug: 'first' })
    const other = await member.call(createLink, { url, slug: 'other' })
    const plain = await member.call(createLink, { url, slug: 'plain' })
    for (const { id } of [link, other]) await member.call(markPrinted, { id })
    retireMany(join(folder, 'host.db'), host.workspaces.here, linkLimits.retired - 1)
    await member.call(changeLink, { id: link.id, slug: 'second' })
    await assert.rejects(member.call(changeLink, { id: link.id, slug: 'third' }), refused('conflict'))
    await assert.rejects(member.call(markPrinted, { id: plain.id }), refused('conflict'))
    await member.call(changeLink, { id: link.id, slug: 'first' })
    await member.call(changeLink, { id: plain.id, slug: 'third' })
    await member.call(deleteLink, { id: other.id })
    await assert.rejects(member.call(createLink, { url, slug: 'other' }), taken)
  })
})

/** Stores addresses that printed links had. */
function retireMany(path: string, orgId: string, count: number): void {
  using database = new DatabaseSync(path)
  const insert = database.prepare(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO links_retired (id, org_id, index_key, link_id, retired_at)
     SELECT 'linkretired_' || n, ?, '/retired-' || n, '', '2026-01-01T00:00:00.000Z' FROM numbers`,
  )
  insert.run(count, orgId)
}
