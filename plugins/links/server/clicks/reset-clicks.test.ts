import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createLink, listClicks, readLink, readStatistics, resetClicks } from '../../shared.ts'
import { refused } from '../testing/refused.ts'
import { openLinksLab } from '../testing/links-lab.ts'

const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

suite('a reset of the statistics of a link', () => {
  test('deletes its clicks of today and before, and those of no other link; the workspace keeps its totals', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const [link, other] = [
      await member.call(createLink, { url: 'https://www.example.com/', clickLimit: 9 }),
      await member.call(createLink, { url: 'https://www.example.com/other' }),
    ]
    const clicksOf = async (id: string) => (await member.call(readLink, { id })).clicks
    /** Visits both, and counts all visits so far. */
    const visit = async (total: number) => {
      for (const { shortUrl } of [link, other]) await lab.visit(shortUrl, { headers })
      await lab.countClicks()
      assert.equal(await clicksOf(link.id), total)
      assert.ok((await clicksOf(other.id)) >= total)
    }
    const range = () => {
      const to = new Date(lab.host.clock.now())
      return {
        from: new Date(to.getTime() - 86_400_000 * 3).toISOString().slice(0, 10),
        to: to.toISOString().slice(0, 10),
      }
    }
    const statistics = async (linkId?: string) =>
      await member.call(readStatistics, { ...range(), timeZone: 'UTC', ...(linkId !== undefined && { linkId }) })

    await visit(1)
    lab.host.clock.advance({ days: 1 })
    await member.signIn()
    await visit(2)
    await member.call(resetClicks, { id: link.id })
    await lab.host.settleJobs()

    assert.equal(await clicksOf(link.id), 0)
    const { clicks, visitors, facets } = await statistics(link.id)
    assert.deepEqual([clicks, visitors, facets.flatMap(({ values }) => values)], [0, 0, []])
    assert.deepEqual((await member.call(listClicks, { linkId: link.id })).items, [])
    assert.equal((await member.call(readLink, { id: link.id })).clicksUsed, 2)
    assert.deepEqual([await clicksOf(other.id), (await statistics(other.id)).clicks], [2, 2])
    assert.equal((await statistics()).clicks, 4)

    await visit(1)
    assert.equal((await statistics(link.id)).clicks, 1)
  })

  test('is one of a link of the workspace', async (context) => {
    const { host } = await openLinksLab(context)
    const { id } = await host.as('member').call(createLink, { url: 'https://www.example.com/' })
    await assert.rejects(host.as('otherOwner').call(resetClicks, { id }), refused('not_found'))
  })
})
