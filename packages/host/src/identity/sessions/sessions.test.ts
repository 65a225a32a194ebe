import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { untrustedCoherence } from '../../security/coherence/untrusted-coherence.ts'
import type { Caller } from '../../request/caller.ts'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { openIdentityLab, tokenIn, type IdentityLab } from '../../../testing/identity/identity-lab.ts'

const day = 24 * 60 * 60_000
const problem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code

async function person(
  lab: IdentityLab,
  name: string,
): Promise<{ userId: string; orgId: string; cookie: string; token: string }> {
  const { id: userId } = await lab.accounts.create({
    name,
    email: `${name}@example.test`,
    password: 'tea-houses by the sea',
  })
  const { id: orgId } = await lab.workspaces.create({ name: `Of ${name}`, ownerId: userId })
  const { cookie } = await lab.sessions.start(await lab.request(), userId)
  return { userId, orgId, cookie, token: tokenIn(cookie) }
}

for (const product of everyDatabase) {
  test(`${product.name}: §I5 a session states user, workspace and role, and its token is stored nowhere`, async () => {
    await using lab = await openIdentityLab(product)
    const { userId, orgId, cookie, token } = await person(lab, 'ada')
    assert.match(cookie, /^host_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    const caller = await lab.identity.sessions.callerOf(token)
    assert.deepEqual(
      [caller?.userId, caller?.orgId, caller?.role, caller?.isInstanceAdmin],
      [userId, orgId, 'owner', false],
    )
    assert.equal(JSON.stringify(await lab.db.selectFrom('user_sessions').selectAll().execute()).includes(token), false)
    for (const strange of [
      '',
      'x',
      token.slice(1),
      `${token}x`,
      token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ]) {
      assert.equal(await lab.identity.sessions.callerOf(strange), undefined)
    }
  })

  test(`${product.name}: §I9 switching keeps the cookie, and calls that name no workspace are in the other one`, async () => {
    await using lab = await openIdentityLab(product)
    const { userId, cookie, token } = await person(lab, 'ada')
    const other = await lab.workspaces.create({ name: 'Other', ownerId: userId })
    const anonymous = await person(lab, 'bob')
    await assert.rejects(lab.sessions.switch(await lab.request(cookie), anonymous.orgId), problem('not_found'))
    await assert.rejects(lab.sessions.switch(await lab.request(cookie), 'org_unknown'), problem('not_found'))
    const before = await lab.identity.sessions.callerOf(token)
    const { cookie: next, me } = await lab.sessions.switch(await lab.request(cookie), other.id)
    assert.deepEqual([me.workspace?.id, me.role, me.user.id], [other.id, 'owner', userId])
    assert.equal(tokenIn(next), token)
    const after = await lab.identity.sessions.callerOf(token)
    assert.deepEqual([after?.orgId, after?.sessionId, after?.csrfToken], [other.id, before?.sessionId, me.csrfToken])
    assert.equal(after?.csrfToken, before?.csrfToken)
  })

  test(`${product.name}: §5.6 revoking ends a user's sessions in that workspace and no others`, async () => {
    await using lab = await openIdentityLab(product)
    const { userId, orgId, token } = await person(lab, 'ada')
    const other = await lab.workspaces.create({ name: 'Other', ownerId: userId })
    const elsewhere = tokenIn((await lab.sessions.start(await lab.request(), userId, other.id)).cookie)
    const anonymous = await person(lab, 'bob')
    await lab.sessions.revoke(userId, orgId)
    assert.equal(await lab.identity.sessions.callerOf(token), undefined)
    assert.equal((await lab.identity.sessions.callerOf(elsewhere))?.orgId, other.id)
    assert.notEqual(await lab.identity.sessions.callerOf(anonymous.token), undefined)
    const rows = await lab.db.selectFrom('user_sessions').select('workspace_id').where('user_id', '=', userId).execute()
    assert.deepEqual(rows, [{ workspace_id: other.id }])
  })

  test(`${product.name}: §I90 a sign-in lands in the workspace that was switched to last, and no request writes that`, async () => {
    await using lab = await openIdentityLab(product)
    const { userId, orgId, cookie } = await person(lab, 'ada')
    const other = await lab.workspaces.create({ name: 'Other', ownerId: userId })
    const land = async (): Promise<string | undefined> =>
      (await lab.sessions.start(await lab.request(), userId)).me.workspace?.id
    const stored = () => lab.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
    assert.equal(await land(), orgId)
    const switched = await lab.sessions.switch(await lab.request(cookie), other.id)
    const before = await stored()
    await lab.identity.sessions.callerOf(tokenIn(switched.cookie))
    await lab.sessions.me(await lab.request(switched.cookie))
    assert.deepEqual(await stored(), before)
    assert.equal(await land(), other.id)
    await lab.sessions.start(await lab.request(), userId, orgId)
    assert.equal(await land(), orgId)
  })

  test(`${product.name}: §I90 a sign-in lands in the oldest membership where the last one or its workspace has ended`, async () => {
    await using lab = await openIdentityLab(product)
    const { userId, orgId } = await person(lab, 'ada')
    const { userId: host } = await person(lab, 'bob')
    const start = async (to?: string) => (await lab.sessions.start(await lab.request(), userId, to)).me.workspace?.id
    const left = await lab.workspaces.create({ name: 'Left', ownerId: host })
    await lab.db.insertInto('memberships').values({ org_id: left.id, user_id: userId, role: 'member' }).execute()
    assert.deepEqual([await start(left.id), await start()], [left.id, left.id])
    await lab.db.deleteFrom('memberships').where('org_id', '=', left.id).where('user_id', '=', userId).execute()
    assert.equal(await start(), orgId)
    const ending = await lab.workspaces.create({ name: 'Ending', ownerId: userId })
    assert.deepEqual([await start(ending.id), await start()], [ending.id, ending.id])
    await lab.db
      .updateTable('workspaces')
      .set({ erase_at: new Date(lab.clock.now + day).toISOString() })
      .where('id', '=', ending.id)
      .execute()
    assert.equal(await start(), orgId)
    await lab.db.deleteFrom('workspaces').where('id', '=', ending.id).execute()
    assert.equal(await start(), orgId)
  })

  test(`${product.name}: signing in again ends the session that the request came with`, async () => {
    await using lab = await openIdentityLab(product)
    const { userId, cookie, token } = await person(lab, 'ada')
    const again = await lab.sessions.start(await lab.request(cookie), userId)
    assert.equal(await lab.identity.sessions.callerOf(token), undefined)
    assert.notEqual(await lab.identity.sessions.callerOf(tokenIn(again.cookie)), undefined)
    assert.equal((await lab.sessions.list(await lab.request(again.cookie))).length, 1)
  })
}

const sqlite = everyDatabase.find(({ dialect }) => dialect === 'sqlite')
assert.ok(sqlite)

test('a session in memory answers without waiting', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { token } = await person(lab, 'ada')
  assert.equal((lab.identity.sessions.callerOf(token) as Caller).role, 'owner')
})

