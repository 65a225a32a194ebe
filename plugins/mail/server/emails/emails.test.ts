import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import {
  changeEmail,
  changeEmails,
  deleteEmail,
  deleteEmails,
  listConversation,
  listEmails,
  listMailboxes,
  readEmail,
} from '../../shared.ts'
import { openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

/** A laboratory with emails, the newest first. */
async function filled(context: Parameters<typeof openMailLab>[0], count = 3) {
  const lab = await openMailLab(context)
  for (let at = count; at > 0; at -= 1) {
    await lab.deliver(rawEmail({ Subject: `Mail ${at}` }, `Text of ${at}`))
    lab.host.clock.advance({ seconds: 1 })
  }
  const ids = (await lab.emails()).map(({ id }) => id)
  return { lab, owner: lab.host.as('owner'), ids }
}

/** Counts of the folders that are not empty: all, and unread. */
async function counts({ host }: MailLab): Promise<Readonly<Record<string, readonly number[]>>> {
  const { items } = await host.as('owner').call(listMailboxes, {})
  const used = (items[0]?.folders ?? []).filter(({ emails, unread }) => emails !== 0 || unread !== 0)
  return Object.fromEntries(used.map(({ folder, emails, unread }) => [folder, [emails, unread]]))
}

suite('lists of emails', () => {
  test('have the newest first, in pages, by folder, state, time and words', async (context) => {
    const { lab, owner, ids } = await filled(context, 5)
    const first = await owner.call(listEmails, { limit: 2 })
    const second = await owner.call(listEmails, { limit: 2, cursor: first.nextCursor ?? '' })
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      ids.slice(0, 4),
    )
    await owner.call(changeEmail, { id: ids[0] ?? '', isRead: true })
    await owner.call(changeEmail, { id: ids[1] ?? '', folder: 'archive' })
    const found = async (input: Parameters<typeof owner.call<typeof listEmails>>[1]) =>
      (await owner.call(listEmails, input)).items.map(({ subject }) => subject)
    assert.deepEqual(await found({ isRead: true }), ['Mail 1'])
    assert.deepEqual(await found({ folder: 'archive' }), ['Mail 2'])
    assert.deepEqual(await found({ folder: 'inbox', mailboxId: lab.mailbox.id, isRead: false }), [
      'Mail 3',
      'Mail 4',
      'Mail 5',
    ])
    assert.deepEqual(await found({ q: 'text of 4' }), ['Mail 4'])
    assert.deepEqual((await found({ q: 'ada@sender' })).length, 5)
    const { receivedAt } = await owner.call(readEmail, { id: ids[3] ?? '' })
    assert.deepEqual(await found({ receivedAtTo: receivedAt }), ['Mail 5'])
  })

  test('show a conversation, the oldest first', async (context) => {
    const { lab, owner } = await filled(context, 1)
    await lab.deliver(rawEmail({ Subject: 'One', 'Message-ID': '<one@sender.example>' }))
    lab.host.clock.advance({ seconds: 1 })
    await lab.deliver(rawEmail({ Subject: 'Re: One', 'In-Reply-To': '<one@sender.example>' }))
    const [answer] = await lab.emails()
    const { items } = await owner.call(listConversation, { id: answer?.id ?? '' })
    assert.deepEqual(
      items.map(({ subject }) => subject),
      ['One', 'Re: One'],
    )
    const byThread = await owner.call(listEmails, { threadId: answer?.threadId })
    assert.equal(byThread.items.length, 2)
  })
})

