import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { suite, test } from 'node:test'
import { missingPebble } from '@host/acme/testing'
import type { SqlRow } from '../../database/statement.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { until } from '../../../testing/until.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'
import type { AcmeProcess } from '../../../testing/tls/acme-process.ts'

const skip = missingPebble()
const [hour, day] = [3_600_000, 86_400_000]
const [sqlite] = testDatabases
assert.ok(sqlite)

for (const product of testDatabases) {
  suite(`certificates of an authority on ${product.dialect}`, { skip }, () => {
    test('each host gets one by its challenge, and the account stays the same', async () => {
      await using lab = await AcmeLab.start(product, { own: ['instance.example'], email: 'ops@instance.example' })
      const process = await lab.process()
      lab.zones.set('zone.example', 'org_1')
      for (const host of ['go.example', 'go.zone.example', '*.go.zone.example']) await lab.answer('org_1', host)
      await process.run()
      assert.deepEqual(await statesOf(process), {
        '*.go.zone.example': 'valid',
        'go.example': 'valid',
        'go.zone.example': 'valid',
        'instance.example': 'valid',
      })
      const pair = await process.store.material('go.example')
      assert.ok(new X509Certificate(pair?.cert ?? '').checkHost('go.example'))
      assert.deepEqual(lab.pebble.names.added, [], 'no proof is left')
      assert.deepEqual(await rowsOf(process, 'host_acme_challenges'), [])
      const issued = lab.changes.map((change) =>
        change.kind === 'certificate.issued' ? [change.orgId, change.host] : [],
      )
      assert.deepEqual(issued.map(String).toSorted(byText), [
        ',instance.example',
        'org_1,*.go.zone.example',
        'org_1,go.example',
        'org_1,go.zone.example',
      ])
      const [account, ...more] = await rowsOf(process, 'host_acme_accounts')
      assert.deepEqual(more, [])
      assert.ok(!JSON.stringify(await rowsOf(process, 'host_acme_orders')).includes('PRIVATE'))
      assert.match(String(account?.['sealed_key']), /^v1\./)
    })

    test('three processes at once order once each, and any of them answers the challenge', async () => {
      await using lab = await AcmeLab.start(product, { challenge: 'tls-alpn-01' })
      const first = await lab.process()
      const others = [await lab.process(), await lab.process()]
      await lab.answer('org_1', 'shared.example')
      await first.run()
      await Promise.all(others.map((each) => each.run()))
      assert.deepEqual(await statesOf(first), { 'shared.example': 'valid' })
      assert.equal((await rowsOf(first, 'host_acme_orders')).length, 1)
    })
  })
}

