import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Mail, type OutgoingMail } from '@host/plugin'
import { Accounts, AuditLog, People } from '@host/plugin/platform'
import { createTestHost, type TestClient, type TestHost } from '@host/testing'
import { acceptInvitation, login, readInvitation, readMe } from '../../../plugins/account/shared.ts'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { createUser, releaseUserAddress } from '../../../plugins/instance/shared.ts'
import {
  changeMember,
  deleteWorkspace,
  inviteMembers,
  listInvitations,
  listMembers,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from '../../../plugins/workspaces/shared.ts'
import { plugin } from '../../../plugins/workspaces/server/index.ts'
import { unhurried } from '../lab/unhurried.ts'
import { until } from '@host/host/testing/until'

const password = 'tea-houses by the sea'
const invited = 'tim@host.test'

/** A host without a mail sender, whose workspace has instance admins as owner and admin by default. */
async function open({ byInstanceAdmins = true } = {}) {
  const host = await createTestHost({ plugins: [plugin, account, instance], environment: unhurried })
  for (const person of byInstanceAdmins ? (['owner', 'admin'] as const) : []) {
    const target = { actorId: host.userIds.instanceAdmin, userId: host.userIds[person] }
    await host.service(People).change(target, { isInstanceAdmin: true })
    await host.as(person).signIn()
  }
  return host
}

/** A host whose emails are captured. */
async function openWithMail() {
  const emails: OutgoingMail[] = []
  const mail = definePlugin({
    name: 'mailer',
    info: { title: 'Mail', description: 'Catches letters', icon: 'mail', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      ctx.provide(Mail, {
        send: async (email) => {
          emails.push(email)
          return { id: String(emails.length) }
        },
        onEmail: () => undefined,
      })
    },
  })
  const host = await createTestHost({
    plugins: [plugin, account, mail],
    environment: { ...unhurried, HOST_PUBLIC_URL: 'http://host.test' },
  })
  const token = async (to: string): Promise<string> => {
    await until(() => emails.some((email) => email.to.includes(to)))
    const [email] = emails.splice(
      emails.findIndex((one) => one.to.includes(to)),
      1,
    )
    return tokenIn(/http:\/\/host\.test\/invitation\?token=[\w-]+/.exec(email?.text ?? '')?.[0])
  }
  return { host, emails, token }
}

function tokenIn(link: string | null | undefined): string {
  return new URL(link ?? '', 'http://host.test').searchParams.get('token') ?? ''
}

async function invite(by: TestClient, email = invited, role: 'owner' | 'admin' | 'member' = 'member'): Promise<string> {
  const { items } = await by.call(inviteMembers, { emails: [email], role })
  return tokenIn(items[0]?.link)
}

/** Joins in a browser of its own. @throws the problem */
async function join(host: TestHost, token: string, name = 'Tim'): Promise<void> {
  const answer = await host.fetch(
    new Request('http://host.test/api/auth/accept-invitation', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://host.test' },
      body: JSON.stringify({ token, name, password }),
    }),
  )
  if (!answer.ok) throw await answer.json()
}

test('§I18 without a sender the inviting admin is shown the link once, and anyone who gets it joins with a new account', async () => {
  await using host = await open()
  const { items } = await host.as('admin').call(inviteMembers, { emails: [' Tim@Host.test '], role: 'member' })
  assert.deepEqual(
    items.map(({ email, isMailed, invitedBy }) => [email, isMailed, invitedBy]),
    [[invited, false, 'Ada Admin']],
  )
  const token = tokenIn(items[0]?.link)
  assert.match(token, /^[\w-]{43}$/)
  const [listed] = (await host.as('admin').call(listInvitations)).items
  assert.ok(!JSON.stringify(listed).includes(token), 'nobody is shown it again')
  assert.deepEqual(await host.as('anonymous').call(readInvitation, { token }), {
    workspace: 'Here',
    email: invited,
    role: 'member',
    invitedBy: 'Ada Admin',
    hasAccount: false,
    makesAccount: true,
  })
  const browser = host.as('anonymous')
  await browser.call(acceptInvitation, { token, name: 'Tim', password })
  const me = await browser.call(readMe)
  assert.deepEqual([me.user.email, me.workspace?.name, me.role], [invited, 'Here', 'member'])
  assert.deepEqual((await host.as('admin').call(listInvitations)).items, [])
})

