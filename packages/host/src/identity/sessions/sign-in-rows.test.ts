import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type Role } from '@host/plugin'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { hashSecretToken, newSecretToken } from '../secret-token.ts'
import { openIdentityLab, tokenIn, type IdentityLab } from '../../../testing/identity/identity-lab.ts'
import { sessionLife } from './session-life.ts'

const problem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code

/** Makes addresses unique: a database has all tests of this file. */
let people = 0

/** A user of two workspaces of another one, signed in to the first. */
async function twoWorkspaces(lab: IdentityLab) {
  people += 1
  const create = (name: string) =>
    lab.accounts.create({ name, email: `${name}${people}@example.test`, password: 'tea-houses by the sea' })
  const [owner, { id: userId }] = [await create('owner'), await create('ada')]
  const createIn = (name: string) => lab.workspaces.create({ name, ownerId: owner.id })
  const [a, b] = [await createIn('A'), await createIn('B')]
  const join = (orgId: string, role: Role = 'member') =>
    lab.db.insertInto('memberships').values({ org_id: orgId, user_id: userId, role }).execute()
  for (const { id } of [a, b]) await join(id)
  const { cookie } = await lab.sessions.start(await lab.request(), userId, a.id)
  const token = tokenIn(cookie)
  const sessions = lab.identity.sessions
  return {
    owner: owner.id,
    userId,
    a: a.id,
    b: b.id,
    join,
    cookie,
    token,
    /** The workspace and the role that a call gets which names a workspace, or none. */
    at: async (named?: string) => {
      try {
        const caller = await sessions.callerOf(token, true, named)
        return caller && `${caller.orgId} ${caller.role}`
      } catch (error) {
        if (problem('unauthenticated')(error)) return undefined
        throw error
      }
    },
    rows: () =>
      lab.db
        .selectFrom('user_sessions')
        .select(['workspace_id', 'sign_in_id', 'is_revoked'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    signIn: async () => (await sessions.callerOf(token))?.sessionId ?? '',
    remove: (orgId: string) => lab.workspaces.removeMember({ orgId, actorId: owner.id, userId }),
    setRole: (orgId: string, role: Role) => lab.workspaces.changeRole({ orgId, actorId: owner.id, userId }, role),
  }
}

for (const product of everyDatabase) {
  const works: (readonly [title: string, work: (lab: IdentityLab) => Promise<void>])[] = []
  const on = (title: string, work: (lab: IdentityLab) => Promise<void>): void => void works.push([title, work])

  void test(product.name, async (t) => {
    await using lab = await openIdentityLab(product)
    for (const [title, work] of works) await t.test(title, () => work(lab))
  })

  on(
    '§I9 a call is in the workspace that it names, with one row for each, entered once by many at a time',
    async (lab) => {
      const { a, b, at, rows, signIn } = await twoWorkspaces(lab)
      assert.equal(await at(a), `${a} member`)
      assert.equal((await rows()).length, 1, 'the workspace used last has its row')
      const there = lab.another()
      assert.deepEqual(await Promise.all([at(b), at(b), at(b)]), Array(3).fill(`${b} member`))
      assert.equal(await at(), `${a} member`)
      const further = { workspace_id: b, sign_in_id: await signIn(), is_revoked: false }
      assert.deepEqual((await rows()).slice(1), [further])
      await there.flush()
    },
  )

  on('§I9 a workspace of others and one that does not exist are not found, and leave no row', async (lab) => {
    const { owner, at, rows } = await twoWorkspaces(lab)
    const foreign = await lab.workspaces.create({ name: 'Foreign', ownerId: owner })
    for (const named of [foreign.id, 'org_unknown']) await assert.rejects(at(named), problem('not_found'))
    assert.equal((await rows()).length, 1)
    assert.equal(await lab.identity.sessions.callerOf(newSecretToken(), true, foreign.id), undefined)
  })

  on('§I9 §I25 §I45 a workspace that asks for more than the sign-in has is not entered', async (lab) => {
    const { a, b, rows, token, at } = await twoWorkspaces(lab)
    const set = (values: { requires_second_factor?: boolean; requires_sso?: boolean }) =>
      lab.db.updateTable('workspaces').set(values).where('id', '=', b).execute()
    const needs = async () => {
      // Another process, as a changed row is read by the one that changed it only after a minute.
      const process = lab.another()
      const caller = await process.sessions.callerOf(token, true, b)
      await process.flush()
      return [caller?.orgId, caller?.needsSecondFactor, caller?.needsSso]
    }
    await set({ requires_second_factor: true })
    assert.deepEqual(await needs(), [b, true, false])
    await set({ requires_second_factor: false, requires_sso: true })
    assert.deepEqual(await needs(), [b, false, true])
    assert.equal((await rows()).length, 1)
    await set({ requires_sso: false })
    assert.deepEqual(await needs(), [b, false, false])
    assert.equal((await rows()).length, 2)
    await lab.db.updateTable('user_sessions').set({ confined_to: a }).where('sign_in_id', 'is', null).execute()
    const confined = lab.another()
    await assert.rejects(async () => await confined.sessions.callerOf(token, true, b), problem('not_found'))
    await confined.flush()
    assert.equal(await at(a), `${a} member`)
  })

  on('§I9 switching moves the row of the workspace used last, and never makes a second one', async (lab) => {
    const { a, b, at, cookie, rows, signIn } = await twoWorkspaces(lab)
    for (const next of [b, a, b, b]) {
      await lab.sessions.switch(await lab.request(cookie), next)
      assert.equal(await at(), `${next} member`)
      for (const each of [a, b]) assert.equal(await at(each), `${each} member`)
      const stored = (await rows()).toSorted((x, y) => Number(x.sign_in_id !== null) - Number(y.sign_in_id !== null))
      const other = next === a ? b : a
      assert.deepEqual(stored, [
        { workspace_id: next, sign_in_id: null, is_revoked: false },
        { workspace_id: other, sign_in_id: await signIn(), is_revoked: false },
      ])
    }
  })

  on('§5.6 a role changed in a further workspace ends its row only, until a new sign-in', async (lab) => {
    const { userId, a, b, at, cookie, setRole } = await twoWorkspaces(lab)
    await at(b)
    await setRole(b, 'admin')
    assert.deepEqual([await at(b), await at(a), await at()], [undefined, `${a} member`, `${a} member`])
    await assert.rejects(lab.sessions.switch(await lab.request(cookie), b), problem('unauthenticated'))
    assert.equal(await at(), `${a} member`)
    const again = await lab.sessions.start(await lab.request(cookie), userId, a)
    const caller = await lab.identity.sessions.callerOf(tokenIn(again.cookie), true, b)
    assert.deepEqual([caller?.orgId, caller?.role], [b, 'admin'])
  })

  on('§5.6 a role changed in the workspace used last ends unnamed calls, and the other one goes on', async (lab) => {
    const { a, b, at, setRole, cookie, token } = await twoWorkspaces(lab)
    await at(b)
    await setRole(a, 'admin')
    assert.deepEqual([await at(), await at(a), await at(b)], [undefined, undefined, `${b} member`])
    const own = lab.db.selectFrom('user_sessions').select('id').where('token_hash', '=', hashSecretToken(token))
    assert.equal(await own.executeTakeFirst(), undefined, 'an older process finds none either')
    await lab.sessions.switch(await lab.request(cookie, b), b)
    assert.deepEqual([await at(), await at(a), await at(b)], [`${b} member`, undefined, `${b} member`])
  })

  on('§5.6 a removal and a new membership let no row live again', async (lab) => {
    const { a, b, at, remove, join } = await twoWorkspaces(lab)
    await at(b)
    await remove(b)
    assert.equal(await at(b), undefined)
    await join(b, 'admin')
    assert.deepEqual([await at(b), await at(a)], [undefined, `${a} member`])
  })

  on('§I9 a call names a workspace by its slug, present or former', async (lab) => {
    const { owner, a, b, at, token, remove } = await twoWorkspaces(lab)
    const slugOf = async (id: string): Promise<string> =>
      (await lab.db.selectFrom('workspaces').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug
    const former = await slugOf(b)
    assert.equal(await at(`@${former}`), `${b} member`)
    await lab.workspaces.change({ orgId: b, actorId: owner }, { slug: `${former}-next` })
    for (const slug of [former, `${former}-next`]) assert.equal(await at(`@${slug}`), `${b} member`)
    const foreign = await lab.workspaces.create({ name: 'C', ownerId: owner })
    for (const slug of [foreign.slug, 'unknown']) await assert.rejects(at(`@${slug}`), problem('not_found'))
    await at(a)
    await remove(b)
    await assert.rejects(
      async () => lab.identity.sessions.callerOf(token, true, `@${former}`),
      (error) =>
        error instanceof Problem && error.code === 'unauthenticated' && error.options.facts?.['isRevoked'] === true,
    )
  })

  on('§5.6 a sign-in whose only workspace is revoked ends, and names no other', async (lab) => {
    const { a, b, at, rows, remove } = await twoWorkspaces(lab)
    await remove(a)
    assert.deepEqual([await at(), await at(a), await at(b)], [undefined, undefined, undefined])
    assert.deepEqual(await rows(), [])
  })

  on('§5.6 both revoked in either order end the sign-in', async (lab) => {
    const { a, b, at, rows, remove } = await twoWorkspaces(lab)
    await at(b)
    for (const orgId of [a, b]) await remove(orgId)
    assert.deepEqual([await at(), await at(b), await rows()], [undefined, undefined, []])
  })

  on('§I7 the list has one entry for a sign-in, and its end ends every workspace', async (lab) => {
    const { b, at, cookie, rows } = await twoWorkspaces(lab)
    await at(b)
    const entries = await lab.sessions.list(await lab.request(cookie))
    assert.deepEqual(
      entries.map(({ current }) => current),
      [true],
    )
    await lab.sessions.endOthers(await lab.request(cookie))
    assert.equal((await rows()).length, 2)
    await lab.sessions.end(await lab.request(cookie))
    assert.deepEqual([await at(), await at(b), await rows()], [undefined, undefined, []])
  })

  on('§P86 writes of older processes leave every sign-in right', async (lab) => {
    const { userId, a, b, at, token, rows, signIn } = await twoWorkspaces(lab)
    await at(b)
    const [id, renewed] = [await signIn(), newSecretToken()]
    const own = () => lab.db.updateTable('user_sessions').where('token_hash', '=', hashSecretToken(token))
    // As the switch of an older process does.
    await own()
      .set({ token_hash: hashSecretToken(renewed), workspace_id: b })
      .execute()
    const there = lab.another()
    assert.equal(await there.sessions.callerOf(token, true, b), undefined, 'the old cookie opens nothing')
    const now = await there.sessions.callerOf(renewed, true, b)
    assert.deepEqual([now?.sessionId, now?.orgId, (await there.sessions.callerOf(renewed))?.orgId], [id, b, b])
    assert.equal((await there.sessions.callerOf(renewed, true, a))?.orgId, a)
    // As its sign-out does.
    await lab.db.deleteFrom('user_sessions').where('token_hash', '=', hashSecretToken(renewed)).execute()
    const later = lab.another()
    for (const named of [undefined, a, b]) assert.equal(await later.sessions.callerOf(renewed, true, named), undefined)
    await lab.sessions.start(await lab.request(), userId, a)
    assert.equal((await rows()).length, 1, 'what is left goes with the next sign-in')
    await Promise.all([there.flush(), later.flush()])
  })

  on('§I6 a further workspace lives and ends with its sign-in', async (lab) => {
    const { a, b, at, userId, rows } = await twoWorkspaces(lab)
    await at(b)
    for (let use = 0; use < 2; use += 1) {
      lab.clock.now += sessionLife.sliding - 60_000
      assert.equal(await at(b), `${b} member`)
      await lab.identity.flush()
    }
    await lab.sessions.start(await lab.request(), userId, a)
    assert.equal((await rows()).length, 3, 'a new sign-in deletes none that is in use')
    lab.clock.now += sessionLife.absolute
    assert.deepEqual([await at(), await at(b)], [undefined, undefined])
    await lab.sessions.start(await lab.request(), userId, a)
    assert.equal((await rows()).length, 1)
  })
}