suite('certificates in time', { skip }, () => {
  test('one is renewed at two thirds of its life, and not before', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    await lab.answer('org_1', 'old.example')
    await process.run()
    const first = await process.store.find('old.example')
    const [from, to] = [Date.parse(first?.notBefore ?? ''), Date.parse(first?.notAfter ?? '')]
    lab.clock.now = from + (to - from) * 0.5
    await process.run()
    assert.equal((await process.store.find('old.example'))?.serial, first?.serial)
    lab.clock.now = from + (to - from) * 0.67
    await process.run()
    const second = await process.store.find('old.example')
    assert.notEqual(second?.serial, first?.serial)
    assert.deepEqual([second?.state, second?.attempts], ['valid', 0])
  })

  test('a failure waits for 1 hour up to 24, keeps its reason, and is recorded once', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    await lab.answer('org_1', '*.wild.example')
    const pauses: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await process.run()
      const record = await process.store.find('*.wild.example')
      assert.equal(record?.problem?.code, 'no_zone')
      pauses.push((Date.parse(record.nextAttemptAt ?? '') - lab.clock.now) / hour)
      lab.clock.now = Date.parse(record.nextAttemptAt ?? '')
    }
    const bounds = [1, 2, 4, 8, 16, 24, 24]
    for (const [at, most] of bounds.entries()) assert.ok((pauses[at] ?? 0) <= most && (pauses[at] ?? 0) >= most * 0.8)
    const failed = lab.changes.flatMap((change) => (change.kind === 'certificate.failed' ? [change.code] : []))
    assert.deepEqual(failed, ['no_zone'])
    assert.deepEqual(await rowsOf(process, 'host_acme_orders'), [], 'no order was counted')
  })

  test('50 names are ordered within the limits of an hour, and none is used up by one workspace', async () => {
    await using lab = await AcmeLab.start(sqlite, { own: ['instance.example'] })
    const process = await lab.process()
    for (let at = 0; at < 30; at += 1) await lab.answer('org_big', `n${at}.big.example`)
    for (const at of [1, 2, 3, 4, 5]) for (const name of 'abcd') await lab.answer(`org_${at}`, `${name}.o${at}.example`)
    await process.run()
    await process.run()
    const valid = Object.entries(await statesOf(process)).filter(([, state]) => state === 'valid')
    assert.equal(valid.filter(([host]) => host.endsWith('big.example')).length, 10)
    assert.equal(valid.length, 31)
    lab.clock.now += hour + 1
    await process.run()
    lab.clock.now += hour + 1
    await process.run()
    const states = Object.values(await statesOf(process))
    assert.deepEqual([states.length, new Set(states)], [51, new Set(['valid'])])
  })

  test('a host that is not proved or not answered any more is removed with its key a week later', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    const disprove = await lab.answer('org_1', 'gone.example')
    await lab.answer('org_2', 'off.example')
    await process.run()
    await disprove()
    lab.off.add('org_2')
    await process.run()
    const { serial } = (await process.store.find('off.example')) ?? {}
    assert.ok(await process.store.material('off.example'))
    lab.clock.now += 6 * day
    lab.off.delete('org_2')
    await process.run()
    assert.deepEqual(await process.store.find('off.example').then((found) => [found?.serial, found?.unwantedSince]), [
      serial,
      undefined,
    ])
    lab.off.add('org_2')
    await process.run()
    lab.clock.now += day
    await process.run()
    assert.deepEqual(Object.keys(await statesOf(process)), ['off.example'])
    lab.clock.now += 6 * day
    await process.run()
    assert.deepEqual(await rowsOf(process, 'host_certificates'), [])
  })

  test('an order that a process left is resumed by the next, with its account', async () => {
    await using lab = await AcmeLab.start(sqlite, {
      pebble: { env: { PEBBLE_VA_NOSLEEP: '0', PEBBLE_VA_SLEEPTIME: '2' } },
    })
    const process = await lab.process()
    await lab.answer('org_1', 'left.example')
    const stopping = new AbortController()
    const running = process.run(stopping.signal)
    await untilOrdered(process)
    stopping.abort(new Error('stopping'))
    await assert.rejects(running, /stopping/)
    const next = await lab.process()
    const [{ url }] = (await rowsOf(next, 'host_acme_orders')) as [SqlRow]
    lab.refuse = (asked) => (asked === url ? { status: 429, code: 'rateLimited' } : undefined)
    await next.run()
    assert.equal((await next.store.find('left.example'))?.problem?.code, 'rate_limited')
    lab.refuse = () => undefined
    lab.clock.now += day - hour
    await next.run()
    const state = await next.store.find('left.example')
    assert.equal(state?.state, 'valid', JSON.stringify(state?.problem))
    assert.equal((await rowsOf(next, 'host_acme_orders')).length, 1)
  })

  test('an order that has not ended is resumed when the orders of the hour are used up', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    for (let at = 0; at < 10; at += 1) await lab.answer('org_1', `n${at}.example`)
    lab.refuse = (url) => (url.includes('/authZ/') ? { status: 429, code: 'rateLimited' } : undefined)
    await process.run()
    assert.deepEqual(new Set(Object.values(await statesOf(process))), new Set(['failed']))
    lab.refuse = () => undefined
    for (let at = 0; at < 10; at += 1) await process.store.schedule(`n${at}.example`, lab.clock.now)
    await lab.answer('org_1', 'later.example')
    await process.run()
    const { 'later.example': later, ...others } = await statesOf(process)
    assert.deepEqual([later, new Set(Object.values(others))], ['pending', new Set(['valid'])])
    assert.equal(lab.orders.length, 10)
  })

  test('a run that begins while another one waits for the authority orders nothing', async () => {
    await using lab = await AcmeLab.start(sqlite, {
      pebble: { env: { PEBBLE_VA_NOSLEEP: '0', PEBBLE_VA_SLEEPTIME: '2' } },
    })
    const [first, second] = [await lab.process(), await lab.process()]
    for (const host of ['slow.example', 'slower.example']) await lab.answer('org_1', host)
    const running = first.run()
    await untilOrdered(first)
    await second.run()
    assert.equal((await first.store.find('slow.example'))?.state, 'pending')
    await running
    assert.equal(lab.orders.length, 2)
    assert.deepEqual(await statesOf(second), { 'slow.example': 'valid', 'slower.example': 'valid' })
  })

  test('the lease of a run that died is free after 2 minutes', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    await lab.answer('org_1', 'died.example')
    await process.run()
    const heldUntil = new Date(lab.clock.now + 120_000).toISOString()
    const sql = `update host_acme_leases set owner = 'dead', held_until = '${heldUntil}'`
    await process.database.run({ sql, parameters: [], writes: true, tenant: undefined })
    await lab.answer('org_1', 'next.example')
    await process.run()
    assert.equal(await process.store.find('next.example'), undefined)
    lab.clock.now += 120_001
    await process.run()
    assert.equal((await process.store.find('next.example'))?.state, 'valid')
  })
})

