import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  changeLink,
  createFolder,
  createLink,
  createTag,
  deleteFolder,
  deleteTag,
  linkLimits,
  listFolders,
  listLinks,
  listTags,
  readLink,
  renameFolder,
  renameTag,
} from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/'
const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name)
const slugsOf = (items: readonly { readonly slug: string }[]) => items.map(({ slug }) => slug)

suite('tags', () => {
  test('are created with a link, once whatever their case, and follow its changes', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const link = await member.call(createLink, { url, tags: ['Sale', 'print', 'SALE'] })
    assert.deepEqual(link.tags, ['print', 'SALE'])
    const other = await member.call(createLink, { url, tags: ['sale'] })
    assert.deepEqual(other.tags, ['SALE'], 'as it was first written')
    assert.deepEqual(namesOf((await member.call(listTags)).items), ['print', 'SALE'])
    assert.deepEqual((await member.call(changeLink, { id: link.id, title: 'Kept' })).tags, ['print', 'SALE'])
    assert.deepEqual((await member.call(changeLink, { id: link.id, tags: ['new'] })).tags, ['new'])
    assert.deepEqual((await member.call(changeLink, { id: link.id, tags: [] })).tags, [])
  })

  test('filter by the whole name, and a wildcard is a character', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    for (const [slug, tag] of [
      ['one', '%'],
      ['two', '_'],
      ['three', 'autumn'],
      ['four', 'autumn 2026'],
    ] as const) {
      await member.call(createLink, { url, slug, tags: [tag] })
    }
    const found = async (tag: string) => slugsOf((await member.call(listLinks, { tag })).items)
    assert.deepEqual(await found('%'), ['one'])
    assert.deepEqual(await found('_'), ['two'])
    assert.deepEqual(await found('Autumn'), ['three'])
    assert.deepEqual(await found('aut%'), [])
    assert.deepEqual(await found(''), [])
  })

  test('pages of a tag follow each other, the newest link first', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    for (const slug of ['a', 'b', 'c', 'd', 'e']) await member.call(createLink, { url, slug, tags: ['all'] })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await member.call(listLinks, { tag: 'all', limit: 2, ...(cursor !== undefined && { cursor }) })
      seen.push(...slugsOf(page.items))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual(seen, ['e', 'd', 'c', 'b', 'a'])
  })

  test('are renamed on their links, and taken off them when they are deleted', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const link = await member.call(createLink, { url, tags: ['a', 'b'] })
    const { items } = await member.call(listTags)
    const [a, b] = items
    assert.ok(a !== undefined && b !== undefined)
    await member.call(renameTag, { id: a.id, name: 'A renamed' })
    await assert.rejects(member.call(renameTag, { id: a.id, name: 'B' }), refused('conflict', 'name'))
    assert.deepEqual((await member.call(readLink, { id: link.id })).tags, ['A renamed', 'b'])
    await member.call(deleteTag, { id: b.id })
    assert.deepEqual((await member.call(readLink, { id: link.id })).tags, ['A renamed'])
    await host.settleJobs()
    const again = await member.call(createTag, { name: 'b' })
    assert.notEqual(again.id, b.id)
    assert.deepEqual((await member.call(listLinks, { tag: 'b' })).items, [])
  })

  test('have limits: 20 of a link, 200 of a workspace, 50 characters of a name', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const many = Array.from({ length: linkLimits.tagsOfLink }, (_, at) => `tag ${at}`)
    const { id } = await member.call(createLink, { url, tags: many })
    const more = { id, tags: [...many, 'one more'] }
    await assert.rejects(member.call(changeLink, more), refused('invalid_input', 'tags'))
    for (const name of ['', ' ', 'x'.repeat(51), 'a,b', 'a|b', 'a\nb', '\u200b']) {
      await assert.rejects(member.call(createTag, { name }), refused('invalid_input', 'name'), JSON.stringify(name))
    }
    for (let at = 1; at < 10; at += 1) {
      await member.call(createLink, { url, tags: many.map((name) => `${name} of ${at}`) })
    }
    assert.equal((await member.call(listTags)).items.length, linkLimits.labels)
    await assert.rejects(member.call(createTag, { name: 'one more' }), refused('conflict', 'name'))
    await assert.rejects(member.call(createLink, { url, tags: ['one more'] }), refused('conflict', 'tags'))
    assert.equal((await member.call(listLinks, {})).items.length, 10, 'the refused link was not created')
  })

  test('with the same new name, two calls at once create one', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const links = await Promise.all(
      Array.from({ length: 8 }, () => member.call(createLink, { url, tags: ['at once', 'too'] })),
    )
    assert.equal((await member.call(listTags)).items.length, 2)
    for (const { tags } of links) assert.deepEqual(tags, ['at once', 'too'])
  })
})

