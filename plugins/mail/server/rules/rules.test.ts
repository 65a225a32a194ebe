import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  applyRule,
  changeRule,
  createLabel,
  createMailbox,
  createRule,
  deleteLabel,
  deleteRule,
  listMailboxes,
  listRules,
  mailLimits,
  orderRules,
  readEmail,
  setMailboxMembers,
  tryRule,
  type RuleCondition,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

const about = (text: string): RuleCondition[] => [{ field: 'subject', comparison: 'contains', text }]

/** Counts of the folders that are not empty. */
async function counts({ host, mailbox }: MailLab): Promise<Readonly<Record<string, readonly number[]>>> {
  const { items } = await host.as('owner').call(listMailboxes, {})
  const own = items.find(({ id }) => id === mailbox.id)?.folders ?? []
  return Object.fromEntries(
    own.flatMap(({ folder, emails, unread }) => (emails === 0 ? [] : [[folder, [emails, unread]]])),
  )
}

suite('rules of a mailbox', () => {
  test('label, move and mark what is received, in their order, until one stops', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const { id } = lab.mailbox
    const label = await owner.call(createLabel, { name: 'Bills' })
    const [bill, list] = [
      await owner.call(createRule, {
        id,
        name: 'Bills',
        conditions: about('bill'),
        actions: { labelIds: [label.id], folder: 'archive' },
      }),
      await owner.call(createRule, {
        id,
        name: 'List',
        conditions: [{ field: 'list', comparison: 'equals', text: 'dev.lists.example' }],
        actions: { folder: 'trash', markRead: true, stop: true },
      }),
    ]
    await owner.call(createRule, { id, name: 'Rest', conditions: about('bill'), actions: { folder: 'spam' } })
    const headers = { Subject: 'Your BILL', 'List-Id': 'Dev <dev.lists.example>' }
    await lab.deliver(rawEmail(headers))
    assert.deepEqual(await counts(lab), { trash: [1, 0] })
    const [email] = await lab.emails({ folder: 'trash' })
    assert.deepEqual(email?.labels, [label.id])
    const { items } = await owner.call(listRules, { id })
    const order = [list.id, bill.id, items[2]?.id ?? '']
    await owner.call(orderRules, { id, ids: order })
    await lab.deliver(rawEmail({ ...headers, Subject: 'Second bill' }))
    assert.deepEqual(await counts(lab), { trash: [2, 0] })
    const { actions, ...rest } = list
    const { id: _id, mailboxId: _mailboxId, ...given } = { ...rest, actions: { ...actions, stop: false } }
    await owner.call(changeRule, { id: list.id, ...given })
    await lab.deliver(rawEmail({ ...headers, Subject: 'Third bill' }))
    assert.deepEqual(await counts(lab), { trash: [2, 0], spam: [1, 0] }, 'the last folder counts')
    await owner.call(changeRule, { id: list.id, ...given, isOn: false })
    await lab.deliver(rawEmail({ Subject: 'Fourth' }))
    assert.deepEqual(await counts(lab), { inbox: [1, 1], trash: [2, 0], spam: [1, 0] })
  })

  test('are tried on the last 100 received emails without changing them, and applied to an inbox by a job', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const { id } = lab.mailbox
    for (const subject of ['One bill', 'Two', 'Three bills']) {
      await lab.deliver(rawEmail({ Subject: subject }))
      lab.host.clock.advance({ seconds: 1 })
    }
    const found = await owner.call(tryRule, { id, conditions: about('bill') })
    assert.deepEqual([found.checked, found.items.map(({ subject }) => subject)], [3, ['Three bills', 'One bill']])
    const rule = await owner.call(createRule, {
      id,
      name: 'Bills',
      conditions: about('bill'),
      actions: { folder: 'archive', markRead: true },
    })
    assert.deepEqual(await counts(lab), { inbox: [3, 3] })
    await owner.call(applyRule, { id: rule.id })
    await lab.host.settleJobs()
    assert.deepEqual(await counts(lab), { inbox: [1, 1], archive: [2, 0] })
  })

  test('go on without a label that was deleted', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const label = await owner.call(createLabel, { name: 'Gone' })
    await owner.call(createRule, {
      id: lab.mailbox.id,
      name: 'A',
      conditions: about('x'),
      actions: { labelIds: [label.id], markRead: true },
    })
    await owner.call(deleteLabel, { id: label.id })
    await lab.deliver(rawEmail({ Subject: 'x' }))
    const [email] = await lab.emails()
    assert.deepEqual([email?.isRead, email?.labels], [true, []])
    assert.equal((await owner.call(readEmail, { id: email?.id ?? '' })).isRead, true)
  })

  test('have limits, and refuse what the workspace does not have', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const { id } = lab.mailbox
    const base = { id, name: 'A', conditions: about('x'), actions: {} }
    const theirs = await lab.host.as('otherOwner').call(createLabel, { name: 'Theirs' })
    const foreign = owner.call(createRule, { ...base, actions: { labelIds: [theirs.id] } })
    await assert.rejects(foreign, refused('not_found', 'actions.labelIds.0'))
    const unknown = owner.call(createRule, { ...base, actions: { forwardIds: ['mailforward_x'] } })
    await assert.rejects(unknown, refused('not_found', 'actions.forwardIds.0'))
    await assert.rejects(owner.call(createRule, { ...base, conditions: [] }), refused('invalid_input', 'conditions'))
    for (let count = 0; count < mailLimits.rules; count += 1) await owner.call(createRule, base)
    await assert.rejects(owner.call(createRule, base), refused('conflict'))
    await assert.rejects(owner.call(orderRules, { id, ids: [] }), refused('conflict'))
  })

  test('of another workspace or mailbox can neither be read, changed, applied nor ordered', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const second = await owner.call(createMailbox, { address: `second@${domain}` })
    const given = { name: 'A', conditions: about('x'), actions: { folder: 'trash' } } as const
    const rule = await owner.call(createRule, { id: lab.mailbox.id, ...given })
    const other = await owner.call(createRule, { id: second.id, ...given })
    await owner.call(setMailboxMembers, { id: second.id, userIds: [] })
    const mixed = owner.call(orderRules, { id: lab.mailbox.id, ids: [other.id] })
    await assert.rejects(mixed, refused('conflict'))
    for (const [person, mailboxId, id] of [
      ['otherOwner', lab.mailbox.id, rule.id],
      ['admin', lab.mailbox.id, rule.id],
      ['owner', second.id, other.id],
    ] as const) {
      const client = lab.host.as(person)
      await assert.rejects(client.call(listRules, { id: mailboxId }), refused('not_found'))
      await assert.rejects(client.call(createRule, { id: mailboxId, ...given }), refused('not_found'))
      await assert.rejects(client.call(tryRule, { id: mailboxId, conditions: about('x') }), refused('not_found'))
      await assert.rejects(client.call(orderRules, { id: mailboxId, ids: [id] }), refused('not_found'))
      await assert.rejects(client.call(changeRule, { id, ...given }), refused('not_found'))
      await assert.rejects(client.call(applyRule, { id }), refused('not_found'))
      await assert.rejects(client.call(deleteRule, { id }), refused('not_found'))
    }
    await lab.deliver(rawEmail({ Subject: 'x' }))
    assert.deepEqual(await counts(lab), { trash: [1, 1] }, 'the rule is still there')
  })
})
