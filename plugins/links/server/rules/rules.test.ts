import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import fc from 'fast-check'
import {
  changeRules,
  createLink,
  explainVisit,
  linkLimits,
  listClicks,
  readRules,
  type LinkRule,
  type RuleCondition,
} from '../../shared.ts'
import { openLinksLab, type LinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'
import { preparedRule } from '../redirect/known-links.ts'
import { failedCondition, matchRules } from './match-rules.ts'
import { isInNetwork, isNetwork } from './networks.ts'
import { nothingKnown, VisitFacts, type RuleVisit } from './visit-facts.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const target = 'https://www.example.com/'
const place = (name: string): string => `https://${name}.example.com/`

async function openRules(context: TestContext, rules: readonly LinkRule[]) {
  const lab = await openLinksLab(context)
  const member = lab.host.as('member')
  const link = await member.call(createLink, { url: target, slug: 'sale', redirect: 301 })
  await member.call(changeRules, { id: link.id, rules: [...rules] })
  const lead = async (headers: Readonly<Record<string, string>>, query = '') =>
    (await lab.visit(`${link.shortUrl}${query}`, { headers: { 'user-agent': firefox, ...headers } })).location
  return { lab, member, link, lead }
}

/** Waits until a number of clicks is counted. */
async function counted({ host, countClicks }: LinksLab, linkId: string, clicks: number): Promise<void> {
  await countClicks()
  const { items } = await host.as('member').call(listClicks, { linkId })
  assert.ok(items.length >= clicks, 'The clicks are not counted.')
}

/** Whether a condition holds for a visit. */
function holds(
  condition: RuleCondition,
  visit: Partial<RuleVisit> & { readonly headers?: Record<string, string> } = {},
) {
  const { headers = {}, ...rest } = visit
  const facts = new VisitFacts({
    ...nothingKnown,
    at: 0,
    address: '',
    target: '/',
    header: (name) => headers[name],
    ...rest,
  })
  return failedCondition(preparedRule({ url: target, conditions: [condition] }), facts, () => 'link 0') === -1
}

suite('rules of a link', () => {
  test('the first one whose conditions all hold decides, from the next visit on', async (context) => {
    const { lab, member, link, lead } = await openRules(context, [
      {
        url: place('german-phone'),
        conditions: [
          { on: 'device', values: ['phone'] },
          { on: 'language', values: ['de'] },
        ],
      },
      { url: place('phone'), conditions: [{ on: 'device', values: ['Phone', 'tablet'] }] },
      { url: place('news'), conditions: [{ on: 'referrer', values: ['news.example'] }] },
      { url: place('beta'), conditions: [{ on: 'query', name: 'beta', values: [] }] },
      { url: place('端口'), conditions: [{ on: 'query', name: 'v', values: ['中文'] }] },
    ])
    assert.equal(await lead({}), target)
    assert.equal(await lead({ 'user-agent': phone, 'accept-language': 'de-DE,en;q=0.5' }), place('german-phone'))
    assert.equal(await lead({ 'user-agent': phone }), place('phone'))
    assert.equal(await lead({ referer: 'https://m.news.example/a' }), place('news'))
    assert.equal(await lead({ referer: 'https://oldnews.example/a' }), target)
    assert.equal(await lead({}, '?beta'), place('beta'))
    const escaped = Buffer.from(place('端口'), 'utf8').toString('latin1')
    assert.equal(await lead({}, '?v=%E4%B8%AD%E6%96%87'), escaped, 'byte for byte')
    const { headers } = await lab.visit(link.shortUrl, { headers: { 'user-agent': phone } })
    assert.equal(headers['cache-control'], 'private, max-age=0', 'no cache keeps what another visitor gets')
    await member.call(changeRules, { id: link.id, rules: [] })
    assert.equal(await lead({ 'user-agent': phone }), target)
    assert.deepEqual((await member.call(readRules, { id: link.id })).rules, [])
  })

  test('a click says which rule decided', async (context) => {
    const { lab, member, lead } = await openRules(context, [
      { url: place('tv'), conditions: [{ on: 'device', values: ['tv'] }] },
      { url: place('phone'), conditions: [{ on: 'device', values: ['phone'] }] },
    ])
    await lead({ 'user-agent': phone })
    await lead({})
    await lab.countClicks()
    const { items } = await member.call(listClicks, {})
    assert.equal(items.length, 2)
    assert.deepEqual(new Set(items.map(({ rule }) => rule)), new Set([1, null]))
  })

  test('an invented visit is explained, with the condition that failed', async (context) => {
    const { member, link } = await openRules(context, [
      {
        url: place('japan'),
        conditions: [
          { on: 'device', values: ['phone'] },
          { on: 'country', values: ['JP'] },
        ],
      },
      {
        url: place('morning'),
        conditions: [{ on: 'time', from: '08:00', to: '12:00', days: [], timeZone: 'Asia/Tokyo' }],
      },
    ])
    const explain = (visit: object) => member.call(explainVisit, { id: link.id, ...visit })
    assert.deepEqual(await explain({ country: 'jp', userAgent: phone, at: '2026-01-31T00:00:00Z' }), {
      url: place('japan'),
      rule: 0,
      rules: [{ failed: null }, { failed: null }],
    })
    assert.deepEqual(await explain({ country: 'DE', userAgent: phone, at: '2026-01-31T10:00:00Z' }), {
      url: target,
      rule: null,
      rules: [{ failed: 1 }, { failed: 0 }],
    })
    const tried = { rules: [{ url: place('x'), conditions: [{ on: 'country', values: ['DE'], isNot: true }] }] }
    assert.equal((await explain({ ...tried, country: 'FR' })).rule, 0)
    assert.equal((await explain({ ...tried, country: 'DE' })).rule, null)
  })

  test('what is wrong is refused at its field, and nothing changes', async (context) => {
    const { lab, member, link } = await openRules(context, [])
    const rule = (url: string, condition: object) => ({ rules: [{ url, conditions: [condition] }] })
    const device = { on: 'device', values: ['phone'] }
    for (const [body, path] of [
      [rule('javascript:alert(1)', device), 'rules.0.url'],
      [rule('https://go.host.test/x', device), 'rules.0.url'],
      [rule(target, { on: 'network', values: ['10.0.0.0/33'] }), 'rules.0.conditions.0.values.0'],
      [rule(target, { on: 'time', from: '08:00', to: '9:00', days: [], timeZone: 'UTC' }), 'rules.0.conditions.0.to'],
      [
        rule(target, { on: 'time', from: '08:00', to: '09:00', days: [], timeZone: 'Mars' }),
        'rules.0.conditions.0.timeZone',
      ],
      [rule(target, { on: 'country', values: ['Germany'] }), 'rules.0.conditions.0.values.0'],
      [rule(target, { on: 'referrer', values: ['https://news.example'] }), 'rules.0.conditions.0.values.0'],
      [rule(target, { on: 'share', percent: 100 }), 'rules.0.conditions.0.percent'],
      [{ rules: [{ url: target, conditions: [] }] }, 'rules.0.conditions'],
      [{ rules: Array.from({ length: 51 }, () => ({ url: target, conditions: [device] })) }, 'rules'],
      [
        { rules: Array.from({ length: 50 }, () => ({ url: target + 'a'.repeat(2_000), conditions: [device] })) },
        'rules',
      ],
    ] as const) {
      const answer = await member.put(`/api/x/links/links/${link.id}/rules`, body)
      const { errors = [] } = (await answer.json()) as { readonly errors?: readonly { readonly path: string }[] }
      assert.deepEqual([answer.status, errors[0]?.path], [400, path], path)
    }
    assert.deepEqual((await member.call(readRules, { id: link.id })).rules, [])
    assert.equal((await lab.host.as('otherOwner').get(`/api/x/links/links/${link.id}/rules`)).status, 404)
  })
})

suite('rules about earlier visits', () => {
  test('know who came before on the same day, and how often the link was clicked', async (context) => {
    const { lab, lead, link } = await openRules(context, [
      { url: place('again'), conditions: [{ on: 'returning' }] },
      { url: place('later'), conditions: [{ on: 'clicks', from: 1 }] },
      {
        url: place('first'),
        conditions: [
          { on: 'returning', isNot: true },
          { on: 'clicks', from: 0, to: 1 },
        ],
      },
    ])
    assert.equal(await lead({}), place('first'))
    await counted(lab, link.id, 1)
    assert.equal(await lead({}), place('again'))
    assert.equal(await lead({ 'user-agent': phone }), place('later'))
    lab.host.clock.advance({ days: 1 })
    assert.equal(await lead({}), place('later'), 'a visitor of yesterday is a new one')
  })

  test('an impossible count is refused at its field', async (context) => {
    const { member, link } = await openRules(context, [])
    const rules = [{ url: target, conditions: [{ on: 'clicks', from: 5, to: 5 }] }]
    const answer = await member.put(`/api/x/links/links/${link.id}/rules`, { rules })
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /rules\.0\.conditions\.0\.to/)
  })
})