suite('folders', () => {
  test('take links, filter them, and leave them when they are deleted', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const folder = await member.call(createFolder, { name: 'Newsletters' })
    await assert.rejects(member.call(createFolder, { name: 'newsletters' }), refused('conflict', 'name'))
    const { id } = await member.call(createLink, { url, slug: 'in', folderId: folder.id })
    await member.call(createLink, { url, slug: 'out' })
    assert.deepEqual(slugsOf((await member.call(listLinks, { folderId: folder.id })).items), ['in'])
    await member.call(renameFolder, { id: folder.id, name: 'Letters' })
    assert.deepEqual(namesOf((await member.call(listFolders)).items), ['Letters'])
    await member.call(deleteFolder, { id: folder.id })
    assert.equal((await member.call(readLink, { id })).folderId, null)
    await host.settleJobs()
    assert.deepEqual((await member.call(listLinks, { folderId: folder.id })).items, [])
    assert.equal((await member.call(listLinks, {})).items.length, 2)
  })

  test('of another workspace are not there', async (context) => {
    const { host } = await openLinksLab(context)
    const other = host.as('otherOwner')
    const folder = await other.call(createFolder, { name: 'Theirs' })
    await other.call(createLink, { url, tags: ['theirs'], folderId: folder.id })
    const [tag] = (await other.call(listTags)).items
    const member = host.as('member')
    await assert.rejects(member.call(createLink, { url, folderId: folder.id }), refused('not_found', 'folderId'))
    const { id } = await member.call(createLink, { url, tags: ['theirs'] })
    await assert.rejects(member.call(changeLink, { id, folderId: folder.id }), refused('not_found', 'folderId'))
    assert.ok(tag)
    await assert.rejects(member.call(renameFolder, { id: folder.id, name: 'Mine' }), refused('not_found'))
    await assert.rejects(member.call(deleteFolder, { id: folder.id }), refused('not_found'))
    await assert.rejects(member.call(renameTag, { id: tag.id, name: 'Mine' }), refused('not_found'))
    await assert.rejects(member.call(deleteTag, { id: tag.id }), refused('not_found'))
    assert.equal((await member.call(listLinks, { tag: 'theirs' })).items.length, 1)
    assert.deepEqual((await member.call(listLinks, { folderId: folder.id })).items, [])
  })
})

suite('an archived link', () => {
  test('redirects, and is listed where it is asked for', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const { id, shortUrl } = await member.call(createLink, { url, slug: 'old', tags: ['x'] })
    await member.call(createLink, { url, slug: 'current', tags: ['x'] })
    assert.equal((await member.call(changeLink, { id, isArchived: true })).isArchived, true)
    assert.equal((await visit(shortUrl)).location, url)
    for (const filter of [{}, { isArchived: false }, { tag: 'x' }]) {
      assert.deepEqual(slugsOf((await member.call(listLinks, filter)).items), ['current'], JSON.stringify(filter))
    }
    assert.deepEqual(slugsOf((await member.call(listLinks, { isArchived: true })).items), ['old'])
    assert.deepEqual(slugsOf((await member.call(listLinks, { isArchived: true, tag: 'x' })).items), ['old'])
  })
})
