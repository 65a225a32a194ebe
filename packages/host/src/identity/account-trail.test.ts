import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSamples } from '../../testing/domain-changes/change-samples.ts'
import { entryOf, eventOf, type DomainChange } from '../domain-changes/domain-change.ts'
import { hostEvents } from '../domain-changes/host-events.ts'
import { eventData } from '../events/event-data.ts'
import { accountChanges, accountTrail } from './account-trail.ts'

/** The recorded changes for one change, about an account with two workspaces. */
async function recorded(change: DomainChange): Promise<readonly DomainChange[]> {
  const changes: DomainChange[] = []
  const recorder = { record: async (one: DomainChange) => void changes.push(one) }
  const workspacesOf = async (userId: string) => (userId === 'usr_1' ? ['org_1', 'org_2'] : [])
  await accountTrail({ recorder, workspacesOf }).record(change)
  return changes
}

const accountSamples = changeSamples.filter(({ kind }) => Object.hasOwn(accountChanges, kind))

for (const [place, own] of accountSamples.entries()) {
  test(`§I50 each workspace of the account reads of ${own.kind} (${place}), without its address, and an event of the catalog says it`, async () => {
    const [first, ...told] = await recorded(own)
    assert.deepEqual(first, own)
    assert.deepEqual(
      told.map(({ orgId }) => orgId),
      ['org_1', 'org_2'],
    )
    for (const change of told) {
      const entry = entryOf(change)
      assert.equal(entry?.target, 'user:usr_1')
      assert.doesNotMatch(JSON.stringify(entry), /host\.test|work\.test|Key/)
      const said = eventOf(change)
      const event = hostEvents.find(({ name }) => name === said?.name)
      assert.ok(event && event.name.startsWith('auth.'))
      await eventData(event, { ...said?.data, by: null })
    }
  })
}

test('other changes, and those about an unknown account, stand in the log of the instance alone', async () => {
  assert.equal((await recorded({ kind: 'user.renamed', userId: 'usr_1', from: 'Ada', to: 'Eve' })).length, 1)
  assert.equal((await recorded({ kind: 'session.refused' })).length, 1)
  const joined = { kind: 'member.joined', orgId: 'org_1', userId: 'usr_1', role: 'member', how: 'sso' } as const
  assert.equal((await recorded(joined)).length, 1)
})

test('§I70 the count of repeated failures reaches each workspace, and its event keeps its shape', async () => {
  const repeated = { repeats: 7, since: '2026-01-01T00:00:00.000Z', network: '192.0.2.0/24' }
  const [, change] = await recorded({ kind: 'session.refused', userId: 'usr_1', repeated })
  assert.deepEqual(change && entryOf(change)?.after, { method: 'password', repeats: 7 })
  assert.deepEqual(change && eventOf(change)?.data, { userId: 'usr_1', method: 'password' })
})
