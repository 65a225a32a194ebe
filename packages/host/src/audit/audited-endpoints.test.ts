import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { AuditRecordDetails } from '@host/plugin'
import { testDatabases, type TestDatabaseProduct } from '../db/testing/test-databases.ts'
import { labHost, type LabPerson } from '../testing/lab-host.ts'
import { entriesOf } from './testing/entries-of.ts'
import { journal } from './testing/journal.ts'

const path = '/api/x/journal'

for (const product of testDatabases) {
  suite(`audited endpoints on ${product.dialect}`, () => {
    test('a change and its entry are there together, and the entry says who did what, to what and from where', async (t) => {
      const { person, entries } = await lab(t, product)
      const ada = await person('member')
      const headers = { 'user-agent': 'Firefox', 'x-request-id': 'request-0001' }
      const answer = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' }, headers })
      const { id } = (await answer.json()) as { id: string }
      const [entry] = await entries(ada)
      const { id: _, at, sequence: __, ...said } = entry as AuditRecordDetails
      assert.deepEqual(said, {
        action: 'note.created',
        actor: { kind: 'user', id: ada.userId, name: 'member' },
        target: `note:${id}`,
        before: null,
        after: { title: 'Milk' },
        plugin: 'journal',
        endpoint: `POST ${path}/notes`,
        address: '127.0.0.1',
        userAgent: 'Firefox',
        requestId: 'request-0001',
      })
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
    })

    for (const how of ['single', 'batch', 'transaction', 'two', 'read', 'nothing'] as const) {
      test(`a call that writes by ${how} has one entry`, async (t) => {
        const { person, entries } = await lab(t, product)
        const ada = await person('member')
        const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how } })
        assert.equal(status, 200)
        assert.deepEqual(
          (await entries(ada)).map(({ action }) => action),
          ['note.created'],
        )
      })
    }

    for (const [how, end] of [
      ['single', 'twice the key'],
      ['batch', 'twice the key'],
      ['transaction', 'throw inside'],
      ['nothing', 'throw'],
      ['nothing', 'refuse'],
      ['read', 'throw'],
    ] as const) {
      test(`a call that writes by ${how} and ends with "${end}" leaves neither a change nor an entry`, async (t) => {
        const { person, entries, titles } = await lab(t, product)
        const ada = await person('member')
        if (end === 'twice the key') await ada.call('POST', `${path}/notes`, { body: { title: 'First', end } })
        const before = [await entries(ada), await titles(ada)]
        const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how, end } })
        assert.ok(status >= 400)
        assert.deepEqual([await entries(ada), await titles(ada)], before)
      })
    }

    for (const end of ['throw', 'refuse'] as const) {
      test(`a call that has committed something and ends with "${end}" keeps its entry`, async (t) => {
        const { person, entries, titles } = await lab(t, product)
        const ada = await person('member')
        const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', end } })
        assert.ok(status >= 400)
        assert.deepEqual(await titles(ada), ['Milk'])
        assert.deepEqual(
          (await entries(ada)).map(({ action }) => action),
          ['note.created'],
        )
      })
    }

    test('an entry that could not be written takes the change with it', async (t) => {
      const { person, titles, database } = await lab(t, product)
      const ada = await person('member')
      await database.run({ sql: 'alter table audit_entries rename to gone', parameters: [], writes: true })
      const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })
      await database.run({ sql: 'alter table gone rename to audit_entries', parameters: [], writes: true })
      assert.equal(status, 500)
      assert.deepEqual(await titles(ada), [])
    })
  })
}

interface AuditLab {
  person(role: 'owner' | 'admin' | 'member', workspace?: string): Promise<LabPerson>
  /** What the person's workspace has of the plugin. */
  entries(person: LabPerson): Promise<readonly AuditRecordDetails[]>
  titles(person: LabPerson): Promise<readonly string[]>
  readonly database: Awaited<ReturnType<Awaited<ReturnType<TestDatabaseProduct['create']>>['open']>>
}

async function lab(t: TestContext, product: TestDatabaseProduct): Promise<AuditLab> {
  const fresh = await product.create()
  t.after(() => fresh[Symbol.asyncDispose]())
  const { host, person } = await labHost(t, [journal], { environment: { HOST_DATABASE_URL: fresh.url } })
  return {
    person,
    entries: async ({ orgId }) => (await entriesOf(host, orgId)).filter(({ plugin }) => plugin === 'journal'),
    titles: async (who) => {
      const rows = (await (await who.call('GET', `${path}/list`)).json()) as { title: string }[]
      return rows.map(({ title }) => title).filter((title) => title !== 'First')
    },
    database: await fresh.open({ isExclusive: false }),
  }
}
