import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openRecoveryLab, password, type RecoveryLab } from './recovery-lab.ts'

const [sqlite] = testDatabases

interface Account {
  readonly email: string
  readonly isDisabled: boolean
  readonly isEmailVerified: boolean
  readonly hasSecondFactor: boolean
  readonly lastSeenAt: string | null
}

async function list(lab: RecoveryLab, query = ''): Promise<readonly Account[]> {
  const response = await lab.host.as('instanceAdmin').get(`/api/instance/users${query}`)
  assert.equal(response.status, 200)
  return ((await response.json()) as { items: readonly Account[] }).items
}

const change = async (lab: RecoveryLab, userId: string, changes: object): Promise<number> =>
  (await lab.host.as('instanceAdmin').patch(`/api/instance/users/${userId}`, changes)).status

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§I3 a disabled account loses its sessions at once, and can not sign in', async () => {
      await using lab = await openRecoveryLab(product)
      const { member } = lab.host.userIds
      const elsewhere = (await lab.signIn('member@host.test', password)) ?? ''
      assert.equal(await change(lab, member, { isDisabled: true }), 200)
      assert.equal(await lab.isSignedIn(elsewhere), false)
      assert.equal((await lab.host.as('member').get('/api/auth/me')).status, 401)
      const right = await lab.ask('/api/auth/login', { email: 'member@host.test', password })
      const unknown = await lab.ask('/api/auth/login', { email: 'nobody@host.test', password })
      assert.deepEqual(right, unknown)
      assert.deepEqual(
        (await list(lab, '?state=disabled')).map(({ email }) => email),
        ['member@host.test'],
      )
      assert.equal(await change(lab, member, { isDisabled: false }), 200)
      assert.ok(await lab.signIn('member@host.test', password))
    })

    test('§I33 an instance keeps an admin, also when two unmake each other at once', async () => {
      await using lab = await openRecoveryLab(product)
      const { owner, instanceAdmin } = lab.host.userIds
      assert.equal(await change(lab, instanceAdmin, { isInstanceAdmin: false }), 409)
      assert.equal(await change(lab, instanceAdmin, { isDisabled: true }), 409)
      assert.equal(await change(lab, owner, { isInstanceAdmin: true }), 200)
      await lab.host.as('owner').signIn()
      const both = await Promise.all([
        lab.host.as('instanceAdmin').patch(`/api/instance/users/${owner}`, { isInstanceAdmin: false }),
        lab.host.as('owner').patch(`/api/instance/users/${instanceAdmin}`, { isInstanceAdmin: false }),
      ])
      assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(({ status }) => status).join())
    })
  })
}

test('§I8 an instance admin signs a user out everywhere, and a right that is given or taken ends sessions', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const { member, owner } = lab.host.userIds
  const signedOut = await lab.host.as('instanceAdmin').post(`/api/instance/users/${member}/sign-out`)
  assert.equal(signedOut.status, 204)
  assert.equal((await lab.host.as('member').get('/api/auth/me')).status, 401)
  assert.equal(await change(lab, owner, { isInstanceAdmin: true }), 200)
  assert.equal((await lab.host.as('owner').get('/api/auth/me')).status, 401)
  const unknown = await lab.host.as('instanceAdmin').post('/api/instance/users/usr_unknown/sign-out')
  assert.equal(unknown.status, 404)
})

test('§I33 only an instance admin with a fresh proof changes people', async () => {
  await using lab = await openRecoveryLab(sqlite)
  const { member } = lab.host.userIds
  for (const person of ['owner', 'admin', 'member'] as const) {
    const { status } = await lab.host.as(person).patch(`/api/instance/users/${member}`, { isDisabled: true })
    assert.equal(status, 403)
  }
  lab.host.clock.advance({ minutes: 16 })
  for (const [method, path] of [
    ['PATCH', `/api/instance/users/${member}`],
    ['POST', `/api/instance/users/${member}/sign-out`],
    ['PUT', '/api/instance/sign-in'],
  ] as const) {
    const body = path.endsWith('sign-out') ? undefined : {}
    const response = await lab.host.as('instanceAdmin').send(method, path, { body })
    assert.equal(((await response.json()) as { code: string }).code, 'reauthentication_required', path)
  }
})

test('accounts are narrowed by state and search, and say when they were last seen', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  await lab.register('new@host.test')
  const emails = async (query: string) => (await list(lab, query)).map(({ email }) => email)
  assert.deepEqual(await emails('?state=unverified'), ['new@host.test'])
  assert.deepEqual(await emails('?state=admin'), ['instance-admin@host.test'])
  assert.equal((await emails('?state=without_second_factor')).length, 6)
  assert.deepEqual(await emails('?q=OLIVE'), ['owner@host.test'])
  const [newcomer] = await list(lab, '?q=new@')
  assert.deepEqual([newcomer?.isEmailVerified, newcomer?.lastSeenAt], [false, null])
  const [owner] = await list(lab, '?q=olive')
  assert.deepEqual([owner?.isEmailVerified, owner?.hasSecondFactor, typeof owner?.lastSeenAt], [true, false, 'string'])
})

test('account changes by instance admins and users are in the log of the instance, without a secret', async () => {
  await using lab = await openRecoveryLab(sqlite)
  await lab.openRegistration()
  const token = await lab.register('new@host.test')
  await lab.ask('/api/auth/verify-email', { token })
  await change(lab, lab.host.userIds.member, { isDisabled: true })
  await lab.host.as('owner').post('/api/auth/password', { current: password, password: 'quiet rivers at night' })
  const text = await (await lab.host.as('instanceAdmin').get('/api/instance/audit?limit=100')).text()
  for (const action of [
    'sign_in.changed',
    'user.registered',
    'user.email_verified',
    'user.disabled',
    'user.password_changed',
  ]) {
    assert.ok(text.includes(`"${action}"`), action)
  }
  for (const secret of [token, password, 'quiet rivers']) assert.ok(!text.includes(secret))
})
