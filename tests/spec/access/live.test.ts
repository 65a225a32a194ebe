import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { clusterKinds, startCluster, type Cluster, type ClusterKind } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { switchFeature } from '../lab/features.ts'
import { follow, type Following } from '../lab/live.ts'
import { emailOf, inviteMember, password } from '../lab/people.ts'
import type { Visitor } from '../lab/visitor.ts'

const typed = '/api/x/ledger/typed'

let kind: ClusterKind
let cluster: Cluster

const urlOf = (at: number): string => cluster.hosts[at % cluster.hosts.length]?.url ?? ''
const at = (visitor: Visitor, place: number): Visitor => visitor.at(urlOf(place))
const listen = (visitor: Visitor, place = 1, headers = {}): Promise<Following> => follow(visitor, urlOf(place), headers)
const change = async (visitor: Visitor, path: string, headers = {}): Promise<void> => {
  const { status, body } = await visitor.send('POST', path, { body: { tag: 'live' }, headers })
  assert.equal(status, 201, JSON.stringify(body))
}
/** Waits for all earlier events: a change published to everyone follows them. */
const settle = async (followers: readonly Following[], by: Visitor): Promise<void> => {
  const earlier = followers.map(({ events }) => events.length)
  await change(by, '/api/x/ledger/atomic')
  for (const [place, follower] of followers.entries()) {
    const isTold = () =>
      follower.events.slice(earlier[place]).some(({ data }) => data.paths?.includes('/api/x/ledger/atomic'))
    await until(isTold)
  }
}
const refused = async (visitor: Visitor, headers = {}): Promise<number> => {
  await using following = await listen(visitor, 0, headers)
  return following.status
}

for (const each of clusterKinds) {
  describe(`live changes, ${each.name}`, () => {
    before(async () => {
      kind = each
      cluster = await startCluster(kind)
    })

    after(() => cluster[Symbol.asyncDispose]())

    testReaders()
    testStreams()
  })
}

