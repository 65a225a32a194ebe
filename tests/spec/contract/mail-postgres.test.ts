/** Mail on PostgreSQL where its queries or its connections are other ones than on SQLite. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RawClient, textHeader } from '../../../packages/email/src/testing/index.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { domain, rawEmail } from '../../../plugins/mail/server/testing/mail-lab.ts'
import { addTransport, openSendLab, startPeer } from '../../../plugins/mail/server/testing/send-lab.ts'
import { dialogue, portOf, serverName } from '../../../plugins/mail/server/testing/smtp-lab.ts'

const token = 'a-long-and-random-token-of-the-operator'
const client = '192.0.2.7'

for (const product of testDatabases.filter(({ dialect }) => dialect === 'postgres')) {
  test('on PostgreSQL, mail is received behind a PROXY header, and its queue is measured', async (context) => {
    const fresh = await product.create()
    context.after(() => fresh[Symbol.asyncDispose]())
    const folder = await mkdtemp(join(tmpdir(), 'host-mail-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const environment = {
      HOST_DATABASE_URL: fresh.url,
      HOST_DATA: folder,
      HOST_METRICS_TOKEN: token,
      HOST_SMTP_LISTEN: '127.0.0.1:0',
      HOST_SMTP_NAME: serverName,
      HOST_SMTP_PROXIES: '127.0.0.0/8',
      HOST_DNS_RESOLVERS: '127.0.0.1:1',
    }
    const lab = await openSendLab(context, { environment })
    await lab.host.listen()

    const proxied = await RawClient.connect(portOf(lab.host))
    proxied.send(textHeader(client))
    await proxied.codes(1)
    proxied.send(dialogue(rawEmail(), { to: [`info@${domain}`] }))
    assert.equal((await proxied.rest()).at(-1), '221 2.0.0')
    const [email] = await lab.emails()
    const raw = await (await lab.host.as('owner').get(`/api/emails/${email?.id}/raw`)).text()
    assert.ok(raw.includes(`Received: from client.example ([${client}])`), raw)

    const later = { code: 451, enhanced: '4.7.1', text: 'Later' }
    const onRecipient = (_session: unknown, address: string) => (address.startsWith('later') ? later : 'accepted')
    await addTransport(lab, await startPeer(context, { onRecipient }), 'direct')
    await lab.send({ to: ['bob@peer.example', 'later@peer.example'] })
    await lab.host.settleJobs()
    await lab.send({ to: ['carl@peer.example'], delay: 60_000 })
    const headers = { authorization: `Bearer ${token}` }
    const scrape = await lab.host.fetch(new Request('http://host.test/metrics', { headers }))
    const lines = (await scrape.text()).split('\n').filter((line) => line.startsWith('plugin_mail_'))
    const own = (name: string) => lines.filter((line) => line.startsWith(`plugin_mail_${name}`)).toSorted()
    assert.deepEqual(
      [...own('received_recipients'), ...own('delivery_attempts'), ...own('waiting_recipients')],
      [
        'plugin_mail_received_recipients_total{source="smtp",result="stored"} 1',
        'plugin_mail_delivery_attempts_total{transport="transport",result="deferred"} 1',
        'plugin_mail_delivery_attempts_total{transport="transport",result="delivered"} 1',
        'plugin_mail_waiting_recipients{state="deferred"} 1',
        'plugin_mail_waiting_recipients{state="waiting"} 1',
      ],
    )
    const oldest = own('oldest_due_timestamp_seconds').map((line) => Number(line.split(' ').at(-1)))
    assert.deepEqual([oldest.length, oldest[1]], [2, lab.host.clock.now() / 1_000 + 60])
  })
}
