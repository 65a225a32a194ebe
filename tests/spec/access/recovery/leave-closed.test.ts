import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { createWorkspace, deleteWorkspace } from '../../../../plugins/workspaces/shared.ts'
import { openRecoveryLab, password } from './recovery-lab.ts'

const email = 'other-owner@host.test'
const path = '/api/auth/account/delete'

for (const product of testDatabases) {
  test(`${product.name}: §I28 a workspace that is to be erased does not keep the account of its last owner`, async () => {
    await using lab = await openRecoveryLab(product)
    const { host } = lab
    const { there } = host.workspaces
    const owner = host.as('otherOwner')
    await owner.call(deleteWorkspace, { id: there, confirmation: 'There' })
    const open = await owner.call(createWorkspace, { name: 'Tea house' })
    const refused = (await (await owner.post(path, { email })).json()) as { code: string; detail: string }
    assert.equal(refused.code, 'last_owner')
    assert.match(refused.detail, /Tea/)
    assert.doesNotMatch(refused.detail, /There/, 'what is deleted already is not to be deleted again')
    await owner.call(deleteWorkspace, { id: open.id, confirmation: open.slug })
    assert.equal((await owner.post(path, { email })).status, 204)
    assert.equal(await lab.signIn(email, password), undefined)
    assert.deepEqual((await host.service(Workspaces).members(there, {})).items, [])
  })

  test(`${product.name}: §I28 an account that ends while its workspace is restored leaves none without an owner`, async () => {
    await using lab = await openRecoveryLab(product)
    const { host } = lab
    const { there } = host.workspaces
    const owner = host.as('otherOwner')
    await owner.call(deleteWorkspace, { id: there, confirmation: 'There' })
    const answers = await Promise.all([owner.post(path, { email }), owner.post(`/api/workspaces/${there}/restore`)])
    const members = await host.service(Workspaces).members(there, {})
    const [deleted, restored] = answers.map(({ ok }) => ok)
    assert.ok(!(deleted && restored), 'one of both')
    assert.equal(members.items.length, deleted ? 0 : 1)
  })
}
