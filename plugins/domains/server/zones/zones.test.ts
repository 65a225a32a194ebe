import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { memoryDnsProvider } from '@host/testing'
import {
  addDomain,
  addZone,
  diffZone,
  domainLimits,
  listOfferedZones,
  listRecords,
  listZoneHistory,
  listZones,
  readZone,
  readZoneAt,
  refreshZone,
  removeZone,
} from '../../shared.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

const go = { name: `go.${acme}`, type: 'CNAME', ttl: 300, data: ['links.example.net.'] } as const

suite('DNS zones: added and removed', () => {
  test('a plan of a member changes the provider once an admin applies it, and the copy with it', async () => {
    await using lab = await openZonesLab()
    const zone = await lab.addZone()
    assert.deepEqual([zone.name, zone.records, zone.provider], [acme, 5, 'memory'])
    const plan = await lab.plan(zone.id, { set: [{ ...go, data: [...go.data], name: 'go' }] })
    assert.equal(plan.count, 1)
    assert.equal(lab.records().length, 5)
    assert.equal((await lab.apply(plan)).state, 'applied')
    assert.ok(lab.records().includes('go.acme.example 300 CNAME links.example.net.'))
    const { items } = await lab.host.as('member').call(listRecords, { id: zone.id, q: 'links' })
    assert.deepEqual(
      items.map(({ name, type }) => [name, type]),
      [['go.acme.example', 'CNAME']],
    )
    const { records, lastChange } = await lab.host.as('member').call(readZone, { id: zone.id })
    assert.deepEqual([records, lastChange?.id], [6, plan.id])
    const [event] = await lab.events()
    assert.deepEqual(event?.data, {
      zoneId: zone.id,
      zone: acme,
      count: 1,
      records: [{ name: 'go.acme.example', type: 'CNAME' }],
      isDrift: false,
    })
  })

  test('zones whose names hosts can’t have are added, and their records changed', async () => {
    const names = ['_acme.example.com', '0/26.2.0.192.in-addr.arpa']
    const own = ['_x.host.test', '0/26.host.test']
    const zones = Object.fromEntries([...names, ...own].map((name) => [name, []]))
    await using lab = await openZonesLab({ provider: memoryDnsProvider({ zones }) })
    for (const name of names) {
      const zone = await lab.addZone(name)
      assert.equal(zone.name, name)
      const plan = await lab.plan(zone.id, { set: [{ name: '1', type: 'TXT', data: ['a'] }] })
      assert.equal((await lab.apply(plan)).state, 'applied')
      assert.deepEqual(lab.records(name), [`1.${name} 300 TXT "a"`])
    }
    const { id: accountId } = await lab.addAccount()
    const admin = lab.host.as('admin')
    for (const name of [
      ...own,
      'a b._x.example.com',
      '_x',
      '_x.com:80',
      '_acme.-a.com',
      '*._x.example.com',
      '_.',
      '..',
    ]) {
      await assert.rejects(admin.call(addZone, { accountId, name }), { code: 'invalid_input' }, name)
    }
    await assert.rejects(admin.call(addDomain, { name: '_acme.example.com' }), { code: 'invalid_input' })
  })

  test('an instance without a public URL has zones, but no domains', async () => {
    await using lab = await openZonesLab({ environment: { HOST_PUBLIC_URL: '' } })
    assert.equal((await lab.addZone()).name, acme)
    await assert.rejects(lab.host.as('admin').call(addDomain, { name: acme }), { code: 'conflict' })
  })

  test('hosts of the deployment, its base zone, and zones that the account lacks cannot be added', async () => {
    const provider = memoryDnsProvider({ zones: { [acme]: [], 'host.test': [], 'a.host.test': [], 'co.uk': [] } })
    await using lab = await openZonesLab({ provider })
    const { id: accountId } = await lab.addAccount()
    const admin = lab.host.as('admin')
    for (const name of ['host.test', 'A.Host.test.', 'co.uk', 'other.example']) {
      await assert.rejects(admin.call(addZone, { accountId, name }), { code: 'invalid_input' }, name)
    }
    await admin.call(addZone, { accountId, name: 'ACME.example.' })
    await assert.rejects(admin.call(addZone, { accountId, name: acme }), { code: 'conflict' })
    const { items } = await admin.call(listOfferedZones, { id: accountId })
    assert.deepEqual(
      items.filter(({ zoneId }) => zoneId !== null).map(({ name }) => name),
      [acme],
    )
  })

  test('a zone with too many records or bytes is not added', async () => {
    const sets = (count: number, data: readonly string[]) =>
      Array.from({ length: count }, (_, at) => ({ name: `n${at}.${acme}`, type: 'TXT', ttl: 300, data }))
    const text = `"${'x'.repeat(250)}" `.repeat(30).trim()
    const many = Array.from({ length: domainLimits.records }, (_, at) => `"${at}"`)
    for (const records of [sets(600, [text]), sets(251, many)]) {
      await using lab = await openZonesLab({ provider: memoryDnsProvider({ zones: { [acme]: records } }) })
      await assert.rejects(lab.addZone(), { code: 'conflict' })
    }
  })

  test('two workspaces may hold the same zone, each by an account of its own', async () => {
    await using lab = await openZonesLab()
    const [ours, theirs] = [await lab.addZone(), await lab.addZone(acme, lab.host.as('otherOwner'))]
    assert.notEqual(ours.id, theirs.id)
    assert.equal((await lab.host.as('otherOwner').call(listZones)).items.length, 1)
  })

  test('removing a zone leaves its records at the provider', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    await lab.host.as('admin').call(removeZone, { id })
    assert.equal(lab.records().length, 5)
    await assert.rejects(lab.host.as('member').call(listRecords, { id }), { code: 'not_found' })
    await lab.pass({ hours: 2 })
  })
})

