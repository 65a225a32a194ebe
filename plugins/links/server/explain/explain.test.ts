import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import {
  changeLink,
  changeRules,
  createLink,
  deleteLink,
  explainClick,
  listClicks,
  readLink,
  readStatistics,
  type Link,
  type LinkRule,
} from '../../shared.ts'
import { openLinksLab, type LinksLab, type VisitInit } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const url = 'https://www.example.com/'

const rules: LinkRule[] = [
  {
    url: `${url}campaign`,
    conditions: [
      { on: 'device', values: ['phone'] },
      { on: 'query', name: 'c', values: ['1'] },
    ],
  },
  {
    url: `${url}network`,
    conditions: [
      { on: 'query', name: 'c', values: [] },
      { on: 'network', values: ['192.0.2.0/24'] },
    ],
  },
  { url: `${url}german`, conditions: [{ on: 'language', values: ['de'] }] },
]

async function openVisited(context: TestContext) {
  const lab = await openLinksLab(context)
  const link = await lab.host.as('member').call(createLink, { url, slug: 'sale' })
  return { lab, link, member: lab.host.as('member') }
}

/** Visits a link and waits for the click. */
async function clicked(lab: LinksLab, link: Link, headers: VisitInit['headers'] = {}) {
  const known = await clicksOf(lab, link)
  await lab.visit(link.shortUrl, { headers: { 'user-agent': firefox, ...headers } })
  await lab.countClicks()
  const clicks = await clicksOf(lab, link)
  const added = clicks.find(({ id }) => known.every((each) => each.id !== id))
  return added ?? assert.fail('The click is not stored.')
}

const clicksOf = async ({ host }: LinksLab, { id }: Link) =>
  (await host.as('member').call(listClicks, { linkId: id, limit: 100 })).items

suite('the explanation of a past click', () => {
  test('has the target of that time, after it was changed', async (context) => {
    const { lab, link, member } = await openVisited(context)
    const first = await clicked(lab, link)
    await member.call(changeLink, { id: link.id, url: `${url}2` })
    const second = await clicked(lab, link)
    const plain = { rules: [], rule: null }
    assert.deepEqual(await member.call(explainClick, { id: first.id }), { version: 1, url, ...plain })
    assert.deepEqual(await member.call(explainClick, { id: second.id }), { version: 2, url: `${url}2`, ...plain })
  })

  test('has the conditions that were not met, and says which are not known', async (context) => {
    const { lab, link, member } = await openVisited(context)
    await member.call(changeRules, { id: link.id, rules })
    const german = await clicked(lab, link, { 'accept-language': 'de-AT', 'user-agent': phone })
    const other = await clicked(lab, link, { 'accept-language': 'fr' })
    await member.call(changeRules, { id: link.id, rules: [] })
    const explained = await member.call(explainClick, { id: german.id })
    assert.deepEqual([explained.version, explained.url, explained.rule], [2, `${url}german`, 2])
    assert.deepEqual(
      explained.rules.map(({ conditions }) => conditions),
      // The device is stored, so the parameter is the only one that can have been missing.
      [['met', 'unmet'], ['unknown', 'unknown'], ['met']],
    )
    const none = await member.call(explainClick, { id: other.id })
    assert.deepEqual([none.url, none.rule], [url, null])
    assert.deepEqual(
      none.rules.map(({ conditions }) => conditions),
      [['unmet', 'unknown'], ['unknown', 'unknown'], ['unmet']],
    )
  })

  test('of another workspace or a deleted link is not there', async (context) => {
    const { lab, link, member } = await openVisited(context)
    const { id } = await clicked(lab, link)
    await assert.rejects(lab.host.as('otherOwner').call(explainClick, { id }), refused('not_found'))
    for (const wrong of [link.id, `${id}0`, `${id}.0`, id.split('.')[0] ?? '', '0.0', '.0']) {
      await assert.rejects(member.call(explainClick, { id: wrong }), refused('not_found'), wrong)
    }
    await member.call(deleteLink, { id: link.id })
    await lab.host.settleJobs()
    await assert.rejects(member.call(explainClick, { id }), refused('not_found'))
  })
})

