import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { EventCatalog } from './event-catalog.ts'
import { EventWriter } from './event-writer.ts'
import { Outbox } from './outbox.ts'
import { Subscriptions } from './subscriptions.ts'
import { publishChanges } from './publish-changes.ts'
import { openStoredEvents } from '../../testing/events/stored-events.ts'

const orgId = 'org_here'

for (const product of testDatabases) {
  test(`${product.name}: an undone change is never published, and changes of the instance are not either`, async () => {
    await using stored = await openStoredEvents(product)
    const { database, clock } = stored
    const catalog = new EventCatalog([])
    const subscriptions = new Subscriptions()
    subscriptions.seal(catalog.names)
    const outbox = new Outbox({
      joining: new JoiningTransactor(database),
      writer: new EventWriter(database.dialect, () => clock.now),
      subscriptions,
      jobs: { inserts: () => [], told: () => undefined },
      featuresOf: async () => () => true,
    })
    const recorder = { record: async () => undefined }
    const publishing = publishChanges({ recorder, outbox, catalog, contexts: { current: () => undefined } })
    const about = { workspaceId: orgId, slug: 'here', name: 'Here', eraseAt: null } as const
    const restored = { kind: 'workspace.restored', orgId, ...about } as const
    const undone = database.transaction(async () => {
      await publishing.record(restored)
      throw new Error('Undone')
    })
    await assert.rejects(undone, /Undone/)
    await publishing.record({ ...restored, orgId: undefined })
    assert.deepEqual(await stored.ids(orgId), [])
    await database.transaction(() => publishing.record(restored))
    assert.equal((await stored.ids(orgId)).length, 1)
  })
}

test('the actor of an event is that of its change, or else the caller; null where a plugin or the host acts', async () => {
  const published: unknown[] = []
  const outbox = { publish: async (_: unknown, __: string, data: unknown) => void published.push(data) }
  const contexts = { current: () => ({ caller: { userId: 'usr_caller' } }) }
  const recorder = { record: async () => undefined }
  const parts = { recorder, outbox, catalog: new EventCatalog([]), contexts } as unknown as Parameters<
    typeof publishChanges
  >[0]
  const publishing = publishChanges(parts)
  const changed = { kind: 'auth.email_changed', orgId, userId: 'usr_1' } as const
  await publishing.record(changed)
  await publishing.record({ ...changed, actorId: 'usr_1' })
  const facts = { changesetId: 'chg_1', title: 'Title', steps: 1, targets: [], reverts: null }
  await publishing.record({ kind: 'changeset.expired', orgId, actorId: null, ...facts })
  assert.deepEqual(published, [
    { userId: 'usr_1', by: 'usr_caller' },
    { userId: 'usr_1', by: 'usr_1' },
    { ...facts, by: null },
  ])
})
