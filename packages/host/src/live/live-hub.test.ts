import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { definePlugin, json, Live, noContent, type LiveService } from '@host/plugin'
import type { Bus, BusListener } from '../database/bus/bus.ts'
import { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Caller } from '../request/caller.ts'
import { openState } from '../request/request-state.ts'
import { Peers } from '../request/peers.ts'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { LiveHub } from './live-hub.ts'
import { until } from '../../testing/until.ts'

const caller = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'member',
  isInstanceAdmin: false,
  sessionId: 'ses_1',
  needsSecondFactor: false,
  needsSso: false,
  csrfToken: 'token',
} as const

/** A bus that a test speaks over, and the hub of a process on it. */
function lab() {
  const listeners = new Set<BusListener>()
  const published: string[] = []
  const bus: Bus = {
    isHeard: () => listeners.size > 0,
    publish: (_topic, message) => void published.push(message),
    subscribe(_topic, listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const stopping = new AbortController()
  const hub = new LiveHub({
    bus,
    contexts: new ExecutionContexts(['notes']),
    stopping: stopping.signal,
    callerNow: () => caller,
    isEnabled: () => true,
  })
  const live = hub.serviceOf(undefined)
  const leaving = new AbortController()
  const request = (by: Caller = caller): Request => {
    const made = new Request('http://host.test/api/live', { signal: leaving.signal })
    openState(made, 'req', new Peers('', undefined)).caller = by
    return made
  }
  return { live, listeners, published, stopping, leaving, request }
}

test('changes of personal pages are sent to their user in any workspace, and to no other user', async () => {
  const { live, listeners, published, request } = lab()
  const own = live.follow(request())
  live.changedFor(['usr_1', 'usr_2'], ['/api/notifications'])
  assert.deepEqual(
    published.map((message) => (JSON.parse(message) as { to: string }).to),
    ['usr_1', 'usr_2'],
  )
  for (const message of published) for (const listener of listeners) listener.onMessage(message)
  assert.deepEqual(await own.next(0), { paths: ['/api/notifications'], by: null })
  assert.throws(() => live.changedFor(['usr_1'], ['/elsewhere']), TypeError)
  own.close()
})

test('a process listens to the others only while a user follows, and lets go of who leaves', () => {
  const { live, listeners, leaving, request } = lab()
  assert.equal(listeners.size, 0)
  const [first] = [live.follow(request()), live.follow(request())]
  assert.equal(listeners.size, 1)
  first?.close()
  assert.equal(listeners.size, 1)
  leaving.abort()
  assert.equal(listeners.size, 0)
})

test('a change without possible followers is not assembled', () => {
  const { live, published } = lab()
  live.changed('org_1', ['/api/x/notes'])
  assert.deepEqual(published, [])
})

test('after a gap every follower is notified that everything may have changed', async () => {
  const { live, listeners, request } = lab()
  const follower = live.follow(request())
  for (const { onGap } of listeners) onGap()
  assert.deepEqual(await follower.next(1_000), { paths: ['/api'], by: null })
})

test('messages of other processes are accepted only if they are valid notifications', async () => {
  const { live, listeners, request } = lab()
  const follower = live.follow(request())
  const [listener] = listeners
  for (const message of ['', 'null', '{}', '{"to":1}', '{"to":"org_2","paths":["/api"],"by":null}']) {
    listener?.onMessage(message)
  }
  assert.equal(await follower.next(20), null)
})

test('all followers end when the host stops', async () => {
  const { live, stopping, request } = lab()
  const waiting = live.follow(request()).next(60_000)
  stopping.abort()
  assert.equal(await waiting, undefined)
  assert.equal(await live.follow(request()).next(10), undefined)
})

test('twenty streams of a session are enough, and a place is free again when one ends', () => {
  const { live, request } = lab()
  const followers = Array.from({ length: 20 }, () => live.follow(request()))
  assert.throws(() => live.follow(request()), { code: 'too_many_requests' })
  followers[7]?.close()
  live.follow(request())
})

test('a person has at most a hundred streams, however many sessions they have', () => {
  const { live, request } = lab()
  const at = (session: number): Request => request({ ...caller, sessionId: `ses_${session}` })
  for (let session = 0; session < 5; session += 1) {
    for (let count = 0; count < 20; count += 1) live.follow(at(session))
  }
  assert.throws(() => live.follow(at(5)), { code: 'too_many_requests' })
  live.follow(request({ ...caller, userId: 'usr_2', sessionId: 'ses_6' }))
})

test('a client that left before it follows takes no memory', async (context: TestContext) => {
  const followers: unknown[] = []
  const arrived: Request[] = []
  const plugin = definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount(mux, ctx) {
      const live = ctx.lookup(Live)
      mux.handle('GET /api/x/notes/next', async ({ request, query }) => {
        arrived.push(request)
        if (query.has('left')) await once(request.signal, 'abort')
        const follower = live?.follow(request)
        followers.push(follower)
        return json(await follower?.next(20_000))
      })
    },
  })
  const { host, person } = await labHost(context, [plugin])
  const { cookie } = await person('member')
  const url = await host.listen()
  const ask = (query: string, signal: AbortSignal): Promise<Response | undefined> =>
    fetch(new URL(`/api/x/notes/next${query}`, url), { headers: { cookie }, signal }).catch(() => undefined)
  const clients = new AbortController()
  const left = Array.from({ length: 20 }, () => ask('?left', clients.signal))
  await until(() => arrived.length >= 20)
  clients.abort()
  await Promise.all(left)
  await until(() => followers.length >= 20)
  assert.equal(await ask('', AbortSignal.timeout(300)), undefined, 'it was turned away')
})

test('a path outside the API, or too many of them, is refused where it is published', () => {
  const { live } = lab()
  for (const path of ['/admin', 'api/x', '/api/x/', '/api/x?y', `/api/${'x'.repeat(150)}`]) {
    assert.throws(() => live.changed('org_1', [path]), TypeError, path)
  }
  assert.throws(
    () =>
      live.changed(
        'org_1',
        Array.from({ length: 21 }, () => '/api/x'),
      ),
    TypeError,
  )
})

test('a plugin publishes changes without a request, with the tab of the running one', async (context: TestContext) => {
  const following = Promise.withResolvers<void>()
  let live: LiveService | undefined
  const plugin = definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    badges: () => Promise.resolve({}),
    mount(mux, ctx) {
      live = ctx.lookup(Live)
      mux.handle('GET /api/x/notes/ping', ({ request }) => {
        live?.changed(ctx.orgId(request) ?? '', ['/api/x/notes/notes'])
        return noContent()
      })
      mux.handle('GET /api/x/notes/next', async ({ request }) => {
        const follower = live?.follow(request)
        following.resolve()
        return json(await follower?.next(5_000))
      })
    },
  })
  const { person } = await labHost(context, [plugin])
  const member = await person('member')
  const next = member.call('GET', '/api/x/notes/next')
  await following.promise
  await member.call('GET', '/api/x/notes/ping', { headers: { 'x-tab-id': 'tab-1' } })
  // A change of a plugin may change its badge in the sidebar.
  assert.deepEqual(await (await next).json(), { paths: ['/api/x/notes/notes', '/api/badges'], by: 'tab-1' })
})