suite('changes of emails', () => {
  test('move, mark and count', async (context) => {
    const { lab, owner, ids } = await filled(context)
    assert.deepEqual(await counts(lab), { inbox: [3, 3] })
    const [one = '', two = '', three = ''] = ids
    assert.equal((await owner.call(changeEmail, { id: one, isRead: true })).isRead, true)
    assert.deepEqual(await counts(lab), { inbox: [3, 2] })
    await owner.call(changeEmail, { id: two, folder: 'spam', isRead: true })
    assert.deepEqual(await counts(lab), { inbox: [2, 1], spam: [1, 0] })
    assert.deepEqual(
      await owner.call(changeEmails, { ids: [one, two, three, one], folder: 'archive', isRead: false }),
      {
        changed: 3,
      },
    )
    assert.deepEqual(await counts(lab), { archive: [3, 3] })
    await owner.call(deleteEmail, { id: one })
    assert.deepEqual(await counts(lab), { archive: [2, 2], trash: [1, 1] })
    assert.deepEqual(await owner.call(deleteEmails, { ids: [one, two] }), { deleted: 2 })
    assert.deepEqual(await counts(lab), { archive: [1, 1], trash: [2, 2] })
    await owner.call(deleteEmail, { id: one, permanently: true })
    assert.deepEqual(await counts(lab), { archive: [1, 1], trash: [1, 1] })
    await assert.rejects(owner.call(readEmail, { id: one }), refused('not_found'))
  })

  test('delete for good on request only, and only what is in the trash', async (context) => {
    const { lab, owner, ids } = await filled(context)
    const [one = '', two = ''] = ids
    for (let presses = 0; presses < 3; presses += 1) await owner.call(deleteEmail, { id: one })
    assert.deepEqual(await counts(lab), { inbox: [2, 2], trash: [1, 1] })
    await assert.rejects(owner.call(deleteEmail, { id: two, permanently: true }), refused('conflict'))
    const both = owner.call(deleteEmails, { ids: [one, two], permanently: true })
    await assert.rejects(both, refused('conflict', 'ids.1'))
    assert.deepEqual(await counts(lab), { inbox: [2, 2], trash: [1, 1] })
    assert.deepEqual(await owner.call(deleteEmails, { ids: [one, one], permanently: true }), { deleted: 1 })
    assert.deepEqual(await counts(lab), { inbox: [2, 2] })
  })

  test('are audited once for each press, with counts and mailboxes and without what emails say', async (context) => {
    const { lab, owner, ids } = await filled(context)
    const [first = ''] = ids
    await owner.call(deleteEmails, { ids })
    await owner.call(deleteEmail, { id: first, permanently: true })
    await owner.call(deleteEmails, { ids: ids.slice(1), permanently: true })
    const { items } = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { limit: 20 })
    const entries = items.filter(({ action }) => action.startsWith('email.deleted'))
    const mailboxIds = [lab.mailbox.id]
    assert.deepEqual(
      entries.map(({ action, target, after }) => [action, target, after]),
      [
        ['email.deleted_in_bulk', null, { emails: 2, permanently: true, mailboxIds }],
        ['email.deleted', `email:${first}`, { emails: 1, permanently: true, mailboxIds }],
        ['email.deleted_in_bulk', null, { emails: 3, permanently: false, mailboxIds }],
      ],
    )
    assert.ok(!JSON.stringify(entries).includes('Mail '))
  })

  test('move to the folder of sent emails only what was sent', async (context) => {
    const { owner, ids } = await filled(context, 1)
    const [id = ''] = ids
    await assert.rejects(owner.call(changeEmail, { id, folder: 'sent' }), refused('invalid_input', 'folder'))
    assert.equal((await owner.call(readEmail, { id })).folder, 'inbox')
  })

  test('of many are all or none', async (context) => {
    const { lab, owner, ids } = await filled(context)
    const wrong = [ids[0] ?? '', 'email_none', ids[1] ?? '']
    await assert.rejects(owner.call(changeEmails, { ids: wrong, folder: 'trash' }), refused('not_found', 'ids.1'))
    await assert.rejects(owner.call(deleteEmails, { ids: wrong }), refused('not_found', 'ids.1'))
    assert.deepEqual(await counts(lab), { inbox: [3, 3] })
    const many = Array.from({ length: 201 }, () => ids[0] ?? '')
    await assert.rejects(owner.call(changeEmails, { ids: many, isRead: true }), refused('invalid_input', 'ids'))
    for (const folder of ['sent', 'drafts', 'nowhere']) {
      assert.equal((await owner.patch(`/api/emails/${ids[0]}`, { folder })).status, 400, folder)
    }
    assert.equal((await owner.get('/api/emails?folder=drafts')).status, 400, 'drafts have a list of their own')
  })

  test('at once lose no count', async (context) => {
    const { lab, owner, ids } = await filled(context, 6)
    await Promise.all([
      ...ids.map((id) => owner.call(changeEmail, { id, isRead: true })),
      ...ids.map((id) => owner.call(changeEmail, { id, folder: 'archive' })),
      lab.deliver(rawEmail()),
    ])
    assert.deepEqual(await counts(lab), { inbox: [1, 1], archive: [6, 0] })
  })

  test('of another workspace or of a mailbox without access are not found', async (context) => {
    const { lab, ids } = await filled(context, 1)
    const [id = ''] = ids
    for (const person of ['otherOwner', 'member', 'admin'] as const) {
      const client = lab.host.as(person)
      for (const call of [
        () => client.call(changeEmail, { id, isRead: true }),
        () => client.call(changeEmails, { ids: [id], isRead: true }),
        () => client.call(deleteEmail, { id }),
        () => client.call(deleteEmails, { ids: [id] }),
        () => client.call(listConversation, { id }),
      ]) {
        await assert.rejects(call, refused('not_found'))
      }
      for (const path of [`/api/emails/${id}/raw`, `/api/emails/${id}/attachments/mailfile_none`]) {
        assert.equal((await client.get(path)).status, 404)
      }
    }
    assert.deepEqual(await counts(lab), { inbox: [1, 1] })
  })
})
