import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { memoryDnsProvider } from '@host/testing'
import { checkRecord, type RecordCheck } from '../../shared.ts'
import { startDnsTree } from '../testing/dns-tree.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

const long = 'k'.repeat(300)
const sets = [
  { name: acme, type: 'MX', ttl: 60, data: ['10 mx1.acme.example.', '20 mx2.acme.example.'] },
  { name: acme, type: 'TXT', ttl: 60, data: [`"${long.slice(0, 255)}" "${long.slice(255)}"`, '"v=spf1 -all"'] },
  { name: acme, type: 'CNAME', ttl: 60, data: [`web.${acme}.`] },
  { name: `www.${acme}`, type: 'CNAME', ttl: 60, data: ['web.example.net.'] },
  { name: `api.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.1', '192.0.2.2'] },
  { name: `app.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.3'], isProxied: true },
  { name: `shop.${acme}`, type: 'CNAME', ttl: 60, data: ['shop.example.net.'], isProxied: true },
  { name: `lab.${acme}`, type: 'NS', ttl: 60, data: ['ns.lab.acme.example.'] },
  { name: `ns.lab.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.8'] },
  { name: `*.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.9'] },
]

const summary = ({ outcome, servers }: Pick<RecordCheck, 'outcome' | 'servers'>) => [
  outcome,
  ...servers.map(({ state, problem }) => problem ?? state),
]

/** A zone at a provider and in DNS. */
async function openLab() {
  const dns = await startDnsTree()
  const provider = memoryDnsProvider({ zones: { [acme]: sets } })
  const lab = await openZonesLab({ provider, environment: dns.environment })
  const zone = await lab.addZone()
  dns.delegate(acme)
  const check = (name: string, type: string) => lab.host.as('member').call(checkRecord, { id: zone.id, name, type })
  return {
    ...lab,
    tree: dns,
    zone,
    check,
    outcomes: async (name: string, type: string) => summary(await check(name, type)),
    [Symbol.asyncDispose]: async () => {
      await lab[Symbol.asyncDispose]()
      await dns[Symbol.asyncDispose]()
    },
  }
}

suite('checks of record sets', () => {
  test('a record set is right when every server of the delegation has all of it, in any order and case', async () => {
    await using lab = await openLab()
    assert.deepEqual(await lab.outcomes('@', 'MX'), ['missing', 'missing', 'missing'])
    lab.tree.records(`${acme} MX`, ['20 MX2.acme.example.', '10 mx1.ACME.example.'], lab.tree.servers[0])
    assert.deepEqual(await lab.outcomes('@', 'MX'), ['differs', 'ok', 'missing'])
    lab.tree.records(`${acme} MX`, ['10 mx1.acme.example.', '20 mx2.acme.example.'])
    const { at, ...check } = await lab.check('@', 'mx')
    assert.ok(Number.isFinite(Date.parse(at)))
    const server = { state: 'ok', problem: null, seen: [] }
    assert.deepEqual(check, {
      outcome: 'ok',
      problem: null,
      zone: acme,
      servers: lab.tree.servers.map((address, index) => ({ name: `ns${index + 1}.${acme}`, address, ...server })),
      cachedFor: null,
    })
  })

  test('one record too few, too many or different is wrong, and shown', async () => {
    await using lab = await openLab()
    for (const data of [['192.0.2.1'], ['192.0.2.1', '192.0.2.2', '192.0.2.7'], ['192.0.2.1', '192.0.2.7']]) {
      lab.tree.records(`api.${acme} A`, data)
      const check = await lab.check('api', 'A')
      assert.deepEqual(summary(check), ['wrong', 'wrong', 'wrong'])
      assert.deepEqual(check.servers[0]?.seen, data)
    }
    lab.tree.records(`www.${acme} CNAME`, ['other.example.net.'])
    assert.deepEqual(await lab.outcomes('www', 'CNAME'), ['wrong', 'wrong', 'wrong'])
  })

  test('the pieces of a long text, wildcards, and other types at the name change nothing', async () => {
    await using lab = await openLab()
    lab.tree.records(`${acme} TXT`, ['"v=spf1 -all"', `"${long.slice(0, 100)}" "${long.slice(100)}"`])
    lab.tree.records(`${acme} A`, ['192.0.2.1'])
    assert.deepEqual(await lab.outcomes('@', 'TXT'), ['ok', 'ok', 'ok'])
    lab.tree.records(`*.${acme} A`, ['192.0.2.9'])
    assert.deepEqual(await lab.outcomes('*', 'A'), ['ok', 'ok', 'ok'])
  })

  test('an alias in place of the records is wrong', async () => {
    await using lab = await openLab()
    lab.tree.records(`api.${acme} CNAME`, ['web.example.net.'])
    assert.deepEqual(await lab.outcomes('api', 'A'), ['wrong', 'alias', 'alias'])
  })

  test('a proxied record set is right when the servers answer with addresses of the provider', async () => {
    await using lab = await openLab()
    for (const name of ['app', 'shop']) {
      assert.deepEqual(await lab.outcomes(name, name === 'app' ? 'A' : 'CNAME'), ['missing', 'missing', 'missing'])
    }
    lab.tree.records(`app.${acme} A`, ['198.51.100.1', '198.51.100.2'])
    lab.tree.records(`shop.${acme} A`, ['198.51.100.3'])
    assert.deepEqual(await lab.outcomes('app', 'A'), ['ok', 'ok', 'ok'])
    assert.deepEqual(await lab.outcomes('shop', 'CNAME'), ['ok', 'ok', 'ok'])
    lab.tree.records(`app.${acme} A`, ['192.0.2.3'], lab.tree.servers[1])
    assert.deepEqual(await lab.outcomes('app', 'A'), ['differs', 'ok', 'wrong'])
  })

  test('an alias at the apex is right when the servers answer with the addresses of its target', async () => {
    await using lab = await openLab()
    const [address, other] = lab.tree.servers
    lab.tree.records(`${acme} A`, [address])
    const { outcome, problem } = await lab.check('@', 'CNAME')
    assert.deepEqual([outcome, problem], ['lookup_failed', 'no_target'])
    lab.tree.records(`web.${acme} A`, [address])
    assert.deepEqual(await lab.outcomes('@', 'CNAME'), ['ok', 'ok', 'ok'])
    lab.tree.records(`${acme} A`, [other], other)
    assert.deepEqual(await lab.outcomes('@', 'CNAME'), ['differs', 'ok', 'wrong'])
    for (const each of [acme, `web.${acme}`]) lab.tree.records(`${each} A`, [lab.tree.forbidden])
    assert.equal((await lab.check('@', 'CNAME')).problem, 'no_target')
  })

  test('a delegation and its addresses are read from referrals, which prove nothing else', async () => {
    await using lab = await openLab()
    lab.tree.records(`lab.${acme} NS`, ['ns.lab.acme.example.'])
    lab.tree.records(`ns.lab.${acme} A`, ['192.0.2.8'])
    lab.tree.cache(`lab.${acme} NS`, ['ns.of-the-child.example.'])
    assert.deepEqual(await lab.outcomes('lab', 'NS'), ['ok', 'ok', 'ok'])
    assert.deepEqual(await lab.outcomes('ns.lab', 'A'), ['ok', 'ok', 'ok'])
    lab.tree.records(`lab.${acme} NS`, ['ns.other.example.'], lab.tree.servers[1])
    assert.deepEqual(await lab.outcomes('lab', 'NS'), ['differs', 'ok', 'wrong'])
    lab.tree.break(lab.tree.servers[1], 'referral')
    assert.deepEqual(await lab.outcomes('api', 'A'), ['missing', 'missing', 'missing'])
    lab.tree.mend()
    lab.tree.text(`api.${acme}`, 'cached')
    assert.deepEqual(await lab.outcomes('api', 'A'), ['lookup_failed', 'lame', 'lame'])
  })

  test('a check is never right when a server could not be asked', async () => {
    await using lab = await openLab()
    lab.tree.records(`api.${acme} A`, ['192.0.2.1', '192.0.2.2'])
    for (const [broken, problem] of [
      ['silence', 'timeout'],
      ['refused', 'refused'],
      ['failure', 'server_failure'],
    ] as const) {
      lab.tree.break(lab.tree.servers[1], broken)
      assert.deepEqual(await lab.outcomes('api', 'A'), ['lookup_failed', 'ok', problem])
    }
    lab.tree.mend()
    lab.tree.delegate(acme, [lab.tree.servers[0], lab.tree.forbidden])
    assert.deepEqual(await lab.outcomes('api', 'A'), ['lookup_failed', 'ok', 'not_allowed'])
    lab.tree.break('127.0.0.1', 'refused')
    const { outcome, problem, servers } = await lab.check('api', 'A')
    assert.deepEqual([outcome, problem, servers], ['lookup_failed', 'resolver', []])
  })

  test('records that are right while caches have earlier ones are propagating, for as long as these last', async () => {
    await using lab = await openLab()
    lab.tree.records(`api.${acme} A`, ['192.0.2.1', '192.0.2.2'])
    const caches = async (data: readonly string[]) => {
      lab.tree.cache(`api.${acme} A`, data)
      const { outcome, cachedFor } = await lab.check('api', 'A')
      return [outcome, cachedFor]
    }
    assert.deepEqual(await caches(['192.0.2.77']), ['propagating', 90])
    assert.deepEqual(await caches([]), ['propagating', 90])
    assert.deepEqual(await caches(['192.0.2.2', '192.0.2.1']), ['ok', null])
    lab.tree.records(`api.${acme} A`, ['192.0.2.1'])
    assert.deepEqual(await caches(['192.0.2.77']), ['wrong', null])
  })

  test('unknown records, names outside and wrong types are refused before any question', async () => {
    await using lab = await openLab()
    const asked = lab.tree.asked.length
    for (const [name, type, path] of [
      ['other', 'A', 'name'],
      ['api', 'TXT', 'name'],
      ['a..b', 'A', 'name'],
      ['www.other.example.', 'A', 'name'],
      ['api', 'NO SUCH', 'type'],
    ] as const) {
      const answer = await lab.host.as('member').post(`/api/x/domains/zones/${lab.zone.id}/check`, { name, type })
      assert.equal(answer.status, 400, name)
      assert.match(await answer.text(), new RegExp(`"path":"${path}"`))
    }
    assert.equal(lab.tree.asked.length, asked)
  })

  test('checks of a zone are limited', async () => {
    await using lab = await openLab()
    lab.tree.records(`api.${acme} A`, ['192.0.2.1', '192.0.2.2'])
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) {
      const { status, headers } = await lab.host
        .as('member')
        .post(`/api/x/domains/zones/${lab.zone.id}/check`, { name: 'api', type: 'A' })
      statuses.push(status)
      if (status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [20, 429])
  })
})
