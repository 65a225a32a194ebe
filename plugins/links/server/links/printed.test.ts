import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { changeLink, createLink, deleteLink, markPrinted, readLink } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

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
})
