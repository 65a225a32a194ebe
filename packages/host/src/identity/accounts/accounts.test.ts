import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { wordingIn } from '@host/plugin/platform'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { openIdentityLab } from '../../../testing/identity/identity-lab.ts'
import { PasswordHasher } from './password-hash.ts'

const ada = { name: 'Ada', email: 'Ada@Example.TEST', password: 'tea-houses by the sea', workspace: 'Home' }
const problem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code

for (const product of everyDatabase) {
  test(`${product.name}: §I1 the set-up link makes the first instance admin with a workspace, once`, async () => {
    await using lab = await openIdentityLab(product)
    const token = (await lab.identity.firstRun()) ?? ''
    assert.match(token, /^[\w-]{43}$/)
    assert.equal(await lab.accounts.needsSetUp(), true)
    await assert.rejects(
      lab.accounts.setUp({ ...ada, token: token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }),
      problem('unauthenticated'),
    )
    const { userId, orgId } = await lab.accounts.setUp({ ...ada, token })
    assert.equal(await lab.accounts.needsSetUp(), false)
    const user = await lab.accounts.findByEmail('ada@example.test')
    assert.deepEqual([user?.id, user?.isInstanceAdmin], [userId, true])
    assert.deepEqual(
      (await lab.workspaces.list(userId)).map(({ id, slug, role }) => [id, slug, role]),
      [[orgId, 'home', 'owner']],
    )
    await assert.rejects(lab.accounts.setUp({ ...ada, token }), problem('gone'))
    assert.equal(await lab.identity.firstRun(), undefined)
  })

  test(`${product.name}: §I1 two set-ups at once, in two processes, make one admin`, async () => {
    await using lab = await openIdentityLab(product)
    const token = (await lab.identity.firstRun()) ?? ''
    const attempts = ['a', 'b', 'c', 'd'].map((name) =>
      lab.accounts.setUp({ ...ada, email: `${name}@example.test`, token }),
    )
    const results = await Promise.allSettled(attempts)
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.ok(results.every((result) => result.status === 'fulfilled' || problem('gone')(result.reason)))
    const page = await lab.people.list({})
    assert.equal(page.items.length, 1)
  })

  test(`${product.name}: §I1 §I5 the database holds neither a token nor a password`, async () => {
    await using lab = await openIdentityLab(product)
    const token = (await lab.identity.firstRun()) ?? ''
    const stored = async (): Promise<string> =>
      JSON.stringify([
        await lab.db.selectFrom('instance_settings').selectAll().execute(),
        await lab.db.selectFrom('users').selectAll().execute(),
      ])
    assert.equal((await stored()).includes(token), false)
    await lab.accounts.setUp({ ...ada, token })
    assert.equal((await stored()).includes(ada.password), false)
    assert.match(await stored(), /\$argon2id\$v=19/)
  })
}

const sqlite = everyDatabase.find(({ dialect }) => dialect === 'sqlite')
assert.ok(sqlite)

test('§I1 configuration creates the first admin instead of a link, and reports its mistakes', async () => {
  await using lab = await openIdentityLab(sqlite, {
    firstAdmin: { email: ada.email, password: ada.password, workspace: 'Studio' },
  })
  assert.equal(await lab.identity.firstRun(), undefined)
  const user = await lab.accounts.findByEmail(ada.email)
  assert.equal(user?.isInstanceAdmin, true)
  assert.deepEqual(
    (await lab.workspaces.list(user.id)).map(({ name }) => name),
    ['Studio'],
  )
  assert.equal(await lab.another().firstRun(), undefined)
})

for (const product of everyDatabase) {
  test(`${product.name}: processes that start at once with a configured admin all start, and make one`, async () => {
    const firstAdmin = { email: 'root@example.test', password: 'tea-houses by the sea', workspace: 'Tea' }
    await using lab = await openIdentityLab(product, { firstAdmin })
    const starts = [lab.identity, lab.another(), lab.another(), lab.another()]
    assert.deepEqual(
      await Promise.all(starts.map((identity) => identity.firstRun())),
      starts.map(() => undefined),
    )
    assert.equal((await lab.people.list({})).items.length, 1)
  })
}

