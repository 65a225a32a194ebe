import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soleCoherence } from '../../security/coherence/sole-coherence.ts'
import { newSecretToken } from '../secret-token.ts'
import { LiveSessions } from './live-sessions.ts'
import type { SessionStore, StoredSession } from './session-store.ts'

const stored: StoredSession = {
  id: 'ses_1',
  userId: 'usr_1',
  workspaceId: 'org_1',
  isEntered: true,
  isInstanceAdmin: false,
  role: 'owner',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:00.000Z',
  provedAt: null,
  factorProvedAt: null,
  factorProvedBy: null,
  secondFactors: [],
  needsSecondFactor: false,
  needsSso: false,
  suspension: null,
  support: undefined,
  confinedTo: null,
}

/** Live sessions over a database whose answers are released by the test. */
function openSlowly() {
  const waiting: ((session: StoredSession | undefined) => void)[] = []
  const store = { load: () => new Promise<StoredSession | undefined>((resolve) => waiting.push(resolve)) }
  const live = new LiveSessions({
    store: store as unknown as SessionStore,
    changes: { enter: () => Promise.resolve(true) },
    lastSeen: { add: () => undefined },
    clock: () => Date.parse('2026-01-01T00:00:01.000Z'),
    coherence: soleCoherence(),
  })
  return { live, answer: (session: StoredSession | undefined) => waiting.shift()?.(session), waiting }
}

test('a load that began before a revocation and ends after it keeps nothing in memory', async () => {
  const { live, answer, waiting } = openSlowly()
  const token = newSecretToken()
  const early = live.callerOf(token)
  void live.forget({ userId: 'usr_1', orgId: 'org_1' })
  answer(stored)
  await early
  const late = live.callerOf(token)
  assert.equal(waiting.length, 1, 'the database is asked again')
  answer(undefined)
  assert.equal(await late, undefined)
})

test('a request that begins after a revocation does not join a load that began before it', async () => {
  const { live, answer, waiting } = openSlowly()
  const token = newSecretToken()
  const early = live.callerOf(token)
  void live.forget({ userId: 'usr_1' })
  const late = live.callerOf(token)
  assert.equal(waiting.length, 2)
  answer(stored)
  answer(undefined)
  assert.equal((await early)?.userId, 'usr_1')
  assert.equal(await late, undefined)
  const next = live.callerOf(token)
  answer(undefined)
  assert.equal(await next, undefined)
})

test('a session whose membership is gone can still be revoked by its workspace', async () => {
  const { live, answer, waiting } = openSlowly()
  const token = newSecretToken()
  const first = live.callerOf(token)
  answer({ ...stored, role: null })
  assert.deepEqual([(await first)?.orgId, (await first)?.role], [undefined, undefined])
  void live.forget({ userId: 'usr_1', orgId: 'org_1' })
  void live.callerOf(token)
  assert.equal(waiting.length, 1)
})
