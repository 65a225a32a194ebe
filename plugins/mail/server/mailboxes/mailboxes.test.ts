import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuditLog, Edge, Workspaces } from '@host/plugin/platform'
import { testPlans } from '@host/testing'
import {
  changeMailbox,
  createMailbox,
  deleteMailbox,
  listEmails,
  listMailboxes,
  listMailboxMembers,
  listMailDomains,
  readEmail,
  readMailbox,
  setMailboxMembers,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

suite('mailboxes', () => {
  test('are created on verified domains only, with an address in one form', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    await lab.host.proveHost('bücher.example')
    const created = await owner.call(createMailbox, { address: ' Sales@BÜCHER.example ' })
    assert.deepEqual([created.address, created.name], ['sales@bücher.example', 'sales'])
    assert.deepEqual(
      (await owner.call(listMailDomains, {})).items.map(({ name }) => name),
      [domain, 'bücher.example'],
    )
    const elsewhere = ['info@other.example', `info@sub.${domain}`, 'info@example', 'info@1.2.3.4', `info@${domain}:25`]
    for (const address of elsewhere) {
      await assert.rejects(owner.call(createMailbox, { address }), refused('invalid_input', 'address'), address)
    }
    const malformed = [
      'info',
      `@${domain}`,
      `a b@${domain}`,
      `*@${domain}`,
      `a+b@${domain}`,
      `.a@${domain}`,
      `a..b@${domain}`,
    ]
    for (const address of [...malformed, `${'x'.repeat(65)}@${domain}`, `a\n@${domain}`]) {
      await assert.rejects(owner.call(createMailbox, { address }), refused('invalid_input', 'address'), address)
    }
    await assert.rejects(
      owner.call(createMailbox, { address: `x@${domain}`, aliases: ['y@other.example'] }),
      refused('invalid_input', 'aliases.0'),
    )
  })

  test('have each address once in the instance, as alias and catch-all too', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    await owner.call(createMailbox, { address: `a@${domain}`, aliases: [`b@${domain}`], isCatchAll: true })
    for (const address of [`info@${domain}`, `a@${domain}`, `b@${domain}`]) {
      await assert.rejects(owner.call(createMailbox, { address }), refused('conflict', 'address'), address)
      const input = { address: `new@${domain}`, aliases: [address] }
      await assert.rejects(owner.call(createMailbox, input), refused('conflict', 'aliases.0'), address)
    }
    const second = { address: `c@${domain}`, isCatchAll: true }
    await assert.rejects(owner.call(createMailbox, second), refused('conflict', 'isCatchAll'))
    assert.equal((await owner.call(listMailboxes, {})).items.length, 2)
  })

  test('one address never in two workspaces: mailboxes of a lost domain give their address to the one that verifies it', async (context) => {
    const lab = await openMailLab(context)
    const { host } = lab
    await lab.deliver(rawEmail({ Subject: 'Before' }))
    const edge = host.service(Edge)
    await edge.disprove(host.workspaces.here, domain)
    await host.proveHost(domain, host.workspaces.there)
    const other = host.as('otherOwner')
    await other.call(createMailbox, { address: `info@${domain}`, isCatchAll: true })
    await lab.deliver(rawEmail({ Subject: 'After' }))
    assert.deepEqual(
      (await lab.emails()).map(({ subject }) => subject),
      ['Before'],
    )
    assert.equal((await host.as('owner').call(readMailbox, { id: lab.mailbox.id })).isReceiving, false)
    const taken = { address: `info@${domain}` }
    await assert.rejects(host.as('owner').call(createMailbox, taken), refused('invalid_input', 'address'))
  })

  test('catch-all only on own proved hosts: mailboxes take no new addresses of a lost domain, in any workspace', async (context) => {
    const { host, mailbox } = await openMailLab(context)
    const owner = host.as('owner')
    const aliases = [`old@${domain}`]
    await owner.call(changeMailbox, { id: mailbox.id, aliases })
    await host.service(Edge).disprove(host.workspaces.here, domain)
    await host.proveHost(domain, host.workspaces.there)
    await host.as('otherOwner').call(createMailbox, { address: `theirs@${domain}`, isCatchAll: true })
    const { id } = mailbox
    for (const local of ['theirs', 'free']) {
      const call = owner.call(changeMailbox, { id, aliases: [...aliases, `${local}@${domain}`] })
      await assert.rejects(call, refused('invalid_input', 'aliases.1'), local)
    }
    await assert.rejects(owner.call(changeMailbox, { id, isCatchAll: true }), refused('invalid_input', 'isCatchAll'))
    assert.deepEqual((await owner.call(changeMailbox, { id, name: 'Kept', aliases })).aliases, aliases)
  })

  test('are audited with all that a change replaced', async (context) => {
    const { host, mailbox } = await openMailLab(context)
    const owner = host.as('owner')
    const { id } = mailbox
    await owner.call(changeMailbox, { id, aliases: [`old@${domain}`], isCatchAll: true, takesPlus: false })
    await owner.call(changeMailbox, { id, aliases: [], isCatchAll: false, onDmarcReject: 'accept' })
    const { items } = await host.service(AuditLog).list(host.workspaces.here, { limit: 10 })
    const { before, after } = items.find(({ action }) => action === 'mailbox.updated') ?? {}
    const policies = { onDmarcReject: 'refuse', onDmarcQuarantine: 'spam' }
    const former = { aliases: [`old@${domain}`], isCatchAll: true, takesPlus: false, shortensLinks: false }
    assert.deepEqual(before, { name: 'info', ...former, ...policies, retentionDays: null })
    assert.deepEqual(after, { aliases: [], isCatchAll: false, onDmarcReject: 'accept' })
  })

  test('change as a whole or not at all; fields that are left out stay', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const { id } = lab.mailbox
    await owner.call(createMailbox, { address: `taken@${domain}` })
    const first = await owner.call(changeMailbox, {
      id,
      aliases: [`one@${domain}`],
      retentionDays: 30,
      isCatchAll: true,
    })
    assert.deepEqual([first.aliases, first.retentionDays, first.isCatchAll], [[`one@${domain}`], 30, true])
    const wrong = { id, name: 'Changed', aliases: [`two@${domain}`, `taken@${domain}`] }
    await assert.rejects(owner.call(changeMailbox, wrong), refused('conflict', 'aliases.1'))
    const still = await owner.call(changeMailbox, { id, isCatchAll: false })
    assert.deepEqual(
      [still.name, still.aliases, still.isCatchAll, still.retentionDays],
      ['info', [`one@${domain}`], false, 30],
    )
  })

  test('are managed by admins, and unknown to other workspaces', async (context) => {
    const lab = await openMailLab(context)
    const { id } = lab.mailbox
    const member = lab.host.as('member')
    await assert.rejects(member.call(createMailbox, { address: `x@${domain}` }), refused('forbidden'))
    await assert.rejects(member.call(changeMailbox, { id, name: 'x' }), refused('forbidden'))
    await assert.rejects(member.call(deleteMailbox, { id }), refused('forbidden'))
    await assert.rejects(member.call(setMailboxMembers, { id, userIds: [] }), refused('forbidden'))
    const other = lab.host.as('otherOwner')
    for (const call of [
      () => other.call(readMailbox, { id }),
      () => other.call(changeMailbox, { id, name: 'x' }),
      () => other.call(deleteMailbox, { id }),
      () => other.call(listMailboxMembers, { id }),
      () => other.call(setMailboxMembers, { id, userIds: [] }),
    ]) {
      await assert.rejects(call, refused('not_found'))
    }
    await assert.rejects(other.call(createMailbox, { address: `info@${domain}` }), refused('invalid_input', 'address'))
  })

  test('stay within the quota of the plan', async (context) => {
    const plan = testPlans({ limitOf: (_orgId, quota) => (quota === 'mailboxes' ? 3 : undefined) })
    const lab = await openMailLab(context, { others: [plan] })
    const owner = lab.host.as('owner')
    const count = async () => (await owner.call(listMailboxes, {})).items.length
    const create = async (name: string) => await owner.call(createMailbox, { address: `${name}@${domain}` })
    const usedUp = refused('quota_exceeded')
    const created = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => create(`box${at}`)))
    assert.equal(await count(), 3)
    for (const each of created) if (each.status === 'rejected') assert.ok(usedUp(each.reason))
    await owner.call(deleteMailbox, { id: lab.mailbox.id })
    await create('again')
    await assert.rejects(create('more'), usedUp)
  })
})

