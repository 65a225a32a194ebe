import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noMemberLimit } from '../../../testing/identity/no-member-limit.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'
import { AccountLinks } from './account-links.ts'
import { endSessionsOf, unlinkAll } from './end-provider.ts'
import { SignInFault } from './fault.ts'
import { FlowStore } from './flow-store.ts'
import { flowTime } from './flow-cookie.ts'
import { ProviderStore } from './provider-store.ts'
import type { Provider } from './provider.ts'
import type { RemotePerson } from './remote.ts'

const client = { client_id: 'host', client_secret: 'sealed', issuer: 'https://corp.example' }

function person(subject: string, rest: Partial<RemotePerson> = {}): RemotePerson {
  const email = `${subject}@corp.example`.toLowerCase()
  return { issuer: client.issuer, subject, email, isEmailVerified: true, name: 'Ada', ...rest }
}

interface Opened {
  readonly lab: IdentityLab
  readonly links: AccountLinks
  readonly provider: Provider
  readonly connection: Provider
}

async function open(lab: IdentityLab): Promise<Opened> {
  const owner = await lab.accounts.create({ email: 'owner@host.test', name: 'O', password: 'tea-houses by the sea' })
  const { id: orgId } = await lab.workspaces.create({ name: 'Here', slug: 'here', ownerId: owner.id })
  await lab.db
    .insertInto('sign_in_providers')
    .values({ key: 'corp', kind: 'oidc', label: 'Corp', ...client })
    .execute()
  await lab.db
    .insertInto('sso_connections')
    .values({ org_id: orgId, ...client })
    .execute()
  const value = { registration: true, requireSecondFactor: false }
  await lab.db.insertInto('instance_settings').values({ key: 'sign_in', value }).execute()
  const store = new ProviderStore(lab.db)
  const [provider, connection] = [await store.byName('corp'), await store.bySlug('here')]
  assert.ok(provider !== undefined && connection !== undefined)
  const links = new AccountLinks({
    db: lab.db,
    recorder: { record: async () => {} },
    memberLimit: noMemberLimit,
    clock: () => lab.clock.now,
  })
  return { lab, links, provider, connection }
}

const fault =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof SignInFault && error.code === code

for (const product of testDatabases) {
  test(`${product.name}: eight first sign-ins at once make one account, one link and one membership`, async () => {
    await using lab = await openIdentityLab(product)
    const { links, connection } = await open(lab)
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => links.accountOf(connection, person('ada'))))
    const done = all.filter((one) => one.status === 'fulfilled')
    assert.ok(done.length > 0)
    assert.equal(new Set(done.map(({ value }) => value.userId)).size, 1)
    const [{ value }] = done as [(typeof done)[0]]
    assert.equal((await lab.db.selectFrom('external_identities').select('id').execute()).length, 1)
    assert.equal((await lab.workspaces.list(value.userId)).length, 1)
  })

  test(`${product.name}: who comes through a workspace's own provider has proven no mailbox; who comes by the instance's has`, async () => {
    await using lab = await openIdentityLab(product)
    const { links, provider, connection } = await open(lab)
    const proven: boolean[] = []
    for (const [through, subject] of [[connection, 'eve'] as const, [provider, 'ada'] as const]) {
      const { userId } = await links.accountOf(through, person(subject))
      const account = lab.db.selectFrom('users').select('is_mailbox_proven as isProven').where('id', '=', userId)
      proven.push((await account.executeTakeFirstOrThrow()).isProven)
    }
    assert.deepEqual(proven, [false, true])
  })

  test(`${product.name}: a subject is compared to the letter`, async () => {
    await using lab = await openIdentityLab(product)
    const { links, provider } = await open(lab)
    const ada = await links.accountOf(provider, person('Ada'))
    const other = await links.accountOf(provider, person('ada', { email: 'other@corp.example' }))
    const third = await links.accountOf(provider, person('Ada ', { email: 'third@corp.example' }))
    assert.equal(new Set([ada, other, third].map(({ userId }) => userId)).size, 3)
    assert.equal((await links.accountOf(provider, person('Ada'))).userId, ada.userId)
  })

  test(`${product.name}: a sign-in through a provider that was disabled meanwhile is refused`, async () => {
    await using lab = await openIdentityLab(product)
    const { links, provider, connection } = await open(lab)
    const before = await links.accountOf(provider, person('ada'))
    await lab.db.transaction(async (queries) => {
      await queries.updateTable('sign_in_providers').set({ is_enabled: false }).execute()
      await queries.updateTable('sso_connections').set({ is_enabled: false }).execute()
      await endSessionsOf(queries, provider.id)
    })
    await assert.rejects(links.accountOf(provider, person('ada')), fault('sso_failed'))
    await assert.rejects(links.accountOf(connection, person('eve')), fault('sso_failed'))
    const { access_epoch: epoch } = await lab.db
      .selectFrom('users')
      .select('access_epoch')
      .where('id', '=', before.userId)
      .executeTakeFirstOrThrow()
    assert.ok(epoch > before.accessEpoch, 'a sign-in that was under way starts no session')
  })

  test(`${product.name}: the last sign-in method of an account keeps its provider`, async () => {
    await using lab = await openIdentityLab(product)
    const { links, provider } = await open(lab)
    const { userId } = await links.accountOf(provider, person('ada'))
    const remove = (): Promise<void> => lab.db.transaction((queries) => unlinkAll(queries, provider.id))
    await assert.rejects(remove(), (error) => (error as { code?: string }).code === 'last_method')
    await lab.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', userId).execute()
    await remove()
    assert.equal((await lab.db.selectFrom('external_identities').select('id').execute()).length, 0)
  })

  test(`${product.name}: a sign-in that is away comes back once, in its browser, in time`, async () => {
    await using lab = await openIdentityLab(product)
    const flows = new FlowStore(lab.db, () => lab.clock.now)
    const flow = { browserSecret: 'a browser', providerId: 'idp_1', returnPath: undefined, sessionId: undefined }
    await flows.add({ ...flow, state: 'one' })
    assert.equal(await flows.take('one', 'another browser'), undefined)
    const taken = await Promise.all(Array.from({ length: 8 }, () => flows.take('one', 'a browser')))
    assert.equal(taken.filter((one) => one !== undefined).length, 1)
    await flows.add({ ...flow, state: 'two' })
    lab.clock.now += flowTime
    assert.equal(await flows.take('two', 'a browser'), undefined)
    await flows.add({ ...flow, state: 'three' })
    await flows.add({ ...flow, state: 'four' })
    lab.clock.now += flowTime
    await flows.add({ ...flow, state: 'five' })
    const left = await lab.db.selectFrom('host_sign_in_flows').selectAll().execute()
    assert.equal(left.length, 1, 'what ran out is cleared away')
    assert.ok(!JSON.stringify(left).includes('five'), 'and the state itself is not stored')
  })
}
