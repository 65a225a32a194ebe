import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listSenders, proveSender, readSender, rotateSender } from '../../../plugins/mail/shared.ts'
import { acme, openSendersLab, serverName, type SendersLab } from '../lab/senders-lab.ts'

const stagesOf = async ({ host }: SendersLab, id: string) =>
  (await host.as('admin').call(readSender, { id })).keys.map(({ stage }) => stage)

suite('sending domains', () => {
  test('one plan fixes every line, keeps the terms of SPF, and a proof arrives with all checks passed', async (context) => {
    const lab = await openSendersLab(context)
    const admin = lab.host.as('admin')
    const created = await lab.create()
    assert.deepEqual(
      created.keys.map(({ stage }) => stage),
      ['publishing'],
    )
    const before = await lab.check(created.id)
    const states = new Map(before.lines.map((line) => [line.id, line.state]))
    assert.deepEqual(
      ['dkim', 'spf', 'dmarc', 'mx', 'ptr'].map((id) => states.get(id as never)),
      ['fail', 'fail', 'fail', 'fail', 'ok'],
      JSON.stringify(before.lines),
    )
    await lab.fix(created.id, { reportsTo: `reports@${acme}` })
    const zone = lab.zone()
    assert.ok(zone.includes(`${acme} TXT "site=1"`), zone.join('\n'))
    assert.ok(zone.includes(`${acme} TXT "v=spf1 ip4:192.0.2.9 a:${serverName} -all"`), zone.join('\n'))
    assert.ok(zone.includes(`_dmarc.${acme} TXT "v=DMARC1; p=none; rua=mailto:reports@${acme}"`), zone.join('\n'))
    assert.ok(zone.includes(`${acme} MX 10 ${serverName}.`))
    assert.equal(zone.filter((line) => line.includes('_domainkey')).length, 2)
    const after = await lab.check(created.id)
    assert.deepEqual(
      after.lines.filter(({ state, isOptional }) => state === 'fail' && !isOptional),
      [],
    )
    assert.equal(after.isSigning, true)
    assert.deepEqual(after.records, [])
    await admin.call(proveSender, { id: created.id })
    await lab.host.settleJobs()
    const { proof } = await admin.call(readSender, { id: created.id })
    assert.equal(proof?.state, 'arrived', JSON.stringify(proof))
    assert.equal(proof?.results?.match(/dkim=pass/g)?.length, 2, proof?.results ?? '')
    assert.match(proof?.results ?? '', /spf=pass/)
    assert.match(proof?.results ?? '', /dmarc=pass/)
  })
})

void [listSenders, rotateSender, stagesOf]
