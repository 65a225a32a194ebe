import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { HostVisit } from '@host/plugin/platform'
import { changeRules, createLink, type LinkRule } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'
import { writeIndexed } from './indexed-link.ts'
import { Redirects, type RedirectParts } from './redirects.ts'

const url = 'https://www.example.com/'
const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1' }

suite('a link in memory', () => {
  test('has the largest rules that are taken, and more are refused', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const link = await member.call(createLink, {
      url: `${url}${'中'.repeat(2_700)}`,
      expiredUrl: `${url}${'中'.repeat(2_700)}`,
    })
    const rules = (count: number): LinkRule[] =>
      Array.from({ length: count }, (_, at) => ({
        url: `${url}${at}/${'中'.repeat(900)}`,
        conditions: [
          {
            on: 'query',
            name: 'q',
            values: Array.from({ length: 9 }, (_value, place) => `${place}${'中'.repeat(60)}`),
          },
        ],
      }))
    await member.call(changeRules, { id: link.id, rules: rules(8) })
    for (const way of ['database', 'memory']) {
      const { status, location } = await visit(`${link.shortUrl}?q=8${encodeURIComponent('中'.repeat(60))}`)
      assert.equal(status, 302, way)
      assert.ok(
        Buffer.from(location ?? '', 'latin1')
          .toString('utf8')
          .startsWith(`${url}0/中中`),
        way,
      )
    }
    await assert.rejects(member.call(changeRules, { id: link.id, rules: rules(14) }), refused('invalid_input', 'rules'))
    assert.equal((await visit(link.shortUrl, { headers: phone })).status, 302)
  })

  test('is found by visits and reports while memory has none', async () => {
    const org = `org_${'0'.repeat(26)}`
    const text = writeIndexed({
      id: `link_${'0'.repeat(26)}`,
      orgId: org,
      code: 302,
      query: 'ignore',
      version: 1,
      url,
      guard: undefined,
    })
    const index = {
      find: () => undefined,
      read: async (key: string) => {
        assert.ok(key.length <= 1_024, 'the host refuses longer keys')
        return key === '/bait' ? text : null
      },
    }
    const redirects = new Redirects({ index } as unknown as RedirectParts)
    const workspaceOf = async (target: string) => await redirects.workspaceOf({ target } as unknown as HostVisit)
    assert.equal(await workspaceOf('/bait'), org)
    assert.equal(await workspaceOf('/.report/bait'), org)
    for (const path of ['/none', '/.report/none', `/${'a'.repeat(2_000)}`, `/${'%E4%B8%AD'.repeat(250)}`]) {
      assert.equal(await workspaceOf(path), undefined, path.slice(0, 20))
    }
  })
})
