import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noMemberLimit } from '../../../testing/identity/no-member-limit.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { openIdentityLab } from '../../../testing/identity/identity-lab.ts'
import { AccountLinks } from './account-links.ts'
import { SignInFault } from './fault.ts'
import { ProviderStore } from './provider-store.ts'

const client = {
  client_id: 'host',
  client_secret: 'sealed',
  issuer: 'https://corp.example',
  trusts_second_factor: true,
}
const person = { subject: 'ada', email: 'ada@corp.example', isEmailVerified: true, name: 'Ada', issuer: client.issuer }

for (const product of testDatabases) {
  test(`§I21 on ${product.name}: a sign-in returning after a change of the connection follows the new settings, or is refused`, async () => {
    await using lab = await openIdentityLab(product)
    const { db, clock } = lab
    const owner = await lab.accounts.create({ email: 'owner@host.test', name: 'O', password: 'tea-houses by the sea' })
    const { id: orgId } = await lab.workspaces.create({ name: 'Here', slug: 'here', ownerId: owner.id })
    await db
      .insertInto('sso_connections')
      .values({ org_id: orgId, default_role: 'admin', ...client })
      .execute()
    const links = new AccountLinks({
      db,
      recorder: { record: async () => {} },
      memberLimit: noMemberLimit,
      clock: () => clock.now,
    })
    const before = await new ProviderStore(db).bySlug('here')
    assert.ok(before !== undefined)
    for (const change of [
      { issuer: 'https://other.example' },
      { client_id: 'another' },
      { trusts_second_factor: false },
      { default_role: 'member' as const },
    ]) {
      await db.updateTable('sso_connections').set(change).execute()
      const refused = (error: unknown): boolean => error instanceof SignInFault && error.code === 'sso_failed'
      await assert.rejects(links.accountOf(before, person), refused, JSON.stringify(change))
      await db
        .updateTable('sso_connections')
        .set({ ...client, default_role: 'admin' })
        .execute()
    }
    assert.equal((await db.selectFrom('memberships').select('id').execute()).length, 1)
    await links.accountOf(before, person)
    assert.equal((await db.selectFrom('memberships').select('id').execute()).length, 2)
  })
}