suite('accounts of the operator', { skip }, () => {
  test('a changed address of the operator is sent to the authority once, and orders nothing again', async () => {
    await using lab = await AcmeLab.start(sqlite, { email: 'ops@instance.example' })
    const before = await lab.process()
    await lab.answer('org_1', 'before.example')
    await before.run()
    const updates: unknown[] = []
    lab.refuse = (url, payload) => {
      if (url.includes('/my-account/')) updates.push(payload?.['contact'])
      return undefined
    }
    const after = await lab.process({ email: 'certificates@instance.example' })
    for (const host of ['after.example', 'later.example']) {
      await lab.answer('org_1', host)
      await after.run()
    }
    assert.deepEqual(updates, [['mailto:certificates@instance.example']])
    lab.refuse = (url) => (url.includes('/my-account/') ? { status: 400, code: 'invalidContact' } : undefined)
    const refused = await lab.process({ email: 'refused@instance.example' })
    await lab.answer('org_1', 'refused.example')
    await refused.run()
    assert.deepEqual(new Set(Object.values(await statesOf(refused))), new Set(['valid']))
    assert.equal(lab.orders.length, 4)
  })

  test('a removed address is removed at the authority once, also one of an account that did not note it', async () => {
    await using lab = await AcmeLab.start(sqlite, { email: 'ops@instance.example' })
    const before = await lab.process()
    await lab.answer('org_1', 'before.example')
    await before.run()
    const sql = 'update host_acme_accounts set email = null'
    await before.database.run({ sql, parameters: [], writes: true, tenant: undefined })
    const updates: unknown[] = []
    lab.refuse = (url, payload) => {
      if (url.includes('/my-account/')) updates.push(payload?.['contact'])
      return undefined
    }
    const after = await lab.process({ email: undefined })
    for (const host of ['after.example', 'later.example']) {
      await lab.answer('org_1', host)
      await after.run()
    }
    assert.deepEqual(updates, [[]])
  })

  test('an account of a customer is bound, and an authority that lost the account gets it again', async () => {
    const key = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W'
    const pebble = { externalKeys: { 'kid-1': key } }
    await using lab = await AcmeLab.start(sqlite, { pebble, externalAccount: { keyId: 'kid-1', key } })
    const process = await lab.process()
    await lab.answer('org_1', 'bound.example')
    await process.run()
    const sql = "update host_acme_accounts set url = url || '0'"
    await process.database.run({ sql, parameters: [], writes: true, tenant: undefined })
    await lab.answer('org_1', 'again.example')
    await process.run()
    assert.equal((await process.store.find('again.example'))?.problem?.code, 'account')
    lab.clock.now += day
    await process.run()
    assert.equal((await process.store.find('again.example'))?.state, 'valid')
  })
})

async function statesOf({ store }: AcmeProcess): Promise<Record<string, string>> {
  return Object.fromEntries((await store.list(1_000)).map(({ host, state }) => [host, state]))
}

async function rowsOf({ database }: AcmeProcess, table: string) {
  return (await database.run({ sql: `select * from ${table}`, parameters: [], writes: false, tenant: undefined })).rows
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}

async function untilOrdered(process: AcmeProcess): Promise<void> {
  await until(async () => (await rowsOf(process, 'host_acme_orders')).some(({ url }) => url !== null))
}
