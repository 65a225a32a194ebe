/** The host's own events of a workspace, each change made through the public API. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { definePlugin, Events, type EventRecord, type EventsService } from '@host/plugin'
import { AuditLog, People } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { acceptInvitation, changePassword, login } from '../../../plugins/account/shared.ts'
import { plugin as apiTokens } from '../../../plugins/api-tokens/server/index.ts'
import { createToken, revokeToken, rotateToken } from '../../../plugins/api-tokens/shared.ts'
import { plugin as features } from '../../../plugins/features/server/index.ts'
import { switchFeature } from '../../../plugins/features/shared.ts'
import { plugin as workspaces } from '../../../plugins/workspaces/server/index.ts'
import {
  changeMember,
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  inviteMembers,
  removeMember,
  restoreWorkspace,
  withdrawInvitation,
} from '../../../plugins/workspaces/shared.ts'
import { infoOf } from '../lab/plugins.ts'
import { unhurried } from '../lab/unhurried.ts'

const password = 'tea-houses by the sea'

describe('events of the host', () => {
  let host: TestHost
  let events: EventsService
  const cursors = new Map<string, string>()
  const listener = definePlugin({
    name: 'listener',
    info: infoOf('Listener'),
    models: [],
    mount: (_mux, ctx) => {
      events = ctx.lookup(Events) as EventsService
      // A subscriber that a workspace can switch off is looked up in the transaction of the change.
      events.subscribe('all', '*', async () => undefined)
    },
  })

  before(async () => {
    const plugins = [account, apiTokens, features, workspaces, listener]
    host = await createTestHost({ plugins, environment: unhurried })
    await news()
  })
  after(() => host.close())

  /** Events since the last read, without IDs and moments. */
  async function news(orgId = host.workspaces.here): Promise<readonly (readonly [string, unknown])[]> {
    const cursor = cursors.get(orgId)
    const page = await events.read(orgId, { limit: 100, ...(cursor !== undefined && { cursor }) })
    cursors.set(orgId, page.resumeCursor)
    return page.items.map(({ name, data }: EventRecord) => [name, data])
  }

  test('joining, changes of role, and leaving', async () => {
    const { owner, admin, member: userId } = host.userIds
    await host.as('admin').call(changeMember, { userId, role: 'admin' })
    await host.as('admin').call(changeMember, { userId, role: 'admin' })
    await host.as('owner').call(removeMember, { userId })
    assert.deepEqual(await news(), [
      ['member.role-changed', { userId, from: 'member', to: 'admin', by: admin }],
      ['member.left', { userId, role: 'admin', how: 'removed', by: owner }],
    ])
    await assert.rejects(host.as('admin').call(removeMember, { userId: owner }))
    await assert.rejects(host.as('owner').call(changeMember, { userId: owner, role: 'member' }))
    assert.deepEqual(await news(), [], 'what is refused is not told')
  })

  test('§I50 a failed sign-in of a member and a changed password, in each of their workspaces, by no address', async () => {
    const { admin: userId } = host.userIds
    const wrong = { email: 'admin@host.test', password: 'not this one' }
    await assert.rejects(host.as('anonymous').call(login, wrong))
    await assert.rejects(host.as('anonymous').call(login, { ...wrong, email: 'unknown@host.test' }))
    await host.as('admin').call(changePassword, { current: password, password: `${password} again` })
    assert.deepEqual(await news(), [
      ['auth.sign-in-failed', { userId, method: 'password', by: null }],
      ['auth.password-changed', { userId, how: 'changed', by: userId }],
    ])
    const { items } = await host.service(AuditLog).list(host.workspaces.here, { action: 'auth' })
    assert.deepEqual(
      items.map(({ action, actor, target }) => [action, actor.kind, target]),
      [
        ['auth.password_changed', 'user', `user:${userId}`],
        ['auth.sign_in_failed', 'anonymous', `user:${userId}`],
      ],
    )
  })

  test('invitations, without addresses, and their acceptance', async () => {
    const { admin, instanceAdmin } = host.userIds
    await host.service(People).change({ actorId: instanceAdmin, userId: admin }, { isInstanceAdmin: true })
    await host.as('admin').signIn()
    const emails = ['tim@host.test', 'tom@host.test']
    const { items } = await host.as('admin').call(inviteMembers, { emails, role: 'member' })
    const [first, second] = items
    assert.ok(first && second)
    await host.as('admin').call(withdrawInvitation, { id: second.id })
    const token = new URL(first.link ?? '', 'http://host.test').searchParams.get('token') ?? ''
    const browser = host.as('anonymous')
    await browser.call(acceptInvitation, { token, name: 'Tim', password })
    const told = await news()
    const joined = (told.at(-1)?.[1] ?? {}) as { userId?: string }
    assert.deepEqual(told, [
      ['invitation.sent', { invitationId: first.id, role: 'member', isMailed: false, by: admin }],
      ['invitation.sent', { invitationId: second.id, role: 'member', isMailed: false, by: admin }],
      ['invitation.withdrawn', { invitationId: second.id, role: 'member', by: admin }],
      ['member.joined', { userId: joined.userId, role: 'member', how: 'invitation', by: joined.userId }],
    ])
    assert.doesNotMatch(JSON.stringify(told), /@/)
    assert.ok(!JSON.stringify(told).includes(token))
  })

  test('switches and tokens, without their secrets', async () => {
    const { admin: by } = host.userIds
    await host.as('admin').call(switchFeature, { key: 'listener', enabled: false })
    await host.as('admin').call(switchFeature, { key: 'listener', enabled: false })
    const made = await host.as('admin').call(createToken, { name: 'Backup', role: 'member', expiresInDays: 30 })
    const { id } = made
    const rotated = await host.as('admin').call(rotateToken, { id })
    await host.as('admin').call(revokeToken, { id })
    const told = await news()
    const [, created] = told
    const { scopes } = (created?.[1] ?? {}) as { scopes?: readonly string[] }
    assert.deepEqual(told, [
      ['feature.switched', { features: [{ feature: 'listener', isOn: false }], by }],
      ['api-token.created', { id, name: 'Backup', role: 'member', scopes, expiresInDays: 30, by }],
      ['api-token.rotated', { id, name: 'Backup', by }],
      ['api-token.revoked', { id, name: 'Backup', by }],
    ])
    for (const { token } of [made, rotated]) assert.ok(!JSON.stringify(told).includes(token))
  })

  test('closing, restoring and deleting a workspace', async () => {
    const { otherOwner: by } = host.userIds
    const owner = host.as('otherOwner')
    const { id, slug } = await owner.call(createWorkspace, { name: 'Tea room' })
    await owner.call(changeWorkspace, { id, name: 'Tea house', accent: '#0a6e52' })
    await assert.rejects(owner.call(changeWorkspace, { id, name: 'Lost', slug: 'here' }))
    await owner.call(deleteWorkspace, { id, confirmation: 'Tea house' })
    await owner.call(restoreWorkspace, { id })
    const told = await news(id)
    const { eraseAt } = (told[3]?.[1] ?? {}) as { eraseAt?: string }
    assert.deepEqual(told, [
      ['workspace.created', { name: 'Tea room', slug, by }],
      ['workspace.changed', { before: { name: 'Tea room' }, after: { name: 'Tea house' }, by }],
      ['workspace.changed', { before: { accent: null }, after: { accent: '#0a6e52' }, by }],
      ['workspace.closed', { eraseAt, by }],
      ['workspace.restored', { by }],
    ])
    assert.deepEqual(await news(), [], 'the other workspace learns nothing of it')
  })
})
