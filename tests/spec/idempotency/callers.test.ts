import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@host/plugin'
import { assertFresh, assertProblem, assertReplay } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster, type Keyed } from '../lab/cluster.ts'
import type { WireAnswer } from '../lab/exchange.ts'
import { switchFeature } from '../lab/features.ts'
import { emailOf, inviteMember, join, password } from '../lab/people.ts'
import type { Visitor } from '../lab/visitor.ts'

const changeable = new Set(['x-request-id', 'date', 'requestId'])

/** The visible answer, without fields that differ between any two. */
function visible(answer: WireAnswer) {
  const headers = answer.headerNames.filter((name) => !changeable.has(name) && !name.startsWith('ratelimit'))
  const body = Object.entries(answer.json<object>()).filter(([name]) => !changeable.has(name))
  return { status: answer.status, headers: headers.map((name) => [name, answer.headers(name)]), body }
}

async function userIdOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get<{ readonly user: { readonly id: string } }>('/api/auth/me')
  return body.user.id
}

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    const lastHost = kind.size - 1

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    const invite = (name: string, role: Role): Promise<Visitor> =>
      inviteMember(cluster.people.ada, cluster.visitor(), { name, role })

    const run = async (sender: Visitor, keyed: Keyed): Promise<WireAnswer> =>
      assertFresh(await cluster.send(sender, keyed), 201)

    const refuseAlike = async (sender: Visitor, keyed: Keyed, expected: readonly [number, string]): Promise<void> => {
      const runs = cluster.runs(keyed.order?.tag ?? '')
      const [known, unknown] = [
        await cluster.send(sender, { ...keyed, at: lastHost }),
        await cluster.send(sender, { ...keyed, key: `${String(keyed.key)}-unknown` }),
      ]
      assertProblem(known, ...expected)
      assert.deepEqual(visible(known), visible(unknown))
      const other = { order: { tag: 'something else' } }
      assert.deepEqual(visible(await cluster.send(sender, { ...keyed, ...other })), visible(known))
      assert.equal(cluster.runs(keyed.order?.tag ?? ''), runs)
    }

    test('§2.40 §3.6 another member gets the replay, unless their role is below that of the first caller', async () => {
      const { ada, ben, cleo } = cluster.people
      const ann = await invite('ann', 'admin')
      const keyed = { order: { tag: 'by an admin' }, key: 'by-an-admin' }
      const first = await run(ben, keyed)
      for (const person of [ada, ben, ann]) assertReplay(await cluster.send(person, { ...keyed, at: lastHost }), first)
      const refused = await cluster.send(cleo, keyed)
      assertProblem(refused, 422, 'idempotency_caller_mismatch')
      assert.doesNotMatch(refused.body.toString(), /by an admin|cake/)
      assertReplay(await cluster.send(ben, keyed), first)
      assert.equal(cluster.runs('by an admin'), 1)
      const byMember = { order: { tag: 'by a member' }, key: 'by-a-member' }
      const shared = await run(cleo, byMember)
      for (const person of [ada, ben, cleo]) assertReplay(await cluster.send(person, byMember), shared)
    })

    test('§3.6 §5.6 a caller whose role was lowered learns nothing of the answer, and may use another key', async () => {
      const { ada } = cluster.people
      const fay = await invite('fay', 'admin')
      const keyed = { order: { tag: 'sunk' }, key: 'sunk' }
      const first = await run(fay, keyed)
      const target = `/api/members/${await userIdOf(fay)}`
      assert.equal((await ada.send('PATCH', target, { body: { role: 'member' } })).status, 200)
      await refuseAlike(fay, keyed, [401, 'unauthenticated'])
      await fay.signIn(emailOf('fay'), password)
      assertProblem(await cluster.send(fay, keyed), 422, 'idempotency_caller_mismatch')
      await run(fay, { ...keyed, key: 'sunk-again' })
      assert.equal((await ada.send('PATCH', target, { body: { role: 'admin' } })).status, 200)
      await fay.signIn(emailOf('fay'), password)
      assertReplay(await cluster.send(fay, { ...keyed, at: lastHost }), first)
      assert.equal(cluster.runs('sunk'), 2)
    })

    test('§2.40 another workspace has keys of its own', async () => {
      const { ada, dora } = cluster.people
      const keyed = { order: { tag: 'workspaces' }, key: 'workspaces' }
      const here = await run(ada, keyed)
      const there = await run(dora, { order: { tag: 'workspaces', answer: 'ready' }, key: 'workspaces' })
      assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), here)
      assertReplay(
        await cluster.send(dora, { order: { tag: 'workspaces', answer: 'ready' }, key: 'workspaces' }),
        there,
      )
      assert.deepEqual(
        [
          cluster.runs('workspaces'),
          await cluster.entries(ada, 'workspaces'),
          await cluster.entries(dora, 'workspaces'),
        ],
        [2, 1, 1],
      )
    })

    test('§2.40 a user who switches workspaces takes no key along', async () => {
      const { cleo, dora } = cluster.people
      const studio = await dora.get<{ readonly workspace: { readonly id: string } }>('/api/auth/me')
      const home = await cleo.get<{ readonly workspace: { readonly id: string } }>('/api/auth/me')
      await join(dora, cleo, { name: 'cleo', role: 'member' })
      assert.equal((await cleo.post('/api/auth/switch', { workspaceId: home.body.workspace.id })).status, 200)
      await cleo.refresh()
      const keyed = { order: { tag: 'moving' }, key: 'moving' }
      const first = await run(cleo, keyed)
      assert.equal((await cleo.post('/api/auth/switch', { workspaceId: studio.body.workspace.id })).status, 200)
      await run(await cleo.refresh(), keyed)
      assert.equal((await cleo.post('/api/auth/switch', { workspaceId: home.body.workspace.id })).status, 200)
      assertReplay(await cluster.send(await cleo.refresh(), keyed), first)
      assert.equal(cluster.runs('moving'), 2)
    })

    test('§5.6 §7.1 after a removal or a sign-out the answer is 401, for known and unknown keys alike', async () => {
      const { ada } = cluster.people
      const [gus, hal] = [await invite('gus', 'member'), await invite('hal', 'owner')]
      const keyed = { order: { tag: 'leavers' }, key: 'leavers' }
      const first = await run(gus, keyed)
      assertReplay(await cluster.send(hal, { ...keyed, at: lastHost }), first)
      assert.equal((await ada.send('DELETE', `/api/members/${await userIdOf(gus)}`)).status, 204)
      const signedOut = hal.at(cluster.hosts[0]?.url ?? '')
      assert.equal((await hal.post('/api/auth/logout')).status, 204)
      for (const person of [gus, signedOut, cluster.visitor()]) {
        await refuseAlike(person, keyed, [401, 'unauthenticated'])
      }
      await gus.signIn(emailOf('gus'), password)
      await refuseAlike(gus, keyed, [403, 'no_workspace'])
      assertReplay(await cluster.send(ada, keyed), first)
    })

    test('§7.2 §7.3 without role or tier the answer is the guard’s, for known and unknown keys alike', async () => {
      const { ada, ben, cleo, eve } = cluster.people
      const admins = { path: '/api/x/ledger/admins', order: { tag: 'admins' }, key: 'admins' }
      const first = await run(ben, admins)
      await refuseAlike(cleo, admins, [403, 'forbidden'])
      await refuseAlike(eve, admins, [403, 'no_workspace'])
      assertReplay(await cluster.send(ben, admins), first)
      const gold = { path: '/api/x/ledger/gold', order: { tag: 'gold' }, key: 'gold' }
      await refuseAlike(ada, gold, [402, 'tier_required'])
      cluster.upgrade(true)
      const paid = await run(ada, gold)
      cluster.upgrade(false)
      await refuseAlike(ada, gold, [402, 'tier_required'])
      cluster.upgrade(true)
      assertReplay(await cluster.send(ada, gold), paid)
      assert.deepEqual([cluster.runs('admins'), cluster.runs('gold')], [1, 1])
    })

    test('§4.2 §7.4 once the feature is switched off the answer is 404, for known and unknown keys alike', async () => {
      const { ada, ben, dora } = cluster.people
      const keyed = { order: { tag: 'switched' }, key: 'switched' }
      const first = await run(ben, keyed)
      await switchFeature(ada, 'ledger', false)
      for (const person of [ada, ben]) await refuseAlike(person, keyed, [404, 'feature_disabled'])
      await run(dora, keyed)
      await switchFeature(ada, 'ledger', true)
      assertReplay(await cluster.send(ben, { ...keyed, at: lastHost }), first)
      assert.equal(cluster.runs('switched'), 2)
    })

    test('§3.1 a request that was refused leaves its key unknown, and its body forgotten', async () => {
      const { ada, cleo, eve } = cluster.people
      const path = '/api/x/ledger/admins'
      const forged = { path, order: { tag: 'forged' }, key: 'claimed-by-nobody' }
      for (const person of [cluster.visitor(), eve, cleo]) {
        assert.ok([401, 403].includes((await cluster.send(person, forged)).status))
      }
      const { status } = await cluster.send(ada, { ...forged, headers: { 'x-csrf-token': 'wrong' } })
      assert.equal(status, 403)
      await run(ada, { path, order: { tag: 'honest' }, key: 'claimed-by-nobody' })
      assert.deepEqual([cluster.runs('forged'), cluster.runs('honest')], [0, 1])
    })
  })
}
