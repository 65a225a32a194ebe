import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { changeSender, createSender, planSender, readSender, rotateSender } from '../../../plugins/mail/shared.ts'
import { acme, openSendersLab, type SendersLab } from '../lab/senders-lab.ts'

const read = async ({ host }: SendersLab, id: string) => await host.as('admin').call(readSender, { id })
const stages = async (lab: SendersLab, id: string) => (await read(lab, id)).keys.map(({ stage }) => stage)
const records = (lab: SendersLab) => lab.zone().filter((line) => line.includes('_domainkey')).length

/** Moves the clock on, lets the jobs run, and serves what they changed. */
async function hours(lab: SendersLab, count: number): Promise<void> {
  await lab.pass({ hours: count })
  lab.publish()
}

/** A domain whose first keys sign. */
async function signing(lab: SendersLab): Promise<string> {
  const { id } = await lab.create()
  await lab.fix(id)
  await lab.check(id)
  assert.deepEqual(await stages(lab, id), ['signing'])
  return id
}

suite('rotation of DKIM keys', () => {
  test('DKIM: new keys are served for 48 hours before they sign, and former ones for 7 days after', async (context) => {
    const lab = await openSendersLab(context)
    const id = await signing(lab)
    await lab.host.as('admin').call(rotateSender, { id })
    await assert.rejects(lab.host.as('admin').call(rotateSender, { id }), { code: 'conflict' })
    await hours(lab, 24)
    assert.deepEqual(await stages(lab, id), ['publishing', 'signing'], 'without records nothing moves on')
    await lab.fix(id)
    await lab.check(id)
    assert.deepEqual(await stages(lab, id), ['waiting', 'signing'])
    await hours(lab, 42)
    assert.deepEqual(await stages(lab, id), ['waiting', 'signing'])
    lab.host.clock.advance({ hours: 12 })
    await lab.host.as('admin').signIn()
    await Promise.all([lab.check(id), lab.check(id), lab.host.settleJobs()])
    assert.deepEqual(await stages(lab, id), ['signing', 'retiring'])
    const { items } = await lab.host.service(AuditLog).list(lab.host.workspaces.here, {
      action: 'mail_sender.keys_changed',
    })
    const changes = items.map(({ before, after }) => JSON.stringify([before?.['selector'], after?.['stage']]))
    assert.equal(new Set(changes).size, changes.length, 'two checks and a job at once change each key once')
    assert.equal(records(lab), 4)
    await hours(lab, 6 * 24)
    assert.deepEqual(await stages(lab, id), ['signing', 'retiring'])
    await hours(lab, 36)
    await hours(lab, 2)
    assert.deepEqual(await stages(lab, id), ['signing'], 'the records were deleted by a plan of the job')
    assert.equal(records(lab), 2)
  })

  test('a record that is withdrawn while it waits puts the keys back, and a server without it counts', async (context) => {
    const lab = await openSendersLab(context)
    const id = await signing(lab)
    await lab.host.as('admin').call(rotateSender, { id })
    await lab.fix(id)
    await lab.check(id)
    const { keys } = await read(lab, id)
    const name = `${keys[0]?.selectors[0]}._domainkey.${acme} TXT`
    lab.tree.records(name, [], lab.tree.servers[1])
    await lab.check(id)
    assert.deepEqual(await stages(lab, id), ['publishing', 'signing'])
    lab.publish()
    lab.tree.break(lab.tree.servers[0], 'refused')
    await lab.check(id)
    assert.deepEqual(await stages(lab, id), ['publishing', 'signing'], 'a server that refuses is no proof')
    lab.tree.mend()
    await lab.check(id)
    assert.deepEqual(await stages(lab, id), ['waiting', 'signing'])
    await lab.host.settleJobs()
    assert.deepEqual(
      lab.events.filter(({ name: event }) => event === 'mail.dkim_record_missing').map(({ data }) => data),
      [{ domain: acme, selector: keys[0]?.selectors[0]?.slice(0, -1) }],
    )
  })

  test('by schedule the keys, their records and the switch need no one', async (context) => {
    const lab = await openSendersLab(context)
    const id = await signing(lab)
    await lab.host.as('admin').call(changeSender, { id, rotateDays: 30 })
    for (const passed of [31 * 24, 2, 49]) await hours(lab, passed)
    assert.deepEqual(await stages(lab, id), ['signing', 'retiring'])
    for (const passed of [7 * 24, 2]) await hours(lab, passed)
    assert.deepEqual(await stages(lab, id), ['signing'])
    assert.equal(records(lab), 2)
  })

  test('no answer, event, audit entry, log line or record has a private key', async (context) => {
    const lab = await openSendersLab(context)
    const id = await signing(lab)
    const admin = lab.host.as('admin')
    const seen = [
      await read(lab, id),
      await admin.call(rotateSender, { id }),
      await admin.call(planSender, { id }),
      (await lab.host.service(AuditLog).list(lab.host.workspaces.here, { limit: 200 })).items,
      lab.events,
      lab.host.logs,
      lab.zone(),
    ]
    const text = JSON.stringify(seen)
    assert.match(text, /mail_sender\.created/)
    // PKCS #8 of RSA with 2,048 bits, and of Ed25519, in base64, and the name of the sealed column.
    for (const secret of [/MIIE[uv][A-Za-z0-9+/]{20}/, /MC4CAQAwBQYDK2Vw/, /private_keys/, /PRIVATE KEY/]) {
      assert.doesNotMatch(text, secret)
    }
  })

  test('only a verified domain of the workspace is set up, once', async (context) => {
    const lab = await openSendersLab(context)
    const admin = lab.host.as('admin')
    await assert.rejects(admin.call(createSender, { domain: 'other.example' }), { code: 'invalid_input' })
    await assert.rejects(admin.call(createSender, { domain: `sub.${acme}` }), { code: 'invalid_input' })
    await lab.create()
    await assert.rejects(lab.create(), { code: 'conflict' })
    await assert.rejects(lab.host.as('member').call(createSender, { domain: acme }), { code: 'forbidden' })
  })
})
