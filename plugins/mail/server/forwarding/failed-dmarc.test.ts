import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addForward, changeMailbox, createMailbox, listOutgoing } from '../../shared.ts'
import { domain, rawEmail } from '../testing/mail-lab.ts'
import { openSmtpLab } from '../testing/smtp-lab.ts'

const zone = {
  'TXT bank.example': 'v=spf1 ip4:192.0.2.1 -all',
  'TXT _dmarc.bank.example': 'v=DMARC1; p=reject',
  'TXT good.example': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT _dmarc.good.example': 'v=DMARC1; p=reject',
}

test('mail that failed DMARC is not forwarded, even where its mailbox accepts it', async (context) => {
  const lab = await openSmtpLab(context, { zone })
  const owner = lab.host.as('owner')
  const { id } = lab.mailbox
  const other = await owner.call(createMailbox, { address: `other@${domain}` })
  await owner.call(changeMailbox, { id, onDmarcReject: 'accept' })
  await owner.call(addForward, { id, address: other.address })
  const subjects = async () => (await owner.call(listOutgoing, {})).items.map(({ subject }) => subject)
  for (const from of ['ceo@bank.example', 'ada@good.example']) {
    assert.match(await lab.send(rawEmail({ From: from, Subject: from }), { from }), /^250/)
  }
  assert.equal((await lab.emails({ folder: 'inbox' })).length, 2)
  assert.deepEqual(await subjects(), ['ada@good.example'])
})
