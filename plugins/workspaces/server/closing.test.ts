import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sessions, Workspaces } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import {
  changeLogo,
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  exportWorkspace,
  listMembers,
  listWorkspaces,
  readWorkspace,
  removeLogo,
  restoreWorkspace,
  transferWorkspace,
} from '../shared.ts'
import { plugin } from './index.ts'
import { statusesAfter } from './testing/statuses-after.ts'

const open = () => createTestHost({ plugins: [plugin] })

const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.alloc(40, 1)])

test('§I26 a released slug goes to no other workspace, and back to its former one', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const rename = (slug: string) => host.as('owner').call(changeWorkspace, { id, slug })
  await rename('tea-house')
  await rename('tea-room')
  for (const slug of ['tea-house', 'here', 'tea-room']) {
    await assert.rejects(host.as('otherOwner').call(createWorkspace, { name: 'X', slug }), { code: 'conflict' }, slug)
    const taking = host.as('otherOwner').call(changeWorkspace, { id: host.workspaces.there, slug })
    await assert.rejects(taking, { code: 'conflict' }, slug)
  }
  assert.notEqual((await host.as('otherOwner').call(createWorkspace, { name: 'Tea house' })).slug, 'tea-house')
  assert.equal((await rename('tea-house')).slug, 'tea-house')
  await assert.rejects(host.as('otherOwner').call(createWorkspace, { name: 'X', slug: 'tea-room' }), {
    code: 'conflict',
  })
  for (const slug of ['ab', 'Tea', '-a-', 'a'.repeat(64)]) await assert.rejects(rename(slug), { code: 'invalid_input' })
})

test('§I33 owners change slug and sign-in requirements, admins name and appearance', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const change = (by: 'owner' | 'admin' | 'member' | 'otherOwner', changes: object) =>
    host.as(by).call(changeWorkspace, { id, ...changes })
  for (const changes of [{ slug: 'mine-now' }, { requireSecondFactor: true }, { requireSso: true }]) {
    await assert.rejects(change('admin', changes), { code: 'forbidden' })
    await assert.rejects(change('member', changes), { code: 'forbidden' })
    await assert.rejects(change('otherOwner', changes), { code: 'not_found' })
  }
  const before = await host.as('owner').call(readWorkspace, { id })
  const { slug, requireSecondFactor, requireSso } = before
  assert.equal((await change('admin', { name: 'New', slug, requireSecondFactor, requireSso })).name, 'New')
})

test('§I26 a logo is a small PNG, JPEG or WebP by its first bytes, and is served so that nothing in it runs', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const put = (content: Buffer, by: 'admin' | 'member' | 'otherOwner' = 'admin') =>
    host.as(by).upload(changeLogo, { id, file: new Blob([new Uint8Array(content)]) })
  const { logo } = await put(png)
  const answer = await host.as('member').get(logo ?? '')
  assert.equal(answer.status, 200)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), png)
  const { headers } = answer
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'cache-control', 'content-security-policy'].map((name) =>
      headers.get(name),
    ),
    [
      'image/png',
      'nosniff',
      'private, max-age=31536000, immutable',
      "default-src 'none'; frame-ancestors 'self'; sandbox",
    ],
  )
  assert.equal((await host.as('otherOwner').get(logo ?? '')).status, 404)
  assert.equal((await host.as('anonymous').get(logo ?? '')).status, 401)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const large = Buffer.concat([png, Buffer.alloc(64 * 1024)])
  const refusals = [
    [svg, 'unsupported_media_type'],
    [Buffer.from('<html>'), 'unsupported_media_type'],
    [Buffer.from('GIF89a'), 'unsupported_media_type'],
    [Buffer.alloc(0), 'invalid_input'],
    [large, 'body_too_large'],
  ] as const
  for (const [bad, code] of refusals) await assert.rejects(put(bad), { code })
  await assert.rejects(put(png, 'member'), { code: 'forbidden' })
  await assert.rejects(put(png, 'otherOwner'), { code: 'not_found' })
  assert.equal((await host.as('member').get(logo ?? '')).status, 200, 'a refused one replaces nothing')
  await put(Buffer.concat([png, Buffer.from('more')]))
  assert.equal((await host.as('member').get(logo ?? '')).status, 404, 'the last one is gone')
  assert.equal((await host.as('admin').call(removeLogo, { id })).logo, null)
})

test('§I30 ownership is handed to a member by an owner, who becomes an admin, in one step', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const { admin, member, owner, otherOwner } = host.userIds
  const transfer = (by: 'owner' | 'admin' | 'otherOwner', userId: string) =>
    host.as(by).call(transferWorkspace, { id, userId })
  await assert.rejects(transfer('admin', admin), { code: 'forbidden' })
  await assert.rejects(transfer('otherOwner', otherOwner), { code: 'not_found' })
  for (const userId of [otherOwner, 'usr_unknown']) {
    await assert.rejects(transfer('owner', userId), { code: 'not_found' })
  }
  await assert.rejects(transfer('owner', owner), { code: 'conflict' })
  assert.equal((await transfer('owner', member)).role, 'admin')
  await host.as('admin').signIn()
  const roles = (await host.as('admin').call(listMembers)).items.map(({ userId, role }) => [userId, role])
  assert.deepEqual(Object.fromEntries(roles), { [owner]: 'admin', [admin]: 'admin', [member]: 'owner' })
  await host.as('owner').signIn()
  await assert.rejects(transfer('owner', owner), { code: 'forbidden' })
})

