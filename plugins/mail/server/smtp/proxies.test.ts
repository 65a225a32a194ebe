import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RawClient, textHeader } from '@host/email/testing'
import { rawEmail } from '../testing/mail-lab.ts'
import { dialogue, openSmtpLab } from '../testing/smtp-lab.ts'

test('behind a load balancer, SPF and Received have the client of the PROXY header', async (context) => {
  const lab = await openSmtpLab(context, {
    zone: { 'TXT sender.example': 'v=spf1 ip4:192.0.2.7 -all' },
    environment: { HOST_SMTP_PROXIES: '127.0.0.0/8' },
  })
  const results: string[] = []
  for (const address of ['192.0.2.7', '192.0.2.8']) {
    const box = await lab.openMailbox()
    const client = await RawClient.connect(lab.port)
    client.send(textHeader(address))
    await client.codes(1)
    client.send(dialogue(rawEmail(), { to: [box.address] }))
    assert.equal((await client.rest()).at(-1), '221 2.0.0')
    const [email] = await box.emails()
    const raw = await (await lab.host.as('owner').get(`/api/emails/${email?.id}/raw`)).text()
    assert.ok(raw.includes(`Received: from client.example ([${address}])`), raw)
    results.push(/\bspf=(\w+)/.exec(raw)?.[1] ?? '')
  }
  assert.deepEqual(results, ['pass', 'fail'])
})