test('without a cache each call reads the database, so another process is believed at once', async () => {
  await using lab = await openIdentityLab(sqlite, { coherence: untrustedCoherence() })
  const { token } = await person(lab, 'ada')
  assert.notEqual(await lab.identity.sessions.callerOf(token), undefined)
  await lab.db.deleteFrom('user_sessions').execute()
  assert.equal(await lab.identity.sessions.callerOf(token), undefined)
})

test('§I6 a session lives 7 days after its last use and 30 days at most', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { token } = await person(lab, 'ada')
  const idle = await person(lab, 'bob')
  for (let days = 0; days < 29; days += 6) {
    assert.notEqual(await lab.identity.sessions.callerOf(token), undefined, `after ${days} days`)
    lab.clock.now += 6 * day
  }
  assert.equal(await lab.identity.sessions.callerOf(token), undefined)
  assert.equal(await lab.identity.sessions.callerOf(idle.token), undefined)
  assert.equal(await lab.another().sessions.callerOf(idle.token), undefined)
})

test('a session that is used on another process for longer than it lives unused is not over here', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { token } = await person(lab, 'ada')
  const there = lab.another()
  assert.notEqual(await lab.identity.sessions.callerOf(token), undefined)
  for (let days = 0; days < 12; days += 6) {
    lab.clock.now += 6 * day
    assert.notEqual(await there.sessions.callerOf(token), undefined)
    await there.flush()
  }
  assert.notEqual(await lab.identity.sessions.callerOf(token), undefined)
  lab.clock.now += 7 * day
  assert.equal(await lab.identity.sessions.callerOf(token), undefined)
})

test('§I6 the last use is written late and survives a restart', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { token } = await person(lab, 'ada')
  const lastSeen = async (): Promise<string> =>
    (await lab.db.selectFrom('user_sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at
  const first = await lastSeen()
  lab.clock.now += 59_000
  await lab.identity.sessions.callerOf(token)
  await lab.identity.flush()
  assert.equal(await lastSeen(), first)
  lab.clock.now += 6 * day
  await lab.identity.sessions.callerOf(token)
  assert.equal(await lastSeen(), first)
  await lab.identity.flush()
  assert.equal(await lastSeen(), new Date(lab.clock.now).toISOString())
  lab.clock.now += 6 * day
  assert.notEqual(await lab.another().sessions.callerOf(token), undefined)
})

test('§I7 ending one, this and all sessions ends them in memory too', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { userId, cookie, token } = await person(lab, 'ada')
  const second = (await lab.sessions.start(await lab.request(), userId)).cookie
  const third = (await lab.sessions.start(await lab.request(), userId)).cookie
  const [anonymous] = await lab.sessions.list(await lab.request((await person(lab, 'bob')).cookie))
  await assert.rejects(lab.sessions.endOne(await lab.request(cookie), anonymous?.id ?? ''), problem('not_found'))
  const entries = await lab.sessions.list(await lab.request(cookie))
  assert.deepEqual(
    [entries.length, entries.filter(({ current }) => current).length, entries[0]?.network],
    [3, 1, '127.0.0.0/24'],
  )
  const secondId = (await lab.identity.sessions.callerOf(tokenIn(second)))?.sessionId ?? ''
  await lab.sessions.endOne(await lab.request(cookie), secondId)
  assert.equal(await lab.identity.sessions.callerOf(tokenIn(second)), undefined)
  assert.match(await lab.sessions.end(await lab.request(cookie)), /^host_session=; .*Max-Age=0$/)
  assert.equal(await lab.identity.sessions.callerOf(token), undefined)
  await lab.sessions.endAll(await lab.request(third))
  assert.equal(await lab.identity.sessions.callerOf(tokenIn(third)), undefined)
  assert.equal((await lab.db.selectFrom('user_sessions').selectAll().where('user_id', '=', userId).execute()).length, 0)
})

test('a user in no workspace has a session without one', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { id } = await lab.accounts.create({ name: 'N', email: 'n@example.test', password: 'tea-houses by the sea' })
  const { cookie, me } = await lab.sessions.start(await lab.request(), id)
  assert.deepEqual([me.workspace, me.role], [null, null])
  const caller = await lab.identity.sessions.callerOf(tokenIn(cookie))
  assert.deepEqual([caller?.orgId, caller?.role], [undefined, undefined])
})
