import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import {
  changeMember,
  changeWorkspace,
  createWorkspace,
  inviteMembers,
  leaveWorkspace,
  listMembers,
  listWorkspaces,
  readMemberSummary,
  readWorkspace,
  removeMember,
} from '../shared.ts'
import { plugin } from './index.ts'
import { statusesAfter } from './testing/statuses-after.ts'

const open = () => createTestHost({ plugins: [plugin] })

test('members see who is in their workspace, and only there', async () => {
  await using host = await open()
  const here = await host.as('member').call(listMembers)
  assert.deepEqual(
    here.items.map(({ name, role }) => [name, role]),
    [
      ['Olive Owner', 'owner'],
      ['Ada Admin', 'admin'],
      ['Mia Member', 'member'],
    ],
  )
  assert.deepEqual(
    (await host.as('otherOwner').call(listMembers)).items.map(({ role }) => role),
    ['owner'],
  )
  const first = await host.as('member').call(listMembers, { limit: 2 })
  const rest = await host.as('member').call(listMembers, { limit: 2, cursor: first.nextCursor ?? '' })
  assert.deepEqual([first.items.length, rest.items.length, rest.nextCursor], [2, 1, null])
})

test('a glance at the members counts them and names the newest first, of one workspace only', async () => {
  await using host = await open()
  const { newest, ...counts } = await host.as('member').call(readMemberSummary)
  assert.deepEqual(counts, { total: 3, managing: 2, joinedLately: 3, joinedBefore: 0 })
  assert.deepEqual(
    newest.map(({ name }) => name),
    ['Mia Member', 'Ada Admin', 'Olive Owner'],
  )
  assert.equal((await host.as('otherOwner').call(readMemberSummary)).total, 1)
})

test('an invitation names the address that is wrong among several', async () => {
  await using host = await open()
  const emails = ['tim@example.com', 'bob at example.com']
  const answer = await host.as('owner').post('/api/invitations', { emails, role: 'member' })
  const { errors } = (await answer.json()) as { errors: readonly { path: string; message: string }[] }
  assert.equal(answer.status, 400)
  assert.deepEqual(
    errors.map(({ path }) => path),
    ['emails.1'],
  )
  assert.match(errors[0]?.message ?? '', /^bob at example\.com: Enter a valid email/)
})

test('§I28 members are managed only by admins and owners', async () => {
  await using host = await open()
  const { member, admin, owner } = host.userIds
  await assert.rejects(host.as('member').call(changeMember, { userId: admin, role: 'member' }), { code: 'forbidden' })
  await assert.rejects(host.as('member').call(inviteMembers, { emails: ['other-owner@host.test'], role: 'member' }), {
    code: 'forbidden',
  })
  await assert.rejects(host.as('member').call(removeMember, { userId: admin }), { code: 'forbidden' })
  await assert.rejects(host.as('admin').call(changeMember, { userId: member, role: 'owner' }), { code: 'forbidden' })
  await assert.rejects(host.as('admin').call(removeMember, { userId: owner }), { code: 'forbidden' })
  await assert.rejects(host.as('owner').call(changeMember, { userId: owner, role: 'member' }), { code: 'last_owner' })
  await assert.rejects(host.as('owner').call(removeMember, { userId: owner }), { code: 'last_owner' })
  await assert.rejects(host.as('owner').call(leaveWorkspace, { id: host.workspaces.here }), { code: 'last_owner' })
  assert.equal((await host.as('anonymous').get('/api/members')).status, 401)
})

test('§I35 a member of another workspace is not found, like an unknown one', async () => {
  await using host = await open()
  for (const userId of [host.userIds.otherOwner, 'usr_unknown']) {
    await assert.rejects(host.as('owner').call(changeMember, { userId, role: 'member' }), { code: 'not_found' })
    await assert.rejects(host.as('owner').call(removeMember, { userId }), { code: 'not_found' })
  }
  for (const id of [host.workspaces.there, 'org_unknown']) {
    await assert.rejects(host.as('owner').call(readWorkspace, { id }), { code: 'not_found' })
    await assert.rejects(host.as('owner').call(changeWorkspace, { id, name: 'Mine' }), { code: 'not_found' })
    await assert.rejects(host.as('owner').call(leaveWorkspace, { id }), { code: 'not_found' })
  }
})

test('an admin gives the workspace its colour, and takes it back', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const recolour = (accent: string | null) => host.as('admin').call(changeWorkspace, { id, accent })
  assert.equal((await recolour('#0A6E52')).accent, '#0a6e52')
  assert.equal((await host.as('member').call(readWorkspace, { id })).accent, '#0a6e52')
  await assert.rejects(recolour('red'), { code: 'invalid_input' })
  await assert.rejects(host.as('member').call(changeWorkspace, { id, accent: null }), { code: 'forbidden' })
  assert.equal((await recolour(null)).accent, null)
})

