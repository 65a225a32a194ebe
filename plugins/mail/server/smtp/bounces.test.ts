import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryReport } from '@host/email/testing'
import { openBounceLab } from '../testing/bounce-lab.ts'
import { portOf, sendTo, serverName } from '../testing/smtp-lab.ts'

test('bounces come by SMTP to signed addresses, change their recipient, and go to no mailbox', async (context) => {
  const environment = {
    HOST_SMTP_LISTEN: '127.0.0.1:0',
    HOST_SMTP_NAME: serverName,
    HOST_DNS_RESOLVERS: '127.0.0.1:1',
  }
  const lab = await openBounceLab(context, { environment })
  await lab.host.listen()
  const { recipientId, bounces } = await lab.send('ada@peer.example')
  const report = deliveryReport({ status: '5.1.1', diagnostic: '550 5.1.1 User unknown' }).replaceAll(/\r?\n/g, '\r\n')
  const deliver = async (to: string) => (await sendTo(portOf(lab.host), report, { from: '', to: [to] })).slice(0, 9)
  const last = bounces.charAt(bounces.indexOf('@') - 1)
  const forged = bounces.replace(`${last}@`, `${last === '0' ? '1' : '0'}@`)
  assert.equal(await deliver(forged), '550 5.1.1')
  assert.equal((await lab.recipient(recipientId)).state, 'delivered')
  for (let times = 0; times < 2; times += 1) assert.equal(await deliver(bounces), '250 2.0.0')
  assert.equal((await lab.recipient(recipientId)).state, 'bounced')
  assert.equal((await lab.suppressions())[0]?.address, 'ada@peer.example')
  assert.deepEqual(await lab.emails(), [])
})
