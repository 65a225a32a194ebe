import assert from 'node:assert/strict'
import { mock, suite, test } from 'node:test'
import type { Caller } from '../request/caller.ts'
import { openState } from '../request/request-state.ts'
import { Peers } from '../request/peers.ts'
import { Follower } from './follower.ts'
import type { Tab } from './live-message.ts'
import { resourcePath } from './resource-path.ts'
import { tabOf } from './tab-of.ts'
import { parsePattern } from '@host/plugin/platform'

const caller: Caller = {
  userId: 'usr_1',
  orgId: 'org_1',
  role: 'member',
  isInstanceAdmin: false,
  sessionId: 'ses_1',
  needsSecondFactor: false,
  needsSso: false,
  csrfToken: 'token',
}

const tab = { sessionId: 'ses_1', name: 'tab' }

/** A follower whose caller and features a test changes. */
function following() {
  const now: { caller: Caller | undefined; off: readonly string[]; looks: number } = { caller, off: [], looks: 0 }
  const [cut, onEnd] = [mock.fn(), mock.fn()]
  const follower = new Follower({
    caller,
    authorize: () => {
      now.looks += 1
      return now.caller
    },
    isEnabled: async (feature) => !now.off.includes(feature),
    cut,
    onEnd,
  })
  return { follower, now, cut, onEnd }
}

suite('one who follows', () => {
  test('receives pending changes as one, with their tab if they came from one tab alone', async () => {
    const { follower } = following()
    follower.add({ paths: ['/api/a', '/api/b'], by: tab })
    follower.add({ paths: ['/api/b'], by: tab })
    assert.deepEqual(await follower.next(1_000), { paths: ['/api/a', '/api/b'], by: 'tab' })
    follower.add({ paths: ['/api/a'], by: tab })
    follower.add({ paths: ['/api/b'], by: null })
    follower.add({ paths: ['/api/b'], by: tab })
    assert.deepEqual(await follower.next(1_000), { paths: ['/api/a', '/api/b'], by: null })
  })

  test('receives no IDs of foreign tabs, so none can be named to hide a change from it', async () => {
    const { follower } = following()
    follower.add({ paths: ['/api/a'], by: { sessionId: 'ses_2', name: 'tab' } })
    assert.deepEqual(await follower.next(1_000), { paths: ['/api/a'], by: null })
  })

  test('receives a change of one feature also when another, which is off, changes the same path', async () => {
    const { follower, now } = following()
    now.off = ['notes']
    follower.add({ paths: ['/api/badges'], feature: 'links', by: null })
    follower.add({ paths: ['/api/badges'], feature: 'notes', by: null })
    assert.deepEqual(await follower.next(20), { paths: ['/api/badges'], by: null })
    follower.add({ paths: ['/api/badges'], by: null })
    follower.add({ paths: ['/api/badges'], feature: 'notes', by: null })
    assert.deepEqual(await follower.next(20), { paths: ['/api/badges'], by: null })
  })

  test('receives nothing when nothing changes, after a check of its identity', async () => {
    const { follower, now } = following()
    assert.equal(await follower.next(20), null)
    assert.equal(now.looks, 1)
  })

  test('receives nothing of a disabled feature, and events of others', async () => {
    const { follower, now } = following()
    now.off = ['notes']
    follower.add({ paths: ['/api/x/notes'], feature: 'notes', by: null })
    assert.equal(await follower.next(20), null)
    follower.add({ paths: ['/api/x/notes'], feature: 'notes', by: null })
    follower.add({ paths: ['/api/x/links'], feature: 'links', by: null })
    assert.deepEqual(await follower.next(20), { paths: ['/api/x/links'], by: null })
  })

  for (const [what, changed] of Object.entries({
    'is signed out': undefined,
    'stands in another workspace': { ...caller, orgId: 'org_2' },
    'stands in no workspace': { ...caller, orgId: undefined, role: undefined },
    'has another role': { ...caller, role: 'admin' as const },
    'is an instance admin now': { ...caller, isInstanceAdmin: true },
    'has another session': { ...caller, sessionId: 'ses_2' },
  })) {
    test(`receives nothing anymore once they ${what.replace(/^is /, 'are ').replace(/^has /, 'have ').replace('stands', 'stand')}`, async () => {
      const { follower, now, onEnd } = following()
      follower.add({ paths: ['/api/a'], by: null })
      now.caller = changed
      assert.equal(await follower.next(1_000), undefined)
      now.caller = caller
      assert.equal(await follower.next(1_000), undefined)
      assert.equal(onEnd.mock.callCount(), 1)
    })
  }

  test('receives nothing either if its rights end while a heartbeat is due', async () => {
    const { follower, now } = following()
    now.caller = undefined
    assert.equal(await follower.next(10), undefined)
  })

  test('uses bounded memory: with many pending changes it is notified that everything may have changed', async () => {
    const { follower } = following()
    for (let count = 0; count < 10_000; count += 1) follower.add({ paths: [`/api/x/${count}`], by: null })
    const change = await follower.next(10)
    assert.ok((change?.paths.length ?? 0) <= 101)
    assert.ok(change?.paths.includes('/api'))
  })

  test('is closed when it does not read pending changes for half a minute', (t) => {
    const { follower, cut, onEnd } = following()
    let now = performance.now()
    t.mock.method(performance, 'now', () => now)
    follower.add({ paths: ['/api/a'], by: null })
    now += 29_000
    follower.add({ paths: ['/api/a'], by: null })
    assert.equal(cut.mock.callCount(), 0)
    now += 2_000
    follower.add({ paths: ['/api/a'], by: null })
    assert.equal(cut.mock.callCount(), 1)
    assert.equal(onEnd.mock.callCount(), 1)
  })

  test('is let go at once when it is closed, and once only', async () => {
    const { follower, onEnd } = following()
    const waiting = follower.next(60_000)
    follower.close()
    follower.close()
    assert.equal(await waiting, undefined)
    assert.equal(onEnd.mock.callCount(), 1)
  })
})

test('the subject of a route is its path before the first wildcard', () => {
  for (const [pattern, path] of [
    ['POST /api/members', '/api/members'],
    ['PATCH /api/members/{userId}', '/api/members'],
    ['PUT /api/x/notes/notes/{id}/lines/{line}', '/api/x/notes/notes'],
    ['DELETE /api/x/notes/files/{rest...}', '/api/x/notes/files'],
    ['POST /api/x/notes/{$}', '/api/x/notes'],
  ] as const) {
    assert.equal(resourcePath(parsePattern(pattern)), path)
  }
})

test('a tab is named by 1 to 64 visible characters, and belongs to a session', () => {
  const tabOfRequest = (name: string, by: Caller | undefined): Tab | null => {
    const request = new Request('http://host.test', { headers: { 'x-tab-id': name } })
    openState(request, 'req', new Peers('', undefined)).caller = by
    return tabOf(request)
  }
  for (const name of ['a1', 'x'.repeat(64)]) assert.deepEqual(tabOfRequest(name, caller), { sessionId: 'ses_1', name })
  for (const wrong of ['', 'x'.repeat(65), 'a b', 'é']) assert.equal(tabOfRequest(wrong, caller), null, wrong)
  assert.equal(tabOfRequest('a1', undefined), null)
})
