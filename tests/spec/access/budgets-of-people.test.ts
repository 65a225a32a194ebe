import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { createTestHost, type TestClient } from '@host/testing'
import { acceptInvitation } from '../../../plugins/account/shared.ts'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { plugin as settings } from '../../../plugins/settings/server/index.ts'
import {
  changeMember,
  createWorkspace,
  deleteWorkspace,
  inviteMembers,
  listWorkspaces,
  transferWorkspace,
} from '../../../plugins/workspaces/shared.ts'
import { plugin as workspaces } from '../../../plugins/workspaces/server/index.ts'
import { unhurried } from '../lab/unhurried.ts'

const open = () => createTestHost({ plugins: [workspaces, account, instance, settings], environment: unhurried })

/** The body of a refusal, in Chinese too. */
interface Refused {
  readonly code: string
  readonly detail: string
  readonly nextStep: string
}

test('§I53 the instance says how many workspaces one person may own, and a refusal names the limit and the next step', async () => {
  await using host = await open()
  const path = '/api/instance/settings/instance'
  const admin = host.as('instanceAdmin')
  const form = (await (await admin.get(path)).json()) as { readonly values: object; readonly fields: object }
  assert.deepEqual(form.values, { ownedPerPerson: 20 })
  assert.deepEqual(Object.keys(form.fields), ['ownedPerPerson'])
  assert.equal((await host.as('owner').put(path, { values: { ownedPerPerson: 3 } })).status, 403)
  assert.equal((await admin.put(path, { values: { ownedPerPerson: 2 } })).status, 200)
  const owner = host.as('otherOwner')
  await owner.call(createWorkspace, { name: 'Second' })
  const refused = await refusal(owner, 'en')
  assert.equal(refused.code, 'conflict')
  assert.match(refused.detail, /limit of 2 workspaces/)
  assert.match(refused.nextStep, /Delete or transfer a workspace/)
  assert.match((await refusal(owner, 'zh')).detail, /2 个/)
  await admin.call(createWorkspace, { name: 'Of an admin' })
  await admin.call(createWorkspace, { name: 'Of an admin too' })
})

test('§I53 a role, a transfer, an invitation and a restore stop at the same limit', async () => {
  await using host = await open()
  const [here, owner, other] = [host.workspaces.here, host.as('owner'), host.as('otherOwner')]
  await host.as('instanceAdmin').put('/api/instance/settings/instance', { values: { ownedPerPerson: 1 } })
  const mine = (await other.call(listWorkspaces, {})).items[0]
  const userId = host.userIds.otherOwner
  assert.equal((await owner.call(listWorkspaces, {})).items.length, 1)
  const invite = async (role: 'owner' | 'admin') => {
    const { items } = await owner.call(inviteMembers, { emails: ['other-owner@host.test'], role })
    return new URL(items[0]?.link ?? '', 'http://host.test').searchParams.get('token') ?? ''
  }
  const asOwner = await invite('owner')
  await assert.rejects(other.call(acceptInvitation, { token: asOwner }), { code: 'conflict' })
  await other.call(acceptInvitation, { token: await invite('admin') })
  await assert.rejects(owner.call(changeMember, { userId, role: 'owner' }), { code: 'conflict' })
  await assert.rejects(owner.call(transferWorkspace, { id: here, userId }), { code: 'conflict' })
  await other.call(deleteWorkspace, { id: mine?.id ?? '', confirmation: mine?.slug ?? '' })
  await owner.call(changeMember, { userId, role: 'owner' })
  const restoring = host.service(Workspaces).restore({ orgId: mine?.id ?? '', actorId: userId })
  await assert.rejects(restoring, { code: 'conflict' })
})

async function refusal(client: TestClient, language: 'en' | 'zh'): Promise<Refused> {
  const answer = await client.post(
    '/api/workspaces',
    { name: 'One more' },
    { headers: { 'accept-language': language } },
  )
  assert.equal(answer.status, 409)
  return (await answer.json()) as Refused
}
