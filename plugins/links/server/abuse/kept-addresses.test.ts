import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  changeLink,
  changeSharing,
  createLink,
  deleteLink,
  deleteLinks,
  listReports,
  quarantineLink,
} from '../../shared.ts'
import { harmful, openAbuseLab } from '../testing/abuse-lab.ts'
import { refused } from '../testing/refused.ts'

suite('a quarantined link', () => {
  for (const way of ['delete', 'bulk', 'rename'] as const) {
    test(`keeps its address from every new link after a ${way}`, async (context) => {
      const { host, visit, link } = await openAbuseLab(context)
      const member = host.as('member')
      await host.as('instanceAdmin').call(quarantineLink, { id: link.id, reason: 'phishing' })
      if (way === 'delete') await member.call(deleteLink, { id: link.id })
      if (way === 'bulk') await member.call(deleteLinks, { ids: [link.id] })
      if (way === 'rename') await member.call(changeLink, { id: link.id, slug: 'moved' })
      await assert.rejects(member.call(createLink, { url: harmful, slug: 'bait' }), refused('conflict', 'slug'))
      await assert.rejects(host.as('otherOwner').call(createLink, { url: harmful, slug: 'Bait' }), refused('conflict'))
      assert.equal((await visit(link.shortUrl)).status, 404)
    })
  }

  test('takes no reports, and its shared statistics no longer name its target', async (context) => {
    const { host, visit, link, report } = await openAbuseLab(context)
    const shared = await host.as('member').call(changeSharing, { id: link.id, isShared: true, showsTarget: true })
    const page = async () => (await visit(`http://host.test${shared.path ?? ''}`)).body
    assert.match(await page(), /evil\.example/)
    await host.as('instanceAdmin').call(quarantineLink, { id: link.id, reason: 'legal' })
    assert.doesNotMatch(await page(), /evil\.example/)
    assert.equal((await report()).status, 451)
    assert.deepEqual((await host.as('instanceAdmin').call(listReports, {})).items, [])
  })
})

test('at most 50 reports of a link wait for a decision', async (context) => {
  const { host, report } = await openAbuseLab(context)
  for (let at = 0; at < 60; at += 1) {
    if (at % 20 === 0) host.clock.advance({ hours: 1 })
    assert.equal((await report({}, { 'x-forwarded-for': `198.51.100.${at}` })).status, 200)
  }
  const admin = host.as('instanceAdmin')
  await admin.signIn()
  assert.equal((await admin.call(listReports, { limit: 100 })).items.length, 50)
})
