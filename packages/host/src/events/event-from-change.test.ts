import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { IdentityEntry } from '../identity/identity-audit.ts'
import { EventCatalog } from './event-catalog.ts'
import { eventData } from './event-data.ts'
import { EventWriter } from './event-writer.ts'
import { hostEvents } from './host-events.ts'
import { Outbox } from './outbox.ts'
import { Subscriptions } from './subscriptions.ts'
import { publishFromAudit } from './publish-from-audit.ts'
import { openStoredEvents } from '../../testing/events/stored-events.ts'
import { eventFromChange } from './event-from-change.ts'

const client = { issuer: 'https://login.example.com', clientId: 'host', trustsSecondFactor: false, isEnabled: true }
const orgId = 'org_here'
const sso = (action: string, rest: Partial<IdentityEntry>): IdentityEntry => ({
  orgId,
  action,
  target: 'sso:sso_1',
  ...rest,
})

test('a connection to an identity provider is published when it begins, changes and ends, without its client', async () => {
  const entries = [
    sso('sso.connected', { after: { defaultRole: 'member', isRequired: false, ...client } }),
    sso('sso.changed', { before: client, after: { ...client, isEnabled: false, isRotated: true } }),
    sso('sso.disconnected', { before: { isRequired: false, ...client } }),
  ]
  const told = entries.map((entry) => eventFromChange(entry, 'usr_1'))
  const { issuer } = client
  assert.deepEqual(told, [
    { name: 'sso.connected', data: { connectionId: 'sso_1', issuer, isEnabled: true, by: 'usr_1' } },
    { name: 'sso.changed', data: { connectionId: 'sso_1', issuer, isEnabled: false, by: 'usr_1' } },
    { name: 'sso.disconnected', data: { connectionId: 'sso_1', issuer, isEnabled: true, by: 'usr_1' } },
  ])
  for (const change of told) {
    const event = hostEvents.find(({ name }) => name === change?.name)
    assert.ok(event)
    await eventData(event, change?.data)
  }
  assert.equal(eventFromChange(sso('session.started', {}), null), undefined)
})

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
    const trail = { record: async () => undefined }
    const telling = publishFromAudit({ trail, outbox, catalog, contexts: { current: () => undefined } })
    const restored: IdentityEntry = { orgId, action: 'workspace.restored' }
    const undone = database.transaction(async () => {
      await telling.record(restored)
      throw new Error('Undone')
    })
    await assert.rejects(undone, /Undone/)
    await telling.record({ ...restored, orgId: undefined })
    assert.deepEqual(await stored.ids(orgId), [])
    await database.transaction(() => telling.record(restored))
    assert.equal((await stored.ids(orgId)).length, 1)
  })
}