test('an admin sets the time zone of the workspace, which is checked and recorded', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const move = (timeZone: string) => host.as('admin').call(changeWorkspace, { id, timeZone })
  assert.equal((await host.as('member').call(readWorkspace, { id })).timeZone, 'UTC')
  assert.equal((await move('europe/berlin')).timeZone, 'Europe/Berlin')
  assert.equal((await host.as('member').call(readWorkspace, { id })).timeZone, 'Europe/Berlin')
  for (const wrong of ['Mars/Base', '+02:00', '', 'x'.repeat(65)]) {
    await assert.rejects(move(wrong), { code: 'invalid_input' }, wrong)
  }
  await assert.rejects(host.as('member').call(changeWorkspace, { id, timeZone: 'UTC' }), { code: 'forbidden' })
  await assert.rejects(host.as('otherOwner').call(changeWorkspace, { id, timeZone: 'UTC' }), { code: 'not_found' })
  const { items } = await host.service(AuditLog).list(id, { limit: 5, action: 'workspace.timezone_changed' })
  assert.deepEqual(
    items.map(({ before, after }) => [before, after]),
    [[{ timeZone: 'UTC' }, { timeZone: 'Europe/Berlin' }]],
  )
})

test('§5.6 §I8 a change of role signs that member out of the workspace at once, and the next session has the new role', async () => {
  await using host = await open()
  const { member } = host.userIds
  const changed = await host.as('admin').call(changeMember, { userId: member, role: 'admin' })
  assert.equal(changed.role, 'admin')
  await assert.rejects(host.as('member').call(listMembers), { code: 'unauthenticated' })
  await host.as('member').signIn()
  await host.as('member').call(inviteMembers, { emails: ['other-owner@host.test'], role: 'member' })
})

test('§5.6 §I8 a removal signs that member out at once, and the workspace is gone for them', async () => {
  await using host = await open()
  await host.as('admin').call(removeMember, { userId: host.userIds.member })
  await assert.rejects(host.as('member').call(listMembers), { code: 'unauthenticated' })
  await host.as('member').signIn()
  await assert.rejects(host.as('member').call(listMembers), { code: 'no_workspace' })
  assert.deepEqual((await host.as('member').call(listWorkspaces)).items, [])
})

test('§5.6 §I8 requests that begin after the answer never have the old rights, however many run meanwhile', async () => {
  await using host = await open()
  const { count, statuses } = await statusesAfter(host, { askers: 20, requests: 25 }, () =>
    host.as('admin').call(changeMember, { userId: host.userIds.member, role: 'admin' }),
  )
  assert.ok(count > 0)
  assert.deepEqual(statuses, [401])
})

test('a workspace is made, owned, renamed and left', async () => {
  await using host = await open()
  const made = await host.as('member').call(createWorkspace, { name: 'Tea House' })
  assert.deepEqual([made.slug, made.role], ['tea-house', 'owner'])
  assert.equal((await host.as('member').call(changeWorkspace, { id: made.id, name: 'Tea Room' })).name, 'Tea Room')
  assert.deepEqual(
    (await host.as('member').call(listWorkspaces)).items.map(({ name, role }) => [name, role]),
    [
      ['Here', 'member'],
      ['Tea Room', 'owner'],
    ],
  )
  await assert.rejects(host.as('member').call(createWorkspace, { name: 'Another', slug: 'tea-house' }), {
    code: 'conflict',
  })
  await assert.rejects(host.as('member').call(changeWorkspace, { id: host.workspaces.here, name: 'Mine' }), {
    code: 'forbidden',
  })
  await host.as('member').call(leaveWorkspace, { id: host.workspaces.here })
  await assert.rejects(host.as('member').call(listMembers), { code: 'unauthenticated' })
})

test('§I26 a slug has 3 to 63 lower-case letters and digits, with hyphens inside', async () => {
  await using host = await open()
  for (const slug of ['ab', 'Tea', '-tea', 'tea-', 'tea house', 't'.repeat(64)]) {
    assert.equal((await host.as('owner').post('/api/workspaces', { name: 'Tea', slug })).status, 400, slug)
  }
  for (const slug of ['tea', 't'.repeat(63), 'a--b', '123']) {
    assert.equal((await host.as('owner').post('/api/workspaces', { name: 'Tea', slug })).status, 201, slug)
  }
})
