import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { normalizeData } from '../../../packages/dns/src/index.ts'
import { startSmtpServer } from '../../../packages/email/src/index.ts'
import { missingDkimpy, verifyByDkimpy } from '../../../packages/email/src/compose/testing/dkimpy.ts'
import { planSender, proveSender, readSender } from '../../../plugins/mail/shared.ts'
import { acme, openSendersLab, serverName } from '../lab/senders-lab.ts'

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

  test(
    'an email that leaves for another server is signed twice, as dkimpy verifies',
    { skip: missingDkimpy() },
    async (context) => {
      const lab = await openSendersLab(context)
      const admin = lab.host.as('admin')
      const arrived: Uint8Array[] = []
      const peer = await startSmtpServer({
        name: 'mx.other.example',
        host: '127.0.0.2',
        port: lab.port,
        log: { info: () => undefined, error: () => undefined },
        onRecipient: () => 'accepted',
        onMessage: async (_session, _envelope, bytes) => {
          arrived.push(bytes)
          return { code: 250, enhanced: '2.0.0', text: 'Stored' }
        },
      })
      context.after(() => peer.stop(0))
      lab.tree.delegate('other.example')
      lab.tree.records('other.example MX', ['10 mx.other.example.'])
      lab.tree.records('mx.other.example A', ['127.0.0.2'])
      const { id } = await lab.create()
      await admin.call(proveSender, { id, to: 'ada@other.example' })
      await lab.host.settleJobs()
      await lab.fix(id)
      await lab.check(id)
      await admin.call(proveSender, { id, to: 'ada@other.example' })
      await lab.host.settleJobs()
      const { proof } = await admin.call(readSender, { id })
      assert.deepEqual([proof?.state, proof?.isOwn, proof?.results], ['arrived', false, null])
      const records = Object.fromEntries(
        lab.zone().flatMap((line) => {
          const [name = '', , ...data] = line.split(' ')
          return name.includes('._domainkey.') ? [[name, data.join(' ').replaceAll(/"( ")?/g, '')]] : []
        }),
      )
      const found = verifyByDkimpy({ messages: arrived.map((bytes) => Buffer.from(bytes)), records })
      assert.deepEqual(found, [[], [true, true]], 'nothing is signed before the keys are served')
    },
  )

  test('a look-up without an answer makes no line right, and two daily failures make one event', async (context) => {
    const lab = await openSendersLab(context)
    const { id } = await lab.create()
    await lab.fix(id)
    await lab.check(id)
    await lab.host.settleJobs()
    assert.deepEqual(
      lab.events.map(({ name }) => name),
      ['mail.domain_ready'],
    )
    for (const server of lab.tree.servers) lab.tree.break(server, 'refused')
    const blind = await lab.check(id)
    const looked = new Set(['dkim', 'spf', 'dmarc', 'mx', 'return_path', 'mta_sts', 'tls_rpt'])
    assert.deepEqual(
      [...new Set(blind.lines.filter((line) => looked.has(line.id)).map(({ state }) => state))],
      ['unknown'],
    )
    assert.equal(blind.state, 'unknown')
    lab.tree.mend()
    lab.tree.records(`_dmarc.${acme} TXT`, [])
    for (let day = 1; day <= 3; day += 1) await lab.pass({ hours: 25 })
    const broken = lab.events.filter(({ name }) => name === 'mail.domain_not_ready')
    assert.deepEqual(
      broken.map(({ data }) => data),
      [{ senderId: id, domain: acme, lines: ['dmarc'] }],
    )
    assert.equal(lab.notifications.filter(({ category }) => category === 'sender-check').length, 1)
  })

  test('where the zone is elsewhere, the records are there to copy and are looked up live', async (context) => {
    const lab = await openSendersLab(context, { hasZone: false })
    const admin = lab.host.as('admin')
    const { id, zone } = await lab.create()
    assert.equal(zone, null)
    const { records } = await lab.check(id)
    assert.deepEqual(
      records.map(({ line }) => line),
      ['dkim', 'dkim', 'spf', 'dmarc', 'mx'],
    )
    const spf = records.find(({ line }) => line === 'spf')
    assert.deepEqual(spf?.values.toSorted(), ['site=1', `v=spf1 ip4:192.0.2.9 a:${serverName} -all`])
    assert.equal((await admin.call(planSender, { id })).changesetId, null)
    for (const { name, type, values } of records) {
      const data = values.map((value) => (type === 'TXT' ? normalizeData('TXT', `"${value}"`) : value))
      lab.tree.records(`${name} ${type}`, data)
    }
    const after = await lab.check(id)
    assert.equal(after.isSigning, true)
    assert.deepEqual(after.records, [])
  })

  test('a record that others added after the last reading stays in the plan', async (context) => {
    const lab = await openSendersLab(context)
    const { id } = await lab.create()
    await lab.check(id)
    const zone = lab.provider.zones.get(acme)
    const texts = ['"site=1"', '"new=1"', '"v=spf1 ip4:192.0.2.9 -all"']
    zone?.set({ name: acme, type: 'TXT', ttl: 3_600, data: texts })
    await lab.fix(id)
    assert.ok(lab.zone().includes(`${acme} TXT "new=1"`), lab.zone().join('\n'))
    assert.ok(lab.zone().includes(`${acme} TXT "v=spf1 ip4:192.0.2.9 a:${serverName} -all"`))
  })
})
