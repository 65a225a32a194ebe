import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { suite, test } from 'node:test'
import { certificateIdentity } from '@host/acme'
import { missingPebble } from '@host/acme/testing'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'

const hour = 3_600_000
const skip = missingPebble()
const [sqlite] = testDatabases
assert.ok(sqlite)

suite('an authority with wishes', { skip }, () => {
  test('a certificate is renewed when the authority advises, and the order names it', async () => {
    await using lab = await AcmeLab.start(sqlite)
    lab.added.renewalInfo = 'https://127.0.0.1/renewal'
    const start = lab.clock.now
    lab.window = { start: start + 100 * hour, end: start + 101 * hour }
    const process = await lab.process()
    await lab.answer('org_1', 'advised.example')
    await process.run()
    const first = (await process.store.material('advised.example'))?.cert ?? ''
    await process.run()
    const planned = Date.parse((await process.store.find('advised.example'))?.renewAt ?? '')
    assert.ok(planned >= lab.window.start && planned <= lab.window.end)
    // It has to be replaced at once: the authority is asked again six hours later.
    lab.window = { start: start + hour, end: start + 2 * hour }
    await process.run()
    assert.equal(Date.parse((await process.store.find('advised.example'))?.renewAt ?? ''), planned)
    lab.clock.now = start + 7 * hour
    await process.run()
    await process.run()
    const second = (await process.store.material('advised.example'))?.cert ?? ''
    assert.notEqual(new X509Certificate(second).serialNumber, new X509Certificate(first).serialNumber)
    assert.deepEqual(replacesOf(lab), [undefined, certificateIdentity(first)])
  })

  test('a profile is asked for where the authority has it, and is the reason of a failure where it has not', async () => {
    await using lab = await AcmeLab.start(sqlite, { profile: 'shortlived' })
    const process = await lab.process()
    await lab.answer('org_1', 'profile.example')
    await process.run()
    assert.equal((await process.store.find('profile.example'))?.problem?.code, 'profile')
    lab.added.meta = { profiles: { shortlived: 'A week' } }
    lab.clock.now += hour
    await (await lab.process()).run()
    assert.equal((await process.store.find('profile.example'))?.state, 'valid')
    assert.equal(lab.orders.at(-1)?.['profile'], 'shortlived')
  })

  test('CAA records of a zone are read before an order is counted', async () => {
    await using lab = await AcmeLab.start(sqlite)
    lab.added.meta = { caaIdentities: ['ca.test'] }
    const remove = lab.pebble.names.add('refused.example.', 'CAA', '0 issue "other.test"')
    const process = await lab.process()
    await lab.answer('org_1', 'www.refused.example')
    await process.run()
    const { code, detail } = (await process.store.find('www.refused.example'))?.problem ?? {}
    assert.equal(code, 'caa')
    assert.match(
      detail ?? '',
      /^The CAA records don't permit ca.test to use http-01 or tls-alpn-01 for the account https:.*my-account/,
    )
    assert.deepEqual(lab.orders, [])
    remove()
    const rule = 'ca.test; accounturi=https://ca.test/other'
    const removeRule = lab.pebble.names.add('refused.example.', 'CAA', `0 issue "${rule}"`)
    await process.store.schedule('www.refused.example', lab.clock.now)
    await process.run()
    assert.deepEqual(lab.orders, [], 'another account is permitted')
    removeRule()
  })

  test('CAA records may permit a challenge that is not the usual one', async () => {
    await using lab = await AcmeLab.start(sqlite, { challenge: 'http-01' })
    lab.added.meta = { caaIdentities: ['ca.test'] }
    lab.pebble.names.add('picky.example.', 'A', '127.0.0.1')
    lab.pebble.names.add('picky.example.', 'CAA', '0 issue "ca.test; validationmethods=tls-alpn-01"')
    const process = await lab.process()
    await lab.answer('org_1', 'picky.example')
    const proved = new Set<unknown>()
    const read = { sql: 'select kind from host_acme_challenges', parameters: [], writes: false, tenant: undefined }
    lab.before = async () => (await process.database.run(read)).rows.forEach(({ kind }) => proved.add(kind))
    await process.run()
    assert.equal((await process.store.find('picky.example'))?.state, 'valid')
    assert.deepEqual([...proved], ['tls-alpn-01'])
  })

  test('another authority issues every certificate again, and those before serve until then', async () => {
    await using lab = await AcmeLab.start(sqlite)
    lab.added.renewalInfo = 'https://127.0.0.1/renewal'
    lab.window = { start: lab.clock.now + 100 * hour, end: lab.clock.now + 101 * hour }
    const process = await lab.process()
    await lab.answer('org_1', 'moved.example')
    await process.run()
    const before = await process.store.find('moved.example')
    const sql = "update host_acme_accounts set directory = 'https://staging.example/directory'"
    await process.database.run({ sql, parameters: [], writes: true, tenant: undefined })
    await process.run()
    const after = await process.store.find('moved.example')
    assert.notEqual(after?.serial, before?.serial)
    await process.run()
    assert.equal((await process.store.find('moved.example'))?.serial, after?.serial)
    assert.deepEqual(replacesOf(lab), [undefined, undefined], 'the new authority knows no certificate of another one')
  })

  test('an authority that refuses to replace a certificate gets an order that replaces none', async () => {
    await using lab = await AcmeLab.start(sqlite)
    lab.added.renewalInfo = 'https://127.0.0.1/renewal'
    lab.refuse = (_url, payload) =>
      payload?.['replaces'] === undefined ? undefined : { status: 404, code: 'malformed' }
    const process = await lab.process()
    await lab.answer('org_1', 'refused.example')
    await process.run()
    const first = await process.store.find('refused.example')
    const identity = certificateIdentity((await process.store.material('refused.example'))?.cert ?? '')
    await process.store.schedule('refused.example', lab.clock.now)
    await process.run()
    const second = await process.store.find('refused.example')
    assert.notEqual(second?.serial, first?.serial)
    assert.deepEqual([second?.state, second?.attempts], ['valid', 0])
    assert.deepEqual(replacesOf(lab), [undefined, identity, undefined])
  })
})

function replacesOf({ orders }: AcmeLab): readonly unknown[] {
  return orders.map(({ replaces }) => replaces)
}
