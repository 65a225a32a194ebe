import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { changeMailbox, createMailbox, deleteEmail, deleteMailbox, listEmails, listMailboxes } from '../../shared.ts'
import { hostileEmails } from '../testing/hostile-emails.ts'
import { domain, openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'
import { withBlobs } from '../testing/with-blobs.ts'

async function deleteForGood({ host }: MailLab, id = ''): Promise<void> {
  await host.as('owner').call(deleteEmail, { id })
  await host.as('owner').call(deleteEmail, { id, permanently: true })
}

const files = hostileEmails().get('attachments with hostile names') ?? ''

suite('the end of emails', () => {
  test('mailbox deletion takes mails and blobs, and no others', async (context) => {
    const { plugin, count } = withBlobs()
    const lab = await openMailLab(context, { plugin })
    const { host, mailbox } = lab
    const owner = host.as('owner')
    const sales = await owner.call(createMailbox, { address: `sales@${domain}` })
    for (let at = 0; at < 60; at += 1) await lab.deliver(rawEmail())
    await lab.deliver(files)
    await lab.deliver(rawEmail({ Subject: 'Both' }), { to: `info@${domain},sales@${domain}` })
    const before = await count(host.workspaces.here)
    assert.equal(before, 60 + 1 + 8 + 1)
    await owner.call(deleteMailbox, { id: mailbox.id })
    assert.deepEqual(
      (await lab.emails()).map(({ mailboxId }) => mailboxId),
      [sales.id],
    )
    await lab.deliver(rawEmail())
    await host.settleJobs()
    assert.equal(await count(host.workspaces.here), 1)
    assert.deepEqual(
      (await lab.emails()).map(({ subject }) => subject),
      ['Both'],
    )
    await owner.call(createMailbox, { address: `info@${domain}` })
    assert.equal((await lab.emails()).length, 1)
  })

  test('an email that is deleted for good takes its files with it once no mailbox has it', async (context) => {
    const { plugin, count } = withBlobs()
    const lab = await openMailLab(context, { plugin })
    const owner = lab.host.as('owner')
    await owner.call(createMailbox, { address: `sales@${domain}` })
    await lab.deliver(files, { to: `info@${domain},sales@${domain}` })
    const [one, two] = await lab.emails()
    assert.equal(await count(lab.host.workspaces.here), 9)
    await deleteForGood(lab, one?.id)
    assert.equal(await count(lab.host.workspaces.here), 9)
    await deleteForGood(lab, two?.id)
    assert.equal(await count(lab.host.workspaces.here), 0)
  })

  test('retention: a mailbox with a time deletes emails that are older, and counts them', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    await owner.call(changeMailbox, { id: lab.mailbox.id, retentionDays: 4 })
    await lab.deliver(rawEmail({ Subject: 'Old' }))
    lab.host.clock.advance({ days: 3 })
    await lab.deliver(rawEmail({ Subject: 'New' }))
    await lab.host.settleJobs()
    assert.equal((await owner.call(listEmails, {})).items.length, 2)
    lab.host.clock.advance({ days: 2 })
    await lab.host.settleJobs()
    assert.deepEqual(
      (await owner.call(listEmails, {})).items.map(({ subject }) => subject),
      ['New'],
    )
    const { items } = await owner.call(listMailboxes, {})
    assert.deepEqual(items[0]?.folders?.[0], { folder: 'inbox', emails: 1, unread: 1 })
    const log = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { action: 'email.expired' })
    assert.deepEqual(
      log.items.map(({ actor, target, after }) => [actor.kind, target, after]),
      [['host', `mailbox:${lab.mailbox.id}`, { deleted: 1 }]],
    )
  })
})