suite('the file of clicks', () => {
  test('has every click of the link, and no formula', async (context) => {
    const { lab, link, member } = await openVisited(context)
    const formula = { url: `${url}?utm_source==a%2Bb`, conditions: [{ on: 'language' as const, values: ['de'] }] }
    await member.call(changeRules, { id: link.id, rules: [formula] })
    await clicked(lab, link, { 'accept-language': 'de', referer: 'https://www.news.example/a?token=1' })
    await clicked(lab, link, { 'user-agent': 'curl/8.5.0' })
    const path = `/api/x/links/links/${link.id}/clicks/export`
    const answer = await member.get(path)
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="clicks.csv"/)
    const [head, ...lines] = (await answer.text()).trim().split('\r\n')
    assert.equal(
      head?.replace('\uFEFF', ''),
      'time,country,city,device,browser,system,language,referrer,utm_source,utm_medium,utm_campaign,version,rule,robot',
    )
    assert.equal(lines.length, 2)
    assert.match(lines[0] ?? '', /,true$/)
    assert.match(lines[1] ?? '', /,desktop,Firefox,Linux,de,news\.example,'=a\+b,,,2,1,false$/)
    assert.equal((await lab.host.as('otherOwner').get(path)).status, 404)
    assert.equal((await lab.host.as('anonymous').get(path)).status, 401)
  })

  test('the page, the file, the list and the hours have the same totals', async (context) => {
    const { lab, link, member } = await openVisited(context)
    await member.call(changeRules, { id: link.id, rules })
    const first = lab.host.clock.now()
    const visits = async (agents: readonly string[]) => {
      for (const [at, agent] of agents.entries()) {
        const language = at % 2 === 0 ? 'de' : 'en'
        await lab.visit(link.shortUrl, { headers: { 'user-agent': agent, 'accept-language': language } })
      }
      await clicked(lab, link)
    }
    await visits([firefox, phone, 'Googlebot/2.1', phone])
    lab.host.clock.advance({ hours: 26 })
    await member.signIn()
    await member.call(changeLink, { id: link.id, url: `${url}?utm_source=paper` })
    await visits([phone, 'curl/8.5.0', firefox])
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const range = { from: dayOf(first), to: dayOf(lab.host.clock.now()), timeZone: 'UTC', linkId: link.id }
    const page = await member.call(readStatistics, range)
    const text = await (await member.get(`/api/x/links/links/${link.id}/clicks/export`)).text()
    const [, ...lines] = text.trim().split('\r\n')
    const isRobot = (line: string) => line.endsWith(',true')
    const people = lines.filter((line) => !isRobot(line))
    const listed = await clicksOf(lab, link)
    assert.deepEqual([page.clicks, page.robots], [7, 2])
    assert.deepEqual([people.length, lines.filter(isRobot).length], [7, 2])
    assert.deepEqual([listed.filter((click) => !click.isRobot).length, listed.length], [7, 9])
    assert.equal((await member.call(readLink, { id: link.id })).clicks, 7)
    assert.equal(sumOf(page.days), 7)
    for (const { facet, values } of page.facets) {
      const isPart = ['source', 'medium', 'campaign', 'rule'].includes(facet)
      const inList = listed.filter((click) => !click.isRobot && (facet !== 'rule' || click.rule !== null))
      const counts = Map.groupBy(inList, (click) => String(click[facet] ?? ''))
      if (isPart) counts.delete('')
      assert.deepEqual(
        new Map(values.map(({ value, clicks }) => [value, clicks])),
        new Map([...counts].map(([value, same]) => [value, same.length])),
        facet,
      )
    }
  })
})

const sumOf = (counts: readonly { readonly clicks: number }[]) => counts.reduce((sum, { clicks }) => sum + clicks, 0)