test('§I62 an instance admin takes an address back from an account that never proved it, and from no other', async () => {
  await using host = await open()
  const { items } = await host.as('admin').call(inviteMembers, { emails: [invited], role: 'member' })
  const [browser, admin] = [host.as('anonymous'), host.as('instanceAdmin')]
  await browser.call(acceptInvitation, { token: tokenIn(items[0]?.link), name: 'Not Tim', password })
  const { id } = (await browser.call(readMe)).user
  const tim = { email: invited, name: 'Tim', password: 'another long password' }
  await assert.rejects(admin.call(createUser, tim), { code: 'conflict' })
  const released = await admin.call(releaseUserAddress, { id })
  assert.deepEqual([released.isDisabled, released.email.includes('tim')], [true, false])
  await assert.rejects(browser.call(readMe), { code: 'unauthenticated' })
  await assert.rejects(host.as('anonymous').call(login, { email: invited, password }), { code: 'invalid_credentials' })
  const made = await admin.call(createUser, tim)
  await host.as('anonymous').call(login, { email: invited, password: tim.password })
  for (const proven of [made.id, host.userIds.member, host.userIds.instanceAdmin, id]) {
    await assert.rejects(admin.call(releaseUserAddress, { id: proven }), { code: 'conflict' })
  }
  await assert.rejects(admin.call(releaseUserAddress, { id: 'usr_none' }), { code: 'not_found' })
  await assert.rejects(host.as('owner').call(releaseUserAddress, { id: made.id }))
  const entries = await host.service(AuditLog).list(undefined, { action: 'user.address_released', limit: 10 })
  assert.deepEqual(
    entries.items.map(({ actor, target }) => [actor.id, target]),
    [[host.userIds.instanceAdmin, `user:${id}`]],
  )
})

test('§I13 where mail works the link is only ever put into the mail', async () => {
  const { host, token } = await openWithMail()
  await using _ = host
  const answer = await host.as('admin').post('/api/invitations', { emails: [invited], role: 'member' })
  const mailed = await token(invited)
  const body = await answer.text()
  assert.equal(answer.status, 201)
  assert.ok(!body.includes(mailed))
  assert.equal((JSON.parse(body) as { items: { link: unknown }[] }).items[0]?.link, null)
  await join(host, mailed)
})

test('§I13 a link works once, for 7 days, and withdrawn, renewed, used and unknown ones get the same answer', async () => {
  await using host = await open()
  const told: unknown[] = []
  const refusal = async (token: string): Promise<void> => {
    for (const path of ['/api/auth/invitation', '/api/auth/accept-invitation']) {
      const more = path.endsWith('accept-invitation') ? { name: 'Tim', password } : {}
      const answer = await host.as('anonymous').post(path, { token, ...more })
      const { requestId: _, ...problem } = (await answer.json()) as Record<string, unknown>
      assert.equal(answer.status, 410)
      told.push(problem)
    }
  }
  const used = await invite(host.as('owner'), 'used@host.test')
  await join(host, used, 'Used')
  const renewed = await invite(host.as('owner'))
  const [waiting] = (await host.as('owner').call(listInvitations)).items
  const again = await host.as('owner').call(resendInvitation, { id: waiting?.id ?? '' })
  const withdrawn = await invite(host.as('owner'), 'gone@host.test')
  const [last] = (await host.as('owner').call(listInvitations)).items
  await host.as('owner').call(withdrawInvitation, { id: last?.id ?? '' })
  for (const token of [used, renewed, withdrawn, 'A'.repeat(43), 'x']) await refusal(token)
  host.clock.advance({ days: 7 })
  await refusal(tokenIn(again.link))
  assert.equal(new Set(told.map((one) => JSON.stringify(one))).size, 1)
})

test('§I27 an existing account joins with its own session, and no other account can', async () => {
  await using host = await open()
  const token = await invite(host.as('owner'), 'other-owner@host.test', 'admin')
  await assert.rejects(join(host, token), { code: 'unauthenticated' })
  await assert.rejects(host.as('member').call(acceptInvitation, { token }), { code: 'forbidden' })
  await host.as('otherOwner').call(acceptInvitation, { token })
  const me = await host.as('otherOwner').call(readMe)
  assert.deepEqual([me.workspace?.name, me.role], ['Here', 'admin'])
  await assert.rejects(host.as('otherOwner').call(acceptInvitation, { token }), { code: 'gone' })
})

test('§I71 without a sender a link of a workspace admin creates no account, and reveals none', async () => {
  await using host = await open({ byInstanceAdmins: false })
  const seen: unknown[] = []
  for (const email of ['other-owner@host.test', 'unknown@host.test']) {
    const { items } = await host.as('owner').call(inviteMembers, { emails: [email], role: 'member' })
    assert.equal(items[0]?.makesAccount, false)
    const token = tokenIn(items[0]?.link)
    const { email: _, ...read } = await host.as('anonymous').call(readInvitation, { token })
    const answer = await host.as('anonymous').post('/api/auth/accept-invitation', { token, name: 'Tim', password })
    const { requestId: __, ...problem } = (await answer.json()) as Record<string, unknown>
    seen.push([answer.status, problem, read])
    if (email.startsWith('other')) await host.as('otherOwner').call(acceptInvitation, { token })
  }
  assert.deepEqual(seen[0], seen[1])
  assert.match(JSON.stringify(seen[0]), /401.*"hasAccount":false,"makesAccount":false/)
  assert.equal(await host.service(Accounts).findByEmail('unknown@host.test'), undefined)
})