test('§I31 a deleted workspace is closed at once for everyone, seen by its owners, and restored within 7 days', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const close = (by: 'owner' | 'admin' | 'otherOwner', confirmation: string) =>
    host.as(by).call(deleteWorkspace, { id, confirmation })
  await assert.rejects(close('admin', 'Here'), { code: 'forbidden' })
  await assert.rejects(close('otherOwner', 'Here'), { code: 'not_found' })
  for (const wrong of ['here ', 'HERE', 'There']) {
    if (wrong.trim() !== 'here') await assert.rejects(close('owner', wrong), { code: 'invalid_input' })
  }
  await close('owner', 'here')
  for (const person of ['owner', 'admin', 'member'] as const) {
    await assert.rejects(host.as(person).call(listMembers), { code: 'no_workspace' }, person)
    await host.as(person).signIn()
    await assert.rejects(host.as(person).call(listMembers), { code: 'no_workspace' }, person)
  }
  const request = new Request('http://host.test/', { headers: {} })
  assert.equal((await host.service(Sessions).start(request, host.userIds.member, id)).me.workspace, null)
  assert.deepEqual((await host.as('member').call(listWorkspaces)).items, [])
  await assert.rejects(host.as('admin').call(readWorkspace, { id }), { code: 'not_found' })
  const [seen] = (await host.as('owner').call(listWorkspaces)).items
  assert.equal(Date.parse(seen?.eraseAt ?? '') - host.clock.now(), 7 * 86_400_000)
  await assert.rejects(host.as('owner').call(changeWorkspace, { id, name: 'X' }), { code: 'conflict' })
  await assert.rejects(host.as('owner').call(transferWorkspace, { id, userId: host.userIds.admin }), {
    code: 'conflict',
  })
  await assert.rejects(close('owner', 'here'), { code: 'conflict' })
  await assert.rejects(host.as('admin').call(restoreWorkspace, { id }), { code: 'not_found' })
  assert.equal((await host.as('owner').call(restoreWorkspace, { id })).eraseAt, null)
  await assert.rejects(host.as('owner').call(restoreWorkspace, { id }), { code: 'conflict' })
  await host.as('member').signIn()
  assert.equal((await host.as('member').call(listMembers)).items.length, 3)
})

test('§I31 after 7 days nothing restores it, and its slug is not given away meanwhile', async () => {
  await using host = await open()
  const id = host.workspaces.here
  await host.as('owner').call(deleteWorkspace, { id, confirmation: 'Here' })
  await assert.rejects(host.as('otherOwner').call(createWorkspace, { name: 'X', slug: 'here' }), { code: 'conflict' })
  host.clock.advance({ days: 7 })
  await host.as('owner').signIn()
  await assert.rejects(host.as('owner').call(restoreWorkspace, { id }), { code: 'gone' })
})

test('§I31 from the answer to its deletion on, no request works in a workspace, however many run', async () => {
  await using host = await open()
  const { statuses } = await statusesAfter(host, { askers: 10, requests: 20 }, () =>
    host.as('owner').call(deleteWorkspace, { id: host.workspaces.here, confirmation: 'Here' }),
  )
  assert.deepEqual(statuses, [403])
})

test('§I32 the owner takes all data along as a file', async () => {
  await using host = await open()
  const id = host.workspaces.here
  const answer = await host.as('owner').get(`/api/workspaces/${id}/export`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="workspace-[\d-]+\.json"$/)
  const text = await answer.text()
  const file = JSON.parse(text) as { workspace: { id: string }; members: { email: string }[] }
  assert.equal(file.workspace.id, id)
  assert.deepEqual(
    file.members.map(({ email }) => email),
    ['owner@host.test', 'admin@host.test', 'member@host.test'],
  )
  for (const foreign of [host.workspaces.there, host.userIds.otherOwner, 'password_hash', '$argon2id$']) {
    assert.ok(!text.includes(foreign), foreign)
  }
  await assert.rejects(host.as('admin').call(exportWorkspace, { id }), { code: 'forbidden' })
  await assert.rejects(host.as('otherOwner').call(exportWorkspace, { id }), { code: 'not_found' })
})

test('§I26 two workspaces that give up and take one slug at once never both have it', async () => {
  await using host = await open()
  const workspaces = host.service(Workspaces)
  const { owner, otherOwner } = host.userIds
  const { here, there } = host.workspaces
  for (let round = 0; round < 8; round += 1) {
    await Promise.allSettled([
      workspaces.change({ orgId: here, actorId: owner }, { slug: `slug-${round}` }),
      workspaces.change({ orgId: there, actorId: otherOwner }, { slug: `slug-${round}` }),
      workspaces.create({ name: 'X', slug: 'here', ownerId: otherOwner }),
    ])
    const all = (await workspaces.listAll({ limit: 100 })).items.map(({ slug }) => slug)
    assert.equal(new Set(all).size, all.length)
    assert.equal(all.filter((slug) => slug === 'here').length <= 1, true)
  }
  assert.ok((await workspaces.list(otherOwner)).every(({ slug }) => slug !== 'here'))
})

test('§I11 owner-only actions require a recent proof of identity', async () => {
  await using host = await open()
  const id = host.workspaces.here
  host.clock.advance({ minutes: 16 })
  const { admin } = host.userIds
  const asked = [
    host.as('owner').call(changeWorkspace, { id, slug: 'tea-house' }),
    host.as('owner').call(changeWorkspace, { id, requireSecondFactor: true }),
    host.as('owner').call(transferWorkspace, { id, userId: admin }),
    host.as('owner').call(deleteWorkspace, { id, confirmation: 'Here' }),
    host.as('owner').call(exportWorkspace, { id }),
  ]
  for (const call of asked) await assert.rejects(call, { code: 'reauthentication_required' })
  assert.equal((await host.as('owner').call(changeWorkspace, { id, name: 'Tea' })).name, 'Tea')
})
