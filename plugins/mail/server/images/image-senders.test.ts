import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { definePlugin, type PluginContext } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import {
  allowImageSender,
  changeEmail,
  changeMailbox,
  listImageSenders,
  mailLimits,
  readEmail,
  removeImageSender,
  setMailboxMembers,
} from '../../shared.ts'
import { plugin } from '../index.ts'
import type { Tables } from '../models.ts'
import { rawEmail } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'
import { openSmtpLab, type LabMailbox, type SmtpLab } from '../testing/smtp-lab.ts'

const zone = {
  'TXT bank.example': 'v=spf1 ip4:192.0.2.1 -all',
  'TXT _dmarc.bank.example': 'v=DMARC1; p=none',
  'TXT good.example': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT _dmarc.good.example': 'v=DMARC1; p=reject',
}

const scope = new AsyncDisposableStack()
let lab: SmtpLab
let box: LabMailbox
let ctx: PluginContext<Tables>

before(async () => {
  const watched = definePlugin({
    ...plugin,
    mount(mux, given) {
      ctx = given
      return plugin.mount(mux, given)
    },
  })
  lab = await openSmtpLab({ after: (end) => scope.defer(end) }, { zone, plugin: watched })
  box = await lab.openMailbox()
  const { host } = lab
  const { owner, member } = host.userIds
  await host.as('owner').call(setMailboxMembers, { id: box.id, userIds: [owner, member] })
})
after(() => scope.disposeAsync())

/** An email with a remote image. @returns its ID */
async function receive(from: string, envelope = from, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const raw = rawEmail(
    { From: `Ada <${from}>`, 'Content-Type': 'text/html', ...headers },
    '<img src="https://a.example/b.png">',
  )
  assert.match(await lab.send(raw, { from: envelope, to: [box.address] }), /^250/)
  lab.host.clock.advance({ seconds: 1 })
  return (await box.emails())[0]?.id ?? ''
}

const person = (name: 'owner' | 'member' | 'admin' | 'otherOwner') => lab.host.as(name)
const stateOf = async (id: string, name: 'owner' | 'member' = 'owner') =>
  (await person(name).call(readEmail, { id })).remoteImages
const senders = async (name: 'owner' | 'member' | 'otherOwner' = 'owner') =>
  (await person(name).call(listImageSenders, {})).items

suite('senders with images', () => {
  test('are allowed by one person, for every verified email of the address in any case', async () => {
    const id = await receive('Ada@good.example')
    assert.equal(await stateOf(id), 'allowable')
    const added = await person('owner').call(allowImageSender, { emailId: id })
    assert.equal(added.address, 'ada@good.example')
    assert.deepEqual(await person('owner').call(allowImageSender, { emailId: id }), added, 'a repeat changes nothing')
    assert.deepEqual(await senders(), [added])
    assert.deepEqual([await stateOf(id), await stateOf(id, 'member')], ['allowed', 'allowable'])
    assert.equal(await stateOf(await receive('ADA@GOOD.example')), 'allowed')
    assert.equal(await stateOf(await receive('bob@good.example')), 'allowable')
    for (const other of ['member', 'otherOwner'] as const) {
      assert.deepEqual(await senders(other), [])
      await assert.rejects(person(other).call(removeImageSender, { id: added.id }), refused('not_found'))
    }
    await person('owner').call(removeImageSender, { id: added.id })
    assert.deepEqual([await stateOf(id), await senders()], ['allowable', []])
  })

  test('with a forged address get nothing, also where the true sender is allowed', async () => {
    const { id } = await person('owner').call(allowImageSender, { emailId: await receive('cy@good.example') })
    await person('owner').call(changeMailbox, { id: box.id, onDmarcReject: 'accept' })
    lab.names.zone['TXT good.example'] = 'v=spf1 -all'
    const forged = await receive('cy@good.example', 'x@other.example')
    const unproven = await receive('a@bank.example')
    const unchecked = await receive('a@unknown.example')
    for (const each of [forged, unproven, unchecked]) {
      const { folder, remoteImages } = await person('owner').call(readEmail, { id: each })
      assert.deepEqual([folder, remoteImages], ['inbox', 'blocked'])
      await assert.rejects(person('owner').call(allowImageSender, { emailId: each }), refused('conflict'))
    }
    assert.deepEqual((await senders()).length, 1)
    await person('owner').call(removeImageSender, { id })
  })

  test('get nothing for spam', async () => {
    const id = await receive('di@good.example')
    const { id: sender } = await person('owner').call(allowImageSender, { emailId: id })
    await person('owner').call(changeEmail, { id, folder: 'spam' })
    assert.equal(await stateOf(id), 'blocked')
    await person('owner').call(removeImageSender, { id: sender })
    await assert.rejects(person('owner').call(allowImageSender, { emailId: id }), refused('conflict'))
  })

  test('need an email that the caller may read', async () => {
    const emailId = await receive('ed@good.example')
    for (const other of ['admin', 'otherOwner'] as const) {
      await assert.rejects(person(other).call(allowImageSender, { emailId }), refused('not_found'))
    }
  })

  test('beyond the limit replace the oldest of the same person', async () => {
    const { owner, member } = lab.host.userIds
    const db = ctx.db.inWorkspace(lab.host.workspaces.here, 'fill a list')
    const rows = Array.from({ length: mailLimits.imageSenders }, (_, at) => ({
      user_id: owner,
      address: `a${at}@good.example`,
      created_at: new Date(Date.UTC(2020, 0, 1, 0, 0, at)).toISOString(),
    }))
    await db.insertInto('mail_image_senders').values(rows).execute()
    await db
      .insertInto('mail_image_senders')
      .values({ ...rows[0], user_id: member, address: 'a0@good.example' })
      .execute()
    await person('owner').call(allowImageSender, { emailId: await receive('fay@good.example') })
    const left = db.selectFrom('mail_image_senders').select('address').where('user_id', '=', owner)
    const addresses = (await left.execute()).map(({ address }) => address)
    assert.equal(addresses.length, mailLimits.imageSenders)
    assert.deepEqual([addresses.includes('a0@good.example'), addresses.includes('a1@good.example')], [false, true])
    assert.equal((await senders())[0]?.address, 'fay@good.example')
    assert.equal((await senders('member')).length, 1)
  })

  test('are forgotten when their person leaves', async () => {
    const { host } = lab
    const place = { orgId: host.workspaces.here, actorId: host.userIds.owner }
    const db = ctx.db.inWorkspace(place.orgId, 'look for rows')
    const { member } = host.userIds
    const own = () => db.selectFrom('mail_image_senders').select('id').where('user_id', '=', member).execute()
    await person('member').call(allowImageSender, { emailId: await receive('gus@good.example') })
    assert.notEqual((await own()).length, 0)
    await host.service(Workspaces).removeMember({ ...place, userId: member })
    assert.deepEqual(await own(), [])
  })
})
