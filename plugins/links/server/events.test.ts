import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeLink, createLink, deleteLink } from '../shared.ts'
import { eventWitness } from './testing/event-witness.ts'
import { openLinksLab } from './testing/links-lab.ts'

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
/** People at once. */
const visits = 20

test('a link publishes its creation, change and deletion once each, and its clicks of people together', async (context) => {
  const { plugin, names, data } = eventWitness()
  const lab = await openLinksLab(context, {}, [plugin])
  const member = lab.host.as('member')
  const { id, shortUrl } = await member.call(createLink, { url: 'https://www.example.com/', slug: 'sale' })
  await Promise.all(Array.from({ length: visits }, () => lab.visit(shortUrl, { headers })))
  await lab.visit(shortUrl, { headers: { 'user-agent': 'Googlebot/2.1' } })
  await lab.countClicks()
  await member.call(changeLink, { id, url: 'https://www.example.com/winter' })
  await member.call(deleteLink, { id })
  await lab.host.settleJobs()

  const clicked = data.filter((_, at) => names[at] === 'link.clicked') as {
    links: { linkId: string; clicks: number }[]
  }[]
  const clicks = clicked.flatMap(({ links }) => links)
  assert.ok(clicks.every(({ linkId }) => linkId === id))
  assert.equal(
    clicks.reduce((sum, each) => sum + each.clicks, 0),
    visits,
  )
  assert.ok(clicked.length < visits, 'together')
  const others = names.flatMap((name, at) => (name === 'link.clicked' ? [] : [[name, data[at]]]))
  const link = { linkId: id, host: 'go.host.test', slug: 'sale' }
  assert.deepEqual(others, [
    ['link.created', { ...link, url: 'https://www.example.com/' }],
    ['link.updated', { ...link, url: 'https://www.example.com/winter' }],
    ['link.deleted', { ...link, url: 'https://www.example.com/winter' }],
  ])
})