suite('conditions', () => {
  test('a span over midnight belongs to the day on which it begins', () => {
    const night: RuleCondition = { on: 'time', from: '22:00', to: '06:00', days: [5], timeZone: 'UTC' }
    const at = (text: string) => ({ at: Date.parse(text) })
    // January 30, 2026 is a Friday.
    assert.ok(holds(night, at('2026-01-30T22:00:00Z')))
    assert.ok(holds(night, at('2026-01-31T05:59:00Z')))
    assert.ok(!holds(night, at('2026-01-31T06:00:00Z')))
    assert.ok(!holds(night, at('2026-01-30T05:00:00Z')))
    assert.ok(!holds(night, at('2026-01-31T23:00:00Z')))
  })

  test('a share is the same for a visitor, near its percentage of all, and different at another link', () => {
    const rules = [{ url: target, conditions: [{ on: 'share', percent: 30 } as const] }]
    const facts = (visitor: number) =>
      new VisitFacts({
        at: visitor,
        address: `192.0.2.${visitor % 250}`,
        ...nothingKnown,
        target: '/',
        header: () => `agent ${visitor}`,
      })
    const chosen = (link: string) =>
      Array.from({ length: 4_000 }, (_, visitor) => matchRules(rules, facts(visitor), link))
    const [one, again, other] = [chosen('link_1'), chosen('link_1'), chosen('link_2')]
    assert.deepEqual(one, again)
    assert.notDeepEqual(one, other)
    const share = one.filter((rule) => rule === 0).length / one.length
    assert.ok(share > 0.26 && share < 0.34, String(share))
  })

  test('all of a link name ten time zones at most: a visit looks at the time of each', async (context) => {
    const { member, link } = await openRules(context, [])
    const names = Intl.supportedValuesOf('timeZone').slice(0, linkLimits.ruleZones + 1)
    const rulesIn = (zones: readonly string[]): LinkRule[] =>
      zones.map((timeZone) => ({
        url: target,
        conditions: [{ on: 'time', from: '08:00', to: '18:00', days: [], timeZone }],
      }))
    const most = rulesIn([...names.slice(1), ...names.slice(1)])
    assert.deepEqual(await member.call(changeRules, { id: link.id, rules: most }), { rules: most })
    for (const rules of [rulesIn(names), rulesIn([...names.slice(1), String(names[1]).toLowerCase()])]) {
      await assert.rejects(member.call(changeRules, { id: link.id, rules }), refused('invalid_input', 'rules'))
      await assert.rejects(member.call(explainVisit, { id: link.id, rules }), refused('invalid_input', 'rules'))
    }
  })

  test('a network holds its addresses, and nothing makes the test throw', () => {
    assert.ok(isInNetwork('192.0.2.77', '192.0.2.0/24'))
    assert.ok(!isInNetwork('192.0.3.77', '192.0.2.0/24'))
    assert.ok(isInNetwork('2001:db8::1', '2001:db8::/32'))
    assert.ok(!isInNetwork('2001:db9::1', '2001:db8::/32'))
    assert.ok(isInNetwork('10.0.0.1', '0.0.0.0/0'))
    assert.ok(!isInNetwork('::1', '0.0.0.0/0'))
    for (const wrong of [
      '',
      '1.2.3',
      '1.2.3.4/33',
      '1.2.3.4/-1',
      '::1::',
      ':::',
      '1:2:3:4:5:6:7',
      'x',
      '1.2.3.4/8/8',
    ]) {
      assert.ok(!isNetwork(wrong), wrong)
    }
    fc.assert(
      fc.property(fc.string(), fc.string(), (address, network) => !isInNetwork(address, network) || isNetwork(network)),
    )
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'))
    fc.assert(fc.property(octets, fc.nat(32), (address, length) => isInNetwork(address, `${address}/${length}`)))
  })
})
