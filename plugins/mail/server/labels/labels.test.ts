import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  changeEmail,
  changeEmails,
  changeLabel,
  createLabel,
  createRule,
  deleteLabel,
  labelEmails,
  listEmails,
  listLabels,
  listMailboxes,
  mailLimits,
  markAllRead,
  readEmail,
} from '../../shared.ts'
import { openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

async function filled(context: Parameters<typeof openMailLab>[0], count: number) {
  const lab = await openMailLab(context)
  for (let at = 0; at < count; at += 1) {
    await lab.deliver(rawEmail({ Subject: `Mail ${at}` }))
    lab.host.clock.advance({ seconds: 1 })
  }
  return { lab, owner: lab.host.as('owner'), ids: (await lab.emails()).map(({ id }) => id) }
}

async function inbox({ host }: MailLab) {
  const { items } = await host.as('owner').call(listMailboxes, {})
  return items[0]?.folders?.find(({ folder }) => folder === 'inbox')
}

suite('labels', () => {
  test('are put on emails and taken off, all or none, and filter lists', async (context) => {
    const { owner, ids } = await filled(context, 3)
    const work = await owner.call(createLabel, { name: 'Work', tone: 'warning' })
    const bills = await owner.call(createLabel, { name: 'Bills' })
    const [first = '', second = '', third = ''] = ids
    assert.deepEqual(await owner.call(labelEmails, { ids: [first, second, first], add: [work.id, bills.id] }), {
      changed: 2,
    })
    await owner.call(labelEmails, { ids: [second], remove: [bills.id], add: [work.id] })
    const labeled = async (labelId: string) => (await owner.call(listEmails, { labelId })).items.map(({ id }) => id)
    assert.deepEqual(await labeled(work.id), [first, second])
    assert.deepEqual(await labeled(bills.id), [first])
    assert.deepEqual((await owner.call(readEmail, { id: first })).labels, [bills.id, work.id], 'by name')
    await assert.rejects(
      owner.call(labelEmails, { ids: [third, 'email_x'], add: [work.id] }),
      refused('not_found', 'ids.1'),
    )
    await assert.rejects(owner.call(labelEmails, { ids: [third], add: [work.id, 'x'] }), refused('not_found', 'add.1'))
    assert.deepEqual((await owner.call(readEmail, { id: third })).labels, [])
  })

  test('list the emails of all folders but spam and trash, and count the unread ones', async (context) => {
    const { lab, owner, ids } = await filled(context, 4)
    const { id: labelId } = await owner.call(createLabel, { name: 'Work' })
    const [first = '', second = '', third = '', fourth = ''] = ids
    await owner.call(labelEmails, { ids: [first, second, third], add: [labelId] })
    const shown = async () => ({
      ids: (await owner.call(listEmails, { labelId })).items.map(({ id }) => id),
      unread: (await owner.call(listLabels)).items.map(({ unread }) => unread),
    })
    await owner.call(changeEmail, { id: first, folder: 'archive' })
    assert.deepEqual(await shown(), { ids: [first, second, third], unread: [3] })
    await owner.call(changeEmails, { ids: [second], folder: 'trash' })
    await owner.call(changeEmails, { ids: [third, fourth], isRead: true })
    assert.deepEqual(await shown(), { ids: [first, third], unread: [1] })
    const inTrash = await owner.call(listEmails, { labelId, folder: 'trash' })
    assert.deepEqual(
      inTrash.items.map(({ id }) => id),
      [second],
    )
    await owner.call(changeEmail, { id: second, folder: 'inbox' })
    assert.deepEqual(await shown(), { ids: [first, second, third], unread: [2] })
    await owner.call(markAllRead, { id: lab.mailbox.id, folder: 'inbox' })
    assert.deepEqual(await shown(), { ids: [first, second, third], unread: [1] })
    const unread = await owner.call(listEmails, { labelId, isRead: false })
    assert.deepEqual(
      unread.items.map(({ id }) => id),
      [first],
    )
    assert.deepEqual((await owner.call(listEmails, { labelId, q: 'Mail 0' })).items, [], 'the words of another email')
    assert.equal((await owner.call(listEmails, { labelId, q: 'mail' })).items.length, 3)
    assert.equal((await lab.host.as('admin').call(listEmails, { labelId })).items.length, 0, 'of others nothing')
    assert.deepEqual((await lab.host.as('admin').call(listLabels)).items, [
      { id: labelId, name: 'Work', tone: 'neutral', unread: 0 },
    ])
  })

  test('that rules give are listed where the rules put their emails', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const { id: labelId } = await owner.call(createLabel, { name: 'Bills' })
    await owner.call(createRule, {
      id: lab.mailbox.id,
      name: 'Bills',
      conditions: [{ field: 'subject', comparison: 'contains', text: 'bill' }],
      actions: { labelIds: [labelId], folder: 'archive', markRead: true },
    })
    await lab.deliver(rawEmail({ Subject: 'A bill' }))
    assert.equal((await owner.call(listEmails, { labelId })).items.length, 1)
    assert.equal((await owner.call(listLabels)).items[0]?.unread, 0)
  })

  test('have one name, follow changes, and leave their emails when they are deleted', async (context) => {
    const { lab, owner, ids } = await filled(context, 1)
    const { id } = await owner.call(createLabel, { name: 'Work' })
    await assert.rejects(owner.call(createLabel, { name: ' WORK ' }), refused('conflict', 'name'))
    await owner.call(labelEmails, { ids, add: [id] })
    assert.deepEqual(await owner.call(changeLabel, { id, tone: 'danger' }), { id, name: 'Work', tone: 'danger' })
    await owner.call(deleteLabel, { id })
    assert.deepEqual((await owner.call(readEmail, { id: ids[0] ?? '' })).labels, [])
    assert.deepEqual((await owner.call(listEmails, { labelId: id })).items, [])
    await lab.host.settleJobs()
    assert.deepEqual((await owner.call(listLabels)).items, [])
  })

  test('of an email are 20 at most', async (context) => {
    const { owner, ids } = await filled(context, 1)
    const labels: string[] = []
    for (let at = 0; at <= mailLimits.labelsOfEmail; at += 1) {
      labels.push((await owner.call(createLabel, { name: `Label ${at}` })).id)
    }
    await owner.call(labelEmails, { ids, add: labels.slice(1) })
    await assert.rejects(owner.call(labelEmails, { ids, add: labels.slice(0, 1) }), refused('conflict', 'add'))
    assert.equal((await owner.call(readEmail, { id: ids[0] ?? '' })).labels.length, mailLimits.labelsOfEmail)
  })

  test('of another workspace are unknown, and so are its emails', async (context) => {
    const { lab, owner, ids } = await filled(context, 1)
    const other = lab.host.as('otherOwner')
    const theirs = await other.call(createLabel, { name: 'Theirs' })
    await assert.rejects(owner.call(labelEmails, { ids, add: [theirs.id] }), refused('not_found', 'add.0'))
    await assert.rejects(other.call(labelEmails, { ids, add: [theirs.id] }), refused('not_found'))
    await assert.rejects(owner.call(changeLabel, { id: theirs.id, name: 'Mine' }), refused('not_found'))
    await assert.rejects(owner.call(deleteLabel, { id: theirs.id }), refused('not_found'))
  })

  test('can only be put on emails of mailboxes that the member may read', async (context) => {
    const { lab, owner, ids } = await filled(context, 1)
    const { id } = await owner.call(createLabel, { name: 'Work' })
    await assert.rejects(lab.host.as('admin').call(labelEmails, { ids, add: [id] }), refused('not_found'))
  })
})

suite('marking all as read', () => {
  test('changes the counts by what it marked', async (context) => {
    const { lab, owner } = await filled(context, 3)
    const marked = await owner.call(markAllRead, { id: lab.mailbox.id, folder: 'inbox' })
    assert.deepEqual(marked, { changed: 3, jobId: null })
    assert.deepEqual(await inbox(lab), { folder: 'inbox', emails: 3, unread: 0 })
    assert.deepEqual(await owner.call(markAllRead, { id: lab.mailbox.id, folder: 'inbox' }), {
      changed: 0,
      jobId: null,
    })
    await lab.deliver(rawEmail())
    assert.deepEqual(await inbox(lab), { folder: 'inbox', emails: 4, unread: 1 })
  })

  test('is for members of the mailbox alone', async (context) => {
    const { lab } = await filled(context, 1)
    for (const person of ['admin', 'otherOwner'] as const) {
      const call = lab.host.as(person).call(markAllRead, { id: lab.mailbox.id, folder: 'inbox' })
      await assert.rejects(call, refused('not_found'))
    }
    assert.deepEqual(await inbox(lab), { folder: 'inbox', emails: 1, unread: 1 })
  })
})
