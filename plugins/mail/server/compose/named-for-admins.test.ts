import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Records } from '@host/plugin/platform'
import { changeDraft, createDraft, sendEmail } from '../../shared.ts'
import { domain, openMailLab } from '../testing/mail-lab.ts'

test('a draft and a message in the log are named to approvers by sender and recipients, and by nothing that they say', async (context) => {
  const lab = await openMailLab(context)
  const owner = lab.host.as('owner')
  const [to, others] = [
    [{ address: 'ada@peer.example' }],
    ['b', 'c', 'd'].map((name) => ({ address: `${name}@peer.example` })),
  ]
  const draft = await owner.call(createDraft, { to, subject: 'Secret plan', text: 'Secret text' })
  const scheduledAt = new Date(lab.host.clock.now() + 3_600_000).toISOString()
  const email = { mailboxId: lab.mailbox.id, to, subject: 'Secret plan', text: 'Secret text', scheduledAt }
  const { outgoingId } = await owner.call(sendEmail, email)
  const names = async () => {
    const found = await lab.host.service(Records).namesOf(lab.host.workspaces.here, [draft.id, outgoingId])
    return found.map(({ name, detail }) => [name, detail])
  }
  const from = `info@${domain}`
  assert.deepEqual(await names(), [
    [from, 'ada@peer.example'],
    [from, 'ada@peer.example'],
  ])
  await owner.call(changeDraft, { id: draft.id, revision: 1, cc: others })
  assert.deepEqual((await names())[0], [from, 'ada@peer.example, b@peer.example, c@peer.example (+1)'])
})
