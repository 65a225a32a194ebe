import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { createLink, deleteLink, listClicks, listTopLinks, type Link } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

suite('the most visited links', () => {
  test('are five, the most clicked first, of these days and this workspace', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const links: Link[] = []
    for (let clicks = 0; clicks < 7; clicks += 1) {
      const link = await member.call(createLink, { url: 'https://www.example.com/', slug: `s${clicks}` })
      links.push(link)
      for (let turn = 0; turn < clicks; turn += 1) await lab.visit(link.shortUrl, { headers: firefox })
    }
    await lab.visit(links[0]?.shortUrl ?? '', { headers: { 'user-agent': 'curl/8' } })
    await lab.countClicks()
    assert.equal((await member.call(listClicks, { limit: 100 })).items.length, 22)
    const today = new Date(lab.host.clock.now()).toISOString().slice(0, 10)
    const range = { from: today, to: today, timeZone: 'UTC' }
    const shown = async () => (await member.call(listTopLinks, range)).items.map(({ name, clicks }) => [name, clicks])
    const expected = [6, 5, 4, 3, 2].map((clicks) => [`go.host.test/s${clicks}`, clicks])
    assert.deepEqual(await shown(), expected)
    assert.deepEqual((await lab.host.as('otherOwner').call(listTopLinks, range)).items, [])
    const before = { ...range, from: '2020-01-01', to: '2020-01-07' }
    assert.deepEqual((await member.call(listTopLinks, before)).items, [])
    await member.call(deleteLink, { id: links[6]?.id ?? '' })
    await lab.host.settleJobs()
    assert.deepEqual((await shown())[0], expected[1])
  })

  test('refuse other days and time zones', async (context) => {
    const { host } = await openLinksLab(context)
    for (const range of [
      { from: '2026-02-02', to: '2026-02-01' },
      { from: '2020-01-01', to: '2026-01-01' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-02-01', to: '2026-02-01', timeZone: 'Nowhere/Else' },
    ]) {
      const refused = (error: unknown) => error instanceof TestCallError && error.status === 400
      await assert.rejects(host.as('member').call(listTopLinks, range), refused, JSON.stringify(range))
    }
  })
})