function testReaders(): void {
  test('changes of a member are published to the workspace, on every process, and to its own session with the tab', async () => {
    const { ada, cleo } = cluster.people
    await using here = await listen(cleo, 0)
    await using there = await listen(ada, 1)
    assert.deepEqual(
      here.events.map(({ event }) => event),
      ['ready'],
    )
    assert.match(here.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(here.headers.get('cache-control'), 'no-store')
    await change(cleo, typed, { 'x-tab-id': 'tab-of-cleo' })
    assert.deepEqual((await here.hears(typed)).data, { paths: [typed], by: 'tab-of-cleo' })
    // Only to that tab: a client that knows the ID of a tab could otherwise hide a change from it.
    assert.deepEqual((await there.hears(typed)).data, { paths: [typed], by: null })
  })

  test('§2.13 changes are not published to other workspaces, and never with their content', async () => {
    const { ada, dora } = cluster.people
    await using anonymous = await listen(dora)
    await using own = await listen(ada)
    await change(ada, typed)
    await own.hears(typed)
    await settle([own], ada)
    await change(at(dora, 0), '/api/x/ledger/typed')
    await anonymous.hears(typed)
    assert.equal(anonymous.events.filter(({ event }) => event === 'changed').length, 1)
    assert.doesNotMatch(JSON.stringify(own.events), /"live"/)
  })

  test('an invalid tab ID, a replayed answer and a failed call are not published', async () => {
    const { ada } = cluster.people
    await using follower = await listen(ada)
    const key = { 'idempotency-key': 'told-once' }
    await change(ada, typed, { ...key, 'x-tab-id': 'x'.repeat(65) })
    assert.equal((await follower.hears(typed)).data.by, null)
    await settle([follower], ada)
    const earlier = follower.events.length
    await change(ada, typed, key)
    await ada.send('POST', typed, { body: { tag: 1 } })
    await settle([follower], ada)
    const told = follower.events.slice(earlier).flatMap(({ data }) => data.paths)
    assert.deepEqual(told, ['/api/x/ledger/atomic'])
  })

  test('changes close together are published together, at most about five times a second', async () => {
    const { ada } = cluster.people
    await using follower = await listen(ada)
    const since = performance.now()
    for (let count = 0; count < 60; count += 1) {
      await change(at(ada, count), count % 2 === 0 ? typed : '/api/x/ledger/atomic')
    }
    await settle([follower], ada)
    const seconds = (performance.now() - since) / 1_000
    const told = follower.events.filter(({ event }) => event === 'changed').length
    assert.ok(told <= Math.ceil(seconds * 5) + 2, `${told} events in ${seconds} s`)
  })

  test('§1.4 changes of a feature are not published where it is disabled, and the switch itself is', async () => {
    const { ada, cleo } = cluster.people
    await using follower = await listen(cleo)
    await switchFeature(ada, 'ledger', false)
    const { data } = await follower.hears('/api/menus')
    assert.ok(['/api/features', '/api/actions', '/api/badges'].every((path) => data.paths?.includes(path)))
    await switchFeature(ada, 'ledger', true)
  })

  test('a user’s own changes are published to them alone, and those of the instance to its admins alone', async () => {
    const { ada, ben } = cluster.people
    await using own = await listen(ada)
    await using other = await listen(ben)
    await settle([own, other], ada)
    const earlier = other.events.length
    await change(ada, '/api/x/ledger/user')
    await own.hears('/api/x/ledger/user')
    await change(ada, '/api/x/ledger/instance')
    await own.hears('/api/x/ledger/instance')
    await settle([other], ada)
    const told = other.events.slice(earlier).flatMap(({ data }) => data.paths)
    assert.deepEqual(new Set(told), new Set(['/api/x/ledger/atomic']))
  })
}

function testStreams(): void {
  test('an anonymous client gets no stream, and a user without a workspace gets their own changes', async () => {
    assert.equal(await refused(cluster.visitor()), 401)
    await using follower = await listen(cluster.people.eve)
    assert.equal(follower.events[0]?.data['orgId'], null)
    await change(cluster.people.eve, '/api/x/ledger/user')
    await follower.hears('/api/x/ledger/user')
  })

  test('a stream ends before the first change after its session was revoked', async () => {
    const { ada } = cluster.people
    const zoe = await inviteMember(ada, cluster.visitor(), { name: `zoe-${kind.dialect}`, role: 'member' })
    await using follower = await listen(zoe)
    assert.equal((await zoe.post('/api/auth/logout-all')).status, 204)
    await change(ada, typed)
    await follower.ends()
    assert.ok(!follower.paths().includes(typed))
    assert.equal(await refused(zoe), 401)
  })

  test('a stream ends with the membership, with another role, and when its session goes elsewhere', async () => {
    const { ada } = cluster.people
    const yan = await inviteMember(ada, cluster.visitor(), { name: `yan-${kind.dialect}`, role: 'member' })
    const { body: me } = await yan.get<{ user: { id: string } }>('/api/auth/me')
    const member = `/api/members/${me.user.id}`
    {
      await using follower = await listen(yan)
      await settle([follower], ada)
      const earlier = follower.events.length
      assert.equal((await ada.send('PATCH', member, { body: { role: 'admin' } })).status, 200)
      await follower.ends()
      assert.equal(follower.events.length, earlier)
    }
    {
      await yan.signIn(emailOf(`yan-${kind.dialect}`), password)
      await using follower = await listen(yan)
      await settle([follower], ada)
      const earlier = follower.events.length
      assert.equal((await ada.send('DELETE', member)).status, 204)
      await follower.ends()
      assert.equal(follower.events.length, earlier)
    }
    await yan.signIn(emailOf(`yan-${kind.dialect}`), password)
    const { body: yard } = await yan.post<{ id: string }>('/api/workspaces', { name: 'Yard' })
    await using follower = await listen(yan)
    assert.equal((await yan.post('/api/auth/switch', { workspaceId: yard.id })).status, 200)
    await follower.ends()
  })

  test('§I9 a stream that names a workspace hears of that one, whichever its sign-in used last', async () => {
    const { ada } = cluster.people
    const kim = await inviteMember(ada, cluster.visitor(), { name: `kim-${kind.dialect}`, role: 'member' })
    const { body: me } = await kim.get<{ workspace: { id: string } }>('/api/auth/me')
    const { body: yard } = await kim.post<{ id: string; slug: string }>('/api/workspaces', { name: 'Kim' })
    await using there = await listen(kim, 1, { 'x-workspace': me.workspace.id })
    await using byName = await listen(kim, 1, { 'x-workspace': `@${yard.slug}` })
    await change(kim, typed, { 'x-workspace': yard.id })
    await byName.hears(typed)
    await settle([there], ada)
    assert.ok(!there.paths().includes(typed))
    assert.equal((await kim.post('/api/auth/switch', { workspaceId: yard.id })).status, 200)
    await settle([there], ada)
  })

  test('a session has at most twenty streams on a process, and a further one gets a Retry-After', async () => {
    const { ben } = cluster.people
    await using stack = new AsyncDisposableStack()
    for (let count = 0; count < 20; count += 1) stack.use(await listen(ben, 0))
    const over = stack.use(await listen(ben, 0))
    assert.equal(over.status, 429)
    assert.equal(over.headers.get('retry-after'), '30')
    await stack.disposeAsync()
    const isFree = async (): Promise<boolean> => (await refused(ben)) === 200
    await until(isFree)
  })

  test('a process that is killed takes its own streams with it and no others', async () => {
    if (kind.size === 1) return
    const { ada } = cluster.people
    await using lost = await listen(ada, 2)
    await using kept = await listen(ada, 1)
    await cluster.hosts[2]?.kill()
    await lost.ends()
    await change(at(ada, 0), typed)
    await kept.hears(typed)
    await cluster.start(2)
    await using again = await listen(ada, 2)
    await change(at(ada, 0), typed)
    await again.hears(typed)
  })

  test('streams end when the host stops, and do not hold it', async () => {
    const { ada } = cluster.people
    const last = kind.size - 1
    await using follower = await listen(ada, last)
    const since = performance.now()
    await cluster.hosts[last]?.[Symbol.asyncDispose]()
    await follower.ends()
    assert.ok(performance.now() - since < 8_000)
  })
}