test('§I13 of two who accept one link at once one joins', async () => {
  await using host = await open()
  for (let round = 0; round < 5; round += 1) {
    const token = await invite(host.as('owner'), `pair${round}@host.test`)
    const results = await Promise.allSettled([join(host, token, 'One'), join(host, token, 'Two')])
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  }
  assert.equal((await host.as('owner').call(listMembers)).items.length, 3 + 5)
})

test('§I28 members can not invite, and an admin can not invite an owner', async () => {
  await using host = await open()
  await assert.rejects(invite(host.as('member')), { code: 'forbidden' })
  await assert.rejects(invite(host.as('admin'), invited, 'owner'), { code: 'forbidden' })
  await invite(host.as('owner'), invited, 'owner')
  const [owners] = (await host.as('admin').call(listInvitations)).items
  const id = owners?.id ?? ''
  await assert.rejects(host.as('admin').call(withdrawInvitation, { id }), { code: 'forbidden' })
  await assert.rejects(host.as('admin').call(resendInvitation, { id }), { code: 'forbidden' })
  await assert.rejects(host.as('otherOwner').call(withdrawInvitation, { id }), { code: 'not_found' })
  await assert.rejects(host.as('otherOwner').call(resendInvitation, { id }), { code: 'not_found' })
  assert.deepEqual((await host.as('otherOwner').call(listInvitations)).items, [])
})

test("§I27 a link has its inviter's current rights", async () => {
  await using host = await open()
  const { admin } = host.userIds
  const byAdmin = await invite(host.as('admin'))
  await host.as('owner').call(changeMember, { userId: admin, role: 'member' })
  await assert.rejects(join(host, byAdmin), { code: 'gone' })
  await host.as('owner').call(changeMember, { userId: admin, role: 'admin' })
  await host.as('anonymous').call(readInvitation, { token: byAdmin })
  await host.as('owner').call(removeMember, { userId: admin })
  await assert.rejects(join(host, byAdmin), { code: 'gone' })
  const [waiting] = (await host.as('owner').call(listInvitations)).items
  await join(host, tokenIn((await host.as('owner').call(resendInvitation, { id: waiting?.id ?? '' })).link))
})

test('§I27 an address is invited once at a time, and not as a member or into a workspace being deleted', async () => {
  await using host = await open()
  const first = await invite(host.as('owner'))
  const second = await invite(host.as('owner'), 'TIM@host.test', 'admin')
  assert.equal((await host.as('owner').call(listInvitations)).items.length, 1)
  await assert.rejects(join(host, first), { code: 'gone' })
  const refused = await host
    .as('owner')
    .post('/api/invitations', { emails: ['new@host.test', 'member@host.test'], role: 'member' })
  const { errors } = (await refused.json()) as { errors: { path: string }[] }
  assert.deepEqual([refused.status, errors.map(({ path }) => path)], [400, ['emails.1']])
  assert.equal((await host.as('owner').call(listInvitations)).items.length, 1, 'all or none')
  await host.as('owner').call(deleteWorkspace, { id: host.workspaces.here, confirmation: 'Here' })
  await assert.rejects(join(host, second), { code: 'gone' })
  assert.equal(await host.service(Accounts).findByEmail(invited), undefined)
})

test('§I27 inviting says nothing of who has an account', async () => {
  await using host = await open()
  const shape = async (email: string): Promise<unknown> => {
    const { items } = await host.as('admin').call(inviteMembers, { emails: [email], role: 'member' })
    return items.map(({ role, invitedBy, isExpired, isMailed, link }) => ({
      role,
      invitedBy,
      isExpired,
      isMailed,
      link: link?.length,
    }))
  }
  assert.deepEqual(await shape('other-owner@host.test'), await shape('nobody-here@host.test'))
})

test('§I27 bad addresses, too many at once and a flood of emails are refused', async () => {
  await using host = await open()
  const send = (emails: readonly unknown[]) => host.as('owner').post('/api/invitations', { emails, role: 'member' })
  for (const emails of [
    [],
    ['no address'],
    ['a@b.example\nx@y.example'],
    [1],
    Array.from({ length: 21 }, () => invited),
  ]) {
    assert.equal((await send(emails)).status, 400, JSON.stringify(emails).slice(0, 60))
  }
  for (let email = 0; email < 5; email += 1) assert.equal((await send(['flood@host.test'])).status, 201)
  const refused = await send(['flood@host.test'])
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})
