import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventData } from '../events/event-data.ts'
import { hostEvents } from '../events/host-events.ts'
import { eventFromChange } from '../events/event-from-change.ts'
import { accountChanges, accountTrail } from './account-trail.ts'
import type { IdentityEntry } from './identity-audit.ts'

/** The trail's writes for one entry, about an account with two workspaces. */
async function written(entry: IdentityEntry): Promise<readonly IdentityEntry[]> {
  const entries: IdentityEntry[] = []
  const trail = { record: async (one: IdentityEntry) => void entries.push(one) }
  const workspacesOf = async (userId: string) => (userId === 'usr_1' ? ['org_1', 'org_2'] : [])
  await accountTrail({ trail, workspacesOf }).record(entry)
  return entries
}

const secrets = { before: { email: 'ada@host.test' }, after: { email: 'ada@work.test', name: 'Key' } }

for (const action of accountChanges.keys()) {
  test(`§I50 each workspace of the account reads of ${action}, without its address, and an event of the catalog says it`, async () => {
    const own: IdentityEntry = { orgId: undefined, action, target: 'user:usr_1', ...secrets }
    const [first, ...told] = await written(own)
    assert.deepEqual(first, own)
    assert.deepEqual(
      told.map(({ orgId, target }) => [orgId, target]),
      [
        ['org_1', 'user:usr_1'],
        ['org_2', 'user:usr_1'],
      ],
    )
    for (const entry of told) {
      assert.doesNotMatch(JSON.stringify(entry), /host\.test|work\.test|Key/)
      const change = eventFromChange(entry, null)
      const event = hostEvents.find(({ name }) => name === change?.name)
      assert.ok(event && event.name.startsWith('auth.'))
      await eventData(event, change?.data)
    }
  })
}

test('an entry about something of an account is about the account of its actor', async () => {
  const told = await written({ orgId: undefined, action: 'passkey.added', actorId: 'usr_1', target: 'passkey:pky_1' })
  assert.deepEqual([told.length, told[1]?.target], [3, 'user:usr_1'])
})

test('other entries, and those about an unknown account, stand in the log of the instance alone', async () => {
  assert.equal((await written({ orgId: undefined, action: 'user.renamed', target: 'user:usr_1' })).length, 1)
  assert.equal((await written({ orgId: undefined, action: 'session.refused' })).length, 1)
  assert.equal((await written({ orgId: 'org_1', action: 'member.joined', target: 'user:usr_1' })).length, 1)
})

test('§I70 the count of repeated failures reaches each workspace, and its event keeps its shape', async () => {
  const [, entry] = await written({
    orgId: undefined,
    action: 'session.refused',
    target: 'user:usr_1',
    after: { repeats: 7, since: '2026-01-01T00:00:00.000Z', network: '192.0.2.0/24' },
  })
  assert.deepEqual(entry?.after, { method: 'password', repeats: 7 })
  assert.deepEqual(entry && eventFromChange(entry, null)?.data, { userId: 'usr_1', method: 'password', by: null })
})