suite('DNS zones: changes from outside', () => {
  test('a zone stays while a changeset is interrupted on it, and its removal makes plans stale', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const admin = lab.host.as('admin')
    const orgId = lab.host.workspaces.here
    const set = ['a', 'b'].map((name) => ({ name, type: 'A', data: ['192.0.2.7'] }))
    const plan = await lab.plan(id, { set })
    lab.provider.plant({ kind: 'broken', call: 'write', after: 1 })
    assert.equal((await lab.apply(plan)).state, 'interrupted')
    lab.provider.clearFaults()
    await assert.rejects(admin.call(removeZone, { id }), { code: 'target_busy' })
    await lab.changesets.finish(orgId, plan.id, lab.host.userIds.admin)
    await lab.host.settleJobs()
    assert.equal((await lab.changesets.find(orgId, plan.id))?.state, 'applied')
    const waiting = await lab.plan(id, { delete: set.map(({ name, type }) => ({ name, type })) })
    await admin.call(removeZone, { id })
    await assert.rejects(lab.apply(waiting), { code: 'stale_plan' })
    assert.equal(lab.records().length, 7)
  })

  test('a change made outside is recorded within the hour, once, and makes plans stale', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const member = lab.host.as('member')
    const planned = await lab.plan(id, { set: [{ ...go, data: [...go.data] }] })
    await lab.apply(planned)
    const stale = await lab.plan(id, { delete: [{ name: go.name, type: go.type }] })
    lab.provider.zones.get(acme)?.set({ name: `new.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.9'] })
    lab.provider.zones.get(acme)?.delete({ name: `mail.${acme}`, type: 'A' })
    await lab.pass({ minutes: 61 })
    await lab.pass({ minutes: 61 })
    const { records, driftAt, lastChange, lastDrift } = await member.call(readZone, { id })
    assert.deepEqual([records, lastChange?.id, lastDrift?.count], [6, planned.id, 2])
    assert.notEqual(driftAt, null)
    const events = await lab.events()
    assert.deepEqual(
      events
        .map(({ data }) => data)
        .map((data) => [(data as { count: number }).count, (data as { isDrift: boolean }).isDrift]),
      [
        [1, false],
        [2, true],
      ],
    )
    await assert.rejects(lab.apply(stale), { code: 'stale_plan' })
    const { items } = await member.call(listZoneHistory, { id })
    assert.deepEqual(
      items.map(({ isDrift, count }) => [isDrift, count]),
      [
        [true, 2],
        [false, 1],
        [true, 0],
      ],
    )
  })

  test('a read that fails is shown, and never as a good one', async () => {
    await using lab = await openZonesLab()
    const { id, readAt } = await lab.addZone()
    lab.provider.plant({ kind: 'refused', call: 'records', times: 2 })
    await lab.pass({ minutes: 61 })
    const member = lab.host.as('member')
    const failed = await member.call(readZone, { id })
    assert.deepEqual([failed.problem, failed.readAt], ['remote_refused', readAt])
    await assert.rejects(lab.host.as('admin').call(refreshZone, { id }), { code: 'remote_refused' })
    const good = await lab.host.as('admin').call(refreshZone, { id })
    assert.equal(good.problem, null)
    assert.notEqual(good.readAt, readAt)
    lab.provider.removeZone(acme)
    await assert.rejects(lab.host.as('admin').call(refreshZone, { id }), { code: 'remote_failed' })
  })

  test('a changeset that was left half-done is no change from outside', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const plan = await lab.plan(id, {
      set: ['a', 'b'].map((name) => ({ name, type: 'A', data: ['192.0.2.7'] })),
    })
    lab.provider.plant({ kind: 'broken', call: 'write', after: 1 })
    assert.equal((await lab.apply(plan)).state, 'interrupted')
    await assert.rejects(lab.host.as('admin').call(refreshZone, { id }), { code: 'target_busy' })
    await lab.changesets.leave(lab.host.workspaces.here, plan.id, lab.host.userIds.admin)
    const { records, driftAt, problem } = await lab.host.as('admin').call(refreshZone, { id })
    assert.deepEqual([records, driftAt, problem], [6, null, null])
  })
})

suite('DNS zones: past moments', () => {
  test('a moment has the changes of a changeset that was left half-done, also before the zone is read again', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const set = ['a', 'b'].map((name) => ({ name, type: 'A', data: ['192.0.2.7'] }))
    const plan = await lab.plan(id, { set })
    lab.provider.plant({ kind: 'broken', call: 'write', after: 1 })
    await lab.apply(plan)
    lab.host.clock.advance({ minutes: 1 })
    const before = new Date(lab.host.clock.now()).toISOString()
    lab.host.clock.advance({ minutes: 1 })
    await lab.changesets.leave(lab.host.workspaces.here, plan.id, lab.host.userIds.admin)
    lab.host.clock.advance({ minutes: 1 })
    const member = lab.host.as('member')
    const { changes } = await member.call(diffZone, { id, from: before })
    assert.deepEqual(
      changes.map(({ name, before: former }) => [name, former]),
      [[`a.${acme}`, null]],
    )
    assert.equal((await lab.events()).length, 1)
  })

  test('a past moment is that of the history while a change from outside is not recorded, and asks the provider nothing', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    lab.host.clock.advance({ minutes: 5 })
    const at = new Date(lab.host.clock.now()).toISOString()
    lab.host.clock.advance({ minutes: 5 })
    lab.provider.zones.get(acme)?.set({ name: `mail.${acme}`, type: 'A', ttl: 300, data: ['203.0.113.9'] })
    const mail = async () => {
      const { records } = await lab.host.as('member').call(readZoneAt, { id, at })
      return records.find(({ name }) => name === `mail.${acme}`)?.data
    }
    const calls = lab.provider.calls.length
    assert.deepEqual(await mail(), ['192.0.2.25'])
    assert.equal(lab.provider.calls.length, calls)
    await lab.host.as('admin').call(refreshZone, { id })
    assert.deepEqual(await mail(), ['192.0.2.25'])
  })

  test('a zone is read, compared and exported as of a moment', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const member = lab.host.as('member')
    const at = () => new Date(lab.host.clock.now()).toISOString()
    const before = at()
    lab.host.clock.advance({ minutes: 5 })
    await lab.apply(await lab.plan(id, { set: [{ ...go, data: [...go.data] }], delete: [{ name: 'www', type: 'A' }] }))
    lab.host.clock.advance({ minutes: 5 })
    const after = at()
    const names = async (moment: string) =>
      (await member.call(readZoneAt, { id, at: moment })).records.map(({ name, type }) => `${name} ${type}`)
    assert.equal((await names(before)).includes('go.acme.example CNAME'), false)
    assert.equal((await names(after)).includes('go.acme.example CNAME'), true)
    const { changes } = await member.call(diffZone, { id, from: before, to: after })
    assert.deepEqual(
      changes.map(({ name, before: old, after: now }) => [name, old?.data ?? null, now?.data ?? null]),
      [
        ['go.acme.example', null, ['links.example.net.']],
        ['www.acme.example', ['192.0.2.1', '192.0.2.2'], null],
      ],
    )
    assert.deepEqual((await member.call(diffZone, { id, from: after })).changes, [])
    for (const [input, path] of [
      [{ from: after, to: before }, 'to'],
      [{ from: '2001-01-01T00:00:00.000Z', to: after }, 'from'],
    ] as const) {
      const answer = await member.get(`/api/x/domains/zones/${id}/diff?from=${input.from}&to=${input.to}`)
      const { errors } = (await answer.json()) as { readonly errors?: readonly { readonly path: string }[] }
      assert.deepEqual([answer.status, errors?.map((each) => each.path)], [400, [path]])
    }
    const exported = async (query: string) =>
      await (await member.get(`/api/x/domains/zones/${id}/export${query}`)).text()
    assert.match(await exported(`?at=${before}`), /^www\s+300 IN A/m)
    assert.doesNotMatch(await exported(''), /^www/m)
    assert.match(await exported(''), /^go\s+300 IN CNAME/m)
    await assert.rejects(member.call(readZoneAt, { id, at: '2000-01-01T00:00:00Z' }), { code: 'invalid_input' })
  })
})