test('§I1 a new start makes a new set-up link, and the old one is void', async () => {
  await using lab = await openIdentityLab(sqlite)
  const old = (await lab.identity.firstRun()) ?? ''
  const token = (await lab.another().firstRun()) ?? ''
  await assert.rejects(lab.accounts.setUp({ ...ada, token: old }), problem('unauthenticated'))
  await lab.accounts.setUp({ ...ada, token })
})

test('every wrong field of a new account is named, in the language that was asked for', async () => {
  await using lab = await openIdentityLab(sqlite)
  const attempt = lab.accounts.create({ name: ' ', email: 'nobody', password: 'short', language: 'zh' })
  await assert.rejects(attempt, (error) => {
    assert.ok(error instanceof Problem)
    assert.deepEqual(
      error.options.errors?.map(({ path }) => path),
      ['name', 'email', 'password'],
    )
    assert.match(wordingIn(error.options.errors?.[2]?.message ?? '', 'zh'), /请使用/)
    return true
  })
  await lab.accounts.create(ada)
  await assert.rejects(lab.accounts.create({ ...ada, email: ' ADA@example.test' }), problem('conflict'))
})

test('§I3 the right password lets in, whichever way the address is written; everything else gets one answer', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { id } = await lab.accounts.create(ada)
  await lab.db.insertInto('users').values({ email: 'sso@example.test', name: 'S' }).execute()
  const request = await lab.request()
  assert.equal((await lab.accounts.verifyPassword(request, ' ADA@EXAMPLE.test ', ada.password)).id, id)
  for (const [email, password] of [
    [ada.email, 'another'],
    ['nobody@example.test', ada.password],
    ['sso@example.test', ''],
    ['no address', ''],
  ] as const) {
    await assert.rejects(lab.accounts.verifyPassword(request, email, password), problem('invalid_credentials'))
  }
})

test('§I4 after five wrong passwords even the right one waits, and guesses sent at once are counted too', async () => {
  await using lab = await openIdentityLab(sqlite)
  await lab.accounts.create(ada)
  const request = await lab.request()
  const guesses = Array.from({ length: 20 }, (_, index) =>
    lab.accounts.verifyPassword(request, ada.email, `guess ${index}`),
  )
  const codes = (await Promise.allSettled(guesses)).map((result) =>
    result.status === 'rejected' ? (result.reason as Problem).code : 'in',
  )
  assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 5)
  assert.equal(codes.filter((code) => code === 'too_many_requests').length, 15)
  await assert.rejects(lab.accounts.verifyPassword(request, ada.email, ada.password), problem('too_many_requests'))
  lab.clock.now += 15 * 60_000
  await lab.accounts.verifyPassword(request, ada.email, ada.password)
})

test('§I2 a login with a hash of a lower cost stores it at the cost of today', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { id } = await lab.accounts.create(ada)
  const old = await new PasswordHasher({ memory: 32, passes: 1 }).hash(ada.password)
  await lab.db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute()
  await lab.accounts.verifyPassword(await lab.request(), ada.email, ada.password)
  const { password_hash: now } = await lab.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.match(now ?? '', /m=64,t=1/)
  await lab.accounts.verifyPassword(await lab.request(), ada.email, ada.password)
})

test('accounts come in pages, the newest first', async () => {
  await using lab = await openIdentityLab(sqlite)
  for (const name of ['a', 'b', 'c']) await lab.accounts.create({ ...ada, name, email: `${name}@example.test` })
  const first = await lab.people.list({ limit: 2 })
  assert.deepEqual(
    first.items.map(({ name }) => name),
    ['c', 'b'],
  )
  const second = await lab.people.list({ limit: 2, cursor: first.nextCursor ?? '' })
  assert.deepEqual([second.items.map(({ name }) => name), second.nextCursor], [['a'], null])
})
