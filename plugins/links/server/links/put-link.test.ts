import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addHost, changeLink, createLink, deleteLink, linkLimits, listLinks, putLink, readLink } from '../../shared.ts'
import { openLinksLab, sharedHost } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/'

suite('a link with an external ID', () => {
  test('is created once and changed then, and fields that are left out stay', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const created = await member.call(putLink, { externalId: 'order/17 ü', url, title: 'First', tags: ['a'] })
    assert.equal(created.externalId, 'order/17 ü')
    assert.equal((await visit(created.shortUrl)).location, url)
    const changed = await member.call(putLink, { externalId: 'order/17 ü', url: `${url}2`, slug: 'named' })
    assert.deepEqual([changed.id, changed.title, changed.tags], [created.id, 'First', ['a']])
    assert.equal((await visit(created.shortUrl)).status, 404)
    assert.equal((await visit(changed.shortUrl)).location, `${url}2`)
    await member.call(deleteLink, { id: created.id })
    assert.notEqual((await member.call(putLink, { externalId: 'order/17 ü', url })).id, created.id)
  })

  test('is one, however many calls at once create and change it', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, at) => member.call(putLink, { externalId: 'once', url: `${url}${at}` })),
    )
    assert.equal(new Set(links.map(({ id }) => id)).size, 1)
    assert.equal((await member.call(listLinks, {})).items.length, 1)
  })

  test('has it alone in its workspace, and can give it up', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const { id } = await member.call(createLink, { url, externalId: 'x' })
    await host.as('otherOwner').call(createLink, { url, externalId: 'x' })
    await assert.rejects(member.call(createLink, { url, externalId: 'x' }), refused('conflict', 'externalId'))
    const other = await member.call(createLink, { url })
    const taken = member.call(changeLink, { id: other.id, externalId: 'x' })
    await assert.rejects(taken, refused('conflict', 'externalId'))
    await member.call(changeLink, { id, externalId: null })
    await member.call(changeLink, { id: other.id, externalId: 'x' })
    assert.equal((await member.call(readLink, { id })).externalId, null)
  })

  test('is found by it alone, whatever wildcards it has, also when it is archived', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const { id } = await member.call(createLink, { url, externalId: 'a%', isArchived: true })
    await member.call(createLink, { url, externalId: 'ab' })
    const found = async (externalId: string) =>
      (await member.call(listLinks, { externalId })).items.map((link) => link.id)
    assert.deepEqual(await found('a%'), [id])
    assert.deepEqual(await found('a_'), [])
  })

  test('keeps its host, and its ID has a form', async (context) => {
    const { host } = await openLinksLab(context)
    await host.proveHost('example.com')
    await host.as('admin').call(addHost, { host: 'go.example.com', isCaseSensitive: false })
    const member = host.as('member')
    await member.call(putLink, { externalId: 'x', url })
    await member.call(putLink, { externalId: 'x', url, host: 'go.example.com' })
    const moved = member.call(putLink, { externalId: 'x', url, host: sharedHost })
    await assert.rejects(moved, refused('invalid_input', 'host'))
    for (const externalId of [' x', 'x'.repeat(linkLimits.externalId + 1)]) {
      await assert.rejects(member.call(putLink, { externalId, url }), refused('invalid_input', 'externalId'))
    }
    await assert.rejects(member.call(putLink, { externalId: 'y', url: 'ftp://x' }), refused('invalid_input', 'url'))
    await member.call(createLink, { url, slug: 'taken' })
    const slug = member.call(putLink, { externalId: 'y', url, slug: 'taken' })
    await assert.rejects(slug, refused('conflict', 'slug'))
  })
})
