/** Our deliveries to a real Postfix, which relays them to our server. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { systemClock } from '../smtp/clock.ts'
import { openSmtpLab, until } from '../smtp/testing/smtp-lab.ts'
import { missingTools } from '../testing/debian-tools.ts'
import { Postfix } from '../testing/postfix.ts'
import { deliverTo, outcomesOf } from './testing/delivery-lab.ts'

suite('Postfix as a server', { skip: missingTools('postfix') }, () => {
  test('takes a message, refuses a recipient, and sends on every byte below its own header', async () => {
    await using lab = await openSmtpLab()
    const access = 'check_recipient_access inline:{ {refused@example.com = 550 5.1.1 unknown} }'
    const postfix = await Postfix.start(lab.server.port, [`smtpd_recipient_restrictions = ${access}, permit`])
    try {
      const text = `From: a@example.org\r\nSubject: Grüße\r\n\r\n.\r\n..\r\n.x\r\n${'long '.repeat(150)}\r\n\r\nend\r\n`
      const recipients = ['refused@example.com', 'b@example.com', 'c@example.com']
      const delivery = await deliverTo(postfix.port, {
        bytes: Buffer.from(text),
        recipients,
        clock: systemClock,
        timeouts: { total: 20_000 },
      })
      assert.deepEqual(outcomesOf(delivery), ['refused reply 5.1.1', 'delivered reply 2.0.0', 'delivered reply 2.0.0'])
      await until(() => lab.messages.length === 1)
      const [stored] = lab.messages
      assert.deepEqual(stored?.envelope.recipients, ['b@example.com', 'c@example.com'])
      assert.equal(
        stored?.text.endsWith(
          Buffer.from(text)
            .toString('latin1')
            .slice(text.indexOf('\r\n\r\n') + 4),
        ),
        true,
      )
    } finally {
      await postfix.stop()
    }
  })
})
