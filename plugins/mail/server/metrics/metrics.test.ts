import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test, type TestContext } from 'node:test'
import { startPeer, addTransport, openSendLab, type SendLab } from '../testing/send-lab.ts'
import { domain, rawEmail } from '../testing/mail-lab.ts'
import { portOf, sendTo, serverName } from '../testing/smtp-lab.ts'

const token = 'a-long-and-random-token-of-the-operator'

/** A host that sends and receives, with its metrics on. */
async function openLab(context: TestContext): Promise<SendLab> {
  const environment = {
    HOST_METRICS_TOKEN: token,
    HOST_SMTP_LISTEN: '127.0.0.1:0',
    HOST_SMTP_NAME: serverName,
    HOST_DNS_RESOLVERS: '127.0.0.1:1',
  }
  const lab = await openSendLab(context, { environment })
  await lab.host.listen()
  return lab
}

/** The lines of a scrape that are the plugin's, and no comments. */
async function scrape({ host }: SendLab): Promise<readonly string[]> {
  const answer = await host.fetch(
    new Request('http://host.test/metrics', { headers: { authorization: `Bearer ${token}` } }),
  )
  assert.equal(answer.status, 200)
  return (await answer.text()).split('\n').filter((line) => line.startsWith('plugin_mail_'))
}

suite('metrics of mail', () => {
  test('recipients of received emails are counted by source and result', async (context) => {
    const lab = await openLab(context)
    const port = portOf(lab.host)
    const raw = rawEmail()
    for (const to of [`info@${domain}`, `nobody@${domain}`, 'ada@other.example']) await sendTo(port, raw, { to: [to] })
    await sendTo(port, 'Received: from a.example by b.example\r\n'.repeat(25) + raw)
    const again = rawEmail()
    for (const email of [again, again]) await lab.deliver(email)
    await lab.deliver(rawEmail(), { to: `info@${domain}, nobody@${domain}` })
    const counted = (await scrape(lab)).filter((line) => line.startsWith('plugin_mail_received_recipients_total'))
    assert.deepEqual(counted.toSorted(), [
      'plugin_mail_received_recipients_total{source="http",result="duplicate"} 1',
      'plugin_mail_received_recipients_total{source="http",result="stored"} 2',
      'plugin_mail_received_recipients_total{source="http",result="unknown"} 1',
      'plugin_mail_received_recipients_total{source="smtp",result="refused"} 2',
      'plugin_mail_received_recipients_total{source="smtp",result="stored"} 1',
      'plugin_mail_received_recipients_total{source="smtp",result="unknown"} 1',
    ])
  })

  test('attempts are counted by transport kind and result, and recipients that wait with their age', async (context) => {
    const lab = await openLab(context)
    const kept = { code: 451, enhanced: '4.7.1', text: 'Later' }
    const onRecipient = (_session: unknown, address: string) => (address.startsWith('later') ? kept : 'accepted')
    await lab.send({ to: ['ada@peer.example'] })
    await lab.host.settleJobs()
    await addTransport(lab, await startPeer(context, { onRecipient }), 'direct')
    await lab.send({ to: ['bob@peer.example', 'later@peer.example'] })
    await lab.host.settleJobs()
    await lab.send({ to: ['carl@peer.example'], delay: 60_000 })
    const lines = await scrape(lab)
    const startingWith = (name: string) => lines.filter((line) => line.startsWith(`plugin_mail_${name}`)).toSorted()
    assert.deepEqual(startingWith('delivery_attempts'), [
      'plugin_mail_delivery_attempts_total{transport="none",result="deferred"} 1',
      'plugin_mail_delivery_attempts_total{transport="transport",result="deferred"} 1',
      'plugin_mail_delivery_attempts_total{transport="transport",result="delivered"} 1',
    ])
    assert.deepEqual(startingWith('waiting_recipients'), [
      'plugin_mail_waiting_recipients{state="deferred"} 2',
      'plugin_mail_waiting_recipients{state="waiting"} 1',
    ])
    const due = startingWith('oldest_due_timestamp_seconds').map((line) => Number(line.split(' ').at(-1)))
    assert.equal(due.length, 2)
    assert.equal(due[1], lab.host.clock.now() / 1_000 + 60)
    await namesAreDocumented(lines)
  })
})

/** Compares the help with a scrape. */
async function namesAreDocumented(lines: readonly string[]): Promise<void> {
  const measured = new Set(lines.map((line) => /^\w+/.exec(line)?.[0] ?? ''))
  measured.add('plugin_mail_received_recipients_total')
  for (const page of ['usage.mdx', 'usage.zh.mdx']) {
    const text = readFileSync(new URL(`../../../instance/docs/${page}`, import.meta.url), 'utf8')
    const named = text.match(/\bplugin_mail_\w+/g) ?? []
    assert.deepEqual(named.toSorted(), [...measured].toSorted(), page)
  }
}
