import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  addHost,
  changeLink,
  changeRules,
  createLink,
  deleteLink,
  linkLimits,
  listVersions,
  readRules,
  readVersionAt,
  revertLink,
  type LinkRule,
} from '../../shared.ts'
import { openLinksLab, type LinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/spring'
const phones: LinkRule = { url: 'https://apps.example.com/', conditions: [{ on: 'device', values: ['phone'] }] }

const versionsOf = async ({ host }: LinksLab, id: string, limit = 100) =>
  (await host.as('member').call(listVersions, { id, limit })).items

suite('versions of a link', () => {
  test('are written by changes of its target, rules, query mode and status code, and by no others', async (context) => {
    const lab = await openLinksLab(context)
    const { host } = lab
    const member = host.as('member')
    const { id, createdAt } = await member.call(createLink, { url })
    const [first, ...others] = await versionsOf(lab, id)
    assert.deepEqual(others, [])
    const author = { id: host.userIds.member, name: 'Mia Member' }
    const targets = { url, rules: [], query: 'ignore', redirect: 302 }
    assert.deepEqual(first, { number: 1, ...targets, createdBy: author, createdAt, isCurrent: true })
    await member.call(changeLink, { id, url, title: 'Spring', note: 'Mail', isEnabled: false, slug: 'spring' })
    await member.call(changeRules, { id, rules: [] })
    assert.equal((await versionsOf(lab, id)).length, 1, 'the targets are the same')
    await host.as('admin').call(changeLink, { id, url: `${url}?2` })
    await member.call(changeRules, { id, rules: [phones] })
    await member.call(changeLink, { id, query: 'pass', redirect: 307 })
    await member.call(changeRules, { id, rules: [phones] })
    const stored = await versionsOf(lab, id)
    assert.deepEqual(
      stored.map((each) => [each.number, each.url, each.rules.length, each.query, each.redirect, each.isCurrent]),
      [
        [4, `${url}?2`, 1, 'pass', 307, true],
        [3, `${url}?2`, 1, 'ignore', 302, false],
        [2, `${url}?2`, 0, 'ignore', 302, false],
        [1, url, 0, 'ignore', 302, false],
      ],
    )
    assert.equal(stored[2]?.createdBy.id, host.userIds.admin)
    assert.deepEqual(stored[3], { ...first, isCurrent: false })
  })

  test('come back as new ones, which act on the next visit', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { id, shortUrl } = await member.call(createLink, { url, query: 'pass' })
    await member.call(changeRules, { id, rules: [phones] })
    await member.call(changeRules, { id, rules: [] })
    await member.call(changeLink, { id, url: `${url}?2`, query: 'ignore', redirect: 308 })
    assert.equal((await lab.visit(shortUrl)).location, `${url}?2`)
    const reverted = await member.call(revertLink, { id, version: 2 })
    assert.deepEqual([reverted.url, reverted.query, reverted.redirect], [url, 'pass', 302])
    assert.deepEqual((await member.call(readRules, { id })).rules, [phones])
    const { status, location } = await lab.visit(`${shortUrl}?a=1`)
    assert.deepEqual([status, location], [302, `${url}?a=1`])
    assert.deepEqual(
      (await versionsOf(lab, id)).map(({ number }) => number),
      [5, 4, 3, 2, 1],
    )
    await member.call(revertLink, { id, version: 2 })
    assert.equal((await versionsOf(lab, id)).length, 5, 'nothing changes')
    for (const version of [6, 99_999]) {
      await assert.rejects(member.call(revertLink, { id, version }), refused('not_found'))
    }
    await assert.rejects(member.call(revertLink, { id, version: 0 }), refused('invalid_input', 'version'))
  })

  test('are judged again before they come back', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { id } = await member.call(createLink, { url: 'https://go.example.com/there' })
    await member.call(changeRules, { id, rules: [{ ...phones, url: 'https://go.example.com/phones' }] })
    await member.call(changeLink, { id, url })
    await member.call(changeRules, { id, rules: [] })
    await lab.host.proveHost('example.com')
    await lab.host.as('admin').call(addHost, { host: 'go.example.com', isCaseSensitive: false })
    for (const version of [1, 2, 3]) {
      await assert.rejects(member.call(revertLink, { id, version }), refused('invalid_input', 'version'), `${version}`)
    }
    assert.equal((await versionsOf(lab, id)).length, 4)
  })

  test('say where the link led at a moment', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const moment = (): string => new Date(lab.host.clock.now()).toISOString()
    const before = moment()
    lab.host.clock.advance({ minutes: 1 })
    const { id } = await member.call(createLink, { url })
    const at = async (when: string) => (await member.call(readVersionAt, { id, moment: when })).number
    assert.equal(await at(moment()), 1)
    await assert.rejects(at(before), refused('not_found'))
    lab.host.clock.advance({ minutes: 1 })
    const spring = moment()
    for (const turn of [2, 3]) {
      lab.host.clock.advance({ minutes: 1 })
      await member.call(changeLink, { id, url: `${url}?${turn}` })
    }
    const last = moment()
    assert.deepEqual([await at(spring), await at(last), await at('2099-01-01T00:00:00Z')], [1, 3, 3])
    await assert.rejects(at(before), refused('not_found'))
    await assert.rejects(at('yesterday'), refused('invalid_input', 'moment'))
  })

  test('have different numbers when two changes come at once', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { id } = await member.call(createLink, { url })
    const targets = Array.from({ length: 20 }, (_, turn) => `${url}?${turn}`)
    await Promise.all(targets.map((target) => member.call(changeLink, { id, url: target })))
    const stored = await versionsOf(lab, id)
    assert.deepEqual(
      stored.map(({ number }) => number),
      Array.from({ length: 21 }, (_, place) => 21 - place),
    )
    assert.deepEqual(new Set(stored.map((each) => each.url)), new Set([url, ...targets]))
  })

  test('are kept up to a limit, of which the oldest go', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { id } = await member.call(createLink, { url })
    const first = new Date(lab.host.clock.now()).toISOString()
    lab.host.clock.advance({ minutes: 1 })
    for (let number = 2; number <= linkLimits.versions + 1; number += 1) {
      if (number % 50 === 0) lab.host.clock.advance({ minutes: 1 })
      await member.call(changeLink, { id, url: `${url}?${number}` })
    }
    const numbers: number[] = []
    let cursor: string | undefined
    do {
      const page = await member.call(listVersions, { id, limit: 100, ...(cursor !== undefined && { cursor }) })
      numbers.push(...page.items.map(({ number }) => number))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [500, 501, 2])
    await assert.rejects(member.call(revertLink, { id, version: 1 }), refused('not_found'))
    await assert.rejects(member.call(readVersionAt, { id, moment: first }), refused('not_found'))
  })

  test('of another workspace are not found, and go with their link', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const other = lab.host.as('otherOwner')
    const { id } = await member.call(createLink, { url })
    await member.call(changeLink, { id, url: `${url}?2` })
    const moment = new Date(lab.host.clock.now()).toISOString()
    await assert.rejects(other.call(listVersions, { id }), refused('not_found'))
    await assert.rejects(other.call(readVersionAt, { id, moment }), refused('not_found'))
    await assert.rejects(other.call(revertLink, { id, version: 1 }), refused('not_found'))
    await member.call(deleteLink, { id })
    await assert.rejects(member.call(listVersions, { id }), refused('not_found'))
  })
})