suite('access to mailboxes', () => {
  test('ends when its member leaves, also for their return', async (context) => {
    const { host, mailbox } = await openMailLab(context)
    const { member, owner } = host.userIds
    await host.as('owner').call(setMailboxMembers, { id: mailbox.id, userIds: [member, owner] })
    const place = { orgId: host.workspaces.here, actorId: owner }
    await host.service(Workspaces).removeMember({ ...place, userId: member })
    await host.service(Workspaces).addMember(place, { email: 'member@host.test', role: 'member' })
    await host.settleJobs()
    assert.deepEqual((await host.as('owner').call(listMailboxMembers, { id: mailbox.id })).userIds, [owner])
  })

  test('is for the members whom an admin names, and not for admins by their role', async (context) => {
    const lab = await openMailLab(context)
    const { host, mailbox } = lab
    await lab.deliver(rawEmail())
    const [email] = await lab.emails()
    const id = email?.id ?? ''
    for (const person of ['admin', 'member', 'otherOwner'] as const) {
      assert.equal((await host.as(person).call(listEmails, {})).items.length, 0, person)
      await assert.rejects(host.as(person).call(readEmail, { id }), refused('not_found'))
      await assert.rejects(host.as(person).call(listEmails, { mailboxId: mailbox.id }), refused('not_found'))
    }
    const seen = await host.as('admin').call(readMailbox, { id: mailbox.id })
    assert.deepEqual([seen.canRead, seen.folders, seen.members], [false, null, 1])
    await assert.rejects(host.as('member').call(readMailbox, { id: mailbox.id }), refused('not_found'))
    assert.equal((await host.as('member').call(listMailboxes, {})).items.length, 0)

    const userIds = [host.userIds.owner, host.userIds.member]
    await host.as('admin').call(setMailboxMembers, { id: mailbox.id, userIds })
    assert.equal((await host.as('member').call(readEmail, { id })).id, id)
    assert.equal((await host.as('member').call(listMailboxes, {})).items[0]?.folders?.[0]?.unread, 1)
    await host.as('admin').call(setMailboxMembers, { id: mailbox.id, userIds: [] })
    await assert.rejects(host.as('owner').call(readEmail, { id }), refused('not_found'))
  })

  test('is audited with those who had it before, and given to members of the workspace only', async (context) => {
    const { host, mailbox } = await openMailLab(context)
    const admin = host.as('admin')
    const foreign = { id: mailbox.id, userIds: [host.userIds.member, host.userIds.otherOwner] }
    await assert.rejects(admin.call(setMailboxMembers, foreign), refused('invalid_input', 'userIds.1'))
    await admin.call(setMailboxMembers, { id: mailbox.id, userIds: [host.userIds.member] })
    const { items } = await host.service(AuditLog).list(host.workspaces.here, { limit: 50 })
    const entry = items.find(({ action }) => action === 'mailbox.members_changed')
    assert.deepEqual(entry?.before, { userIds: [host.userIds.owner] })
    assert.deepEqual(entry?.after, { userIds: [host.userIds.member] })
    assert.deepEqual((await host.as('member').call(listMailboxMembers, { id: mailbox.id })).userIds, [
      host.userIds.member,
    ])
  })
})
