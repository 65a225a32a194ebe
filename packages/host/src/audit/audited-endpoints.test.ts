import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { AuditRecord } from '@host/plugin'
import { testDatabases, type TestDatabaseProduct } from '../db/testing/test-databases.ts'
import { labHost, type LabHost, type LabPerson } from '../testing/lab-host.ts'
import { entriesOf } from './testing/entries-of.ts'
import { journal, missing } from './testing/journal.ts'

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
      const { id: _, at, sequence: __, ...said } = entry as AuditRecord
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
        const kept = async () => [(await entries(ada)).map(({ id }) => id), await titles(ada)]
        const before = await kept()
        const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how, end } })
        assert.ok(status >= 400)
        assert.deepEqual(await kept(), before)
      })
    }

    for (const how of missing) {
      test(`a call that fails since what it would change is ${how} leaves no entry`, async (t) => {
        const { person, entries } = await lab(t, product)
        const ada = await person('member')
        const call = async (end: string) =>
          (await ada.call('POST', `${path}/notes`, { body: { title: 'Milk', how, end } })).status
        assert.deepEqual([await call('throw'), await call('refuse')], [409, 422])
        assert.deepEqual(await entries(ada), [])
        assert.equal(await call('well'), 200)
        assert.equal((await entries(ada)).length, 1)
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

    test('a change that was committed while its entry rode with another that failed keeps it all the same', async (t) => {
      const { person, entries, titles } = await lab(t, product)
      const ada = await person('member')
      await ada.call('POST', `${path}/notes`, { body: { title: 'First', end: 'twice the key' } })
      const { status } = await ada.call('POST', `${path}/notes`, {
        body: { title: 'Milk', how: 'side by side', end: 'throw' },
      })
      assert.equal(status, 409)
      assert.deepEqual(await titles(ada), ['Milk'])
      assert.equal((await entries(ada)).length, 2)
    })

    test('a handler says what was before and what is after, and of a deleted record only which one it was', async (t) => {
      const { person, entries } = await lab(t, product)
      const ada = await person('member')
      const { id } = (await (await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })).json()) as {
        id: string
      }
      await ada.call('PATCH', `${path}/notes/${id}`, { body: { title: 'Oats' } })
      await ada.call('DELETE', `${path}/notes/${id}`)
      const [, changed, deleted] = await entries(ada)
      assert.deepEqual(
        [changed?.action, changed?.target, changed?.before, changed?.after],
        ['note.changed', `note:${id}`, { title: 'Milk' }, { title: 'Oats' }],
      )
      assert.deepEqual([deleted?.action, deleted?.target, deleted?.after], ['note.deleted', `note:${id}`, null])
    })

    test('no secret is in an entry, whether its name or its schema says that it is one', async (t) => {
      const { person, entries, database } = await lab(t, product)
      const ada = await person('member')
      const body = { title: 'Milk', apiKey: 'open sesame', marked: 'open sesame' }
      await ada.call('POST', `${path}/notes`, { body })
      const [entry] = await entries(ada)
      assert.deepEqual(entry?.after, { title: 'Milk', apiKey: '[secret]', marked: '[secret]' })
      const { rows } = await database.run({ sql: 'select * from audit_entries', parameters: [], writes: false })
      assert.doesNotMatch(JSON.stringify(rows), /sesame/)
    })

    test('an endpoint may write no entry, and one that reads may ask for one', async (t) => {
      const { person, entries } = await lab(t, product)
      const ada = await person('member')
      for (const [method, at] of [
        ['POST', 'silent'],
        ['GET', 'list'],
        ['GET', 'notes'],
      ] as const) {
        assert.ok((await ada.call(method, `${path}/${at}`)).ok)
      }
      assert.deepEqual(
        (await entries(ada)).map(({ action }) => action),
        ['note.exported'],
      )
    })

    test('what is recorded inside a transaction is committed with it, or not at all', async (t) => {
      const { person, entries } = await lab(t, product)
      const ada = await person('member')
      const actions = async (where: string): Promise<readonly string[]> => {
        const known = (await entries(ada)).length
        await ada.call('POST', `${path}/recordings`, { body: { where } })
        return (await entries(ada)).slice(known).map(({ action, target }) => `${action} ${target}`)
      }
      assert.deepEqual(await actions('before'), ['note.weighed note:x', 'recording.created null'])
      assert.deepEqual(await actions('inside'), ['note.weighed note:x', 'recording.created null'])
      assert.deepEqual(await actions('inside and thrown'), [])
    })

    test('an entry that is written already takes no description', async (t) => {
      const { person, log } = await lab(t, product)
      const { status } = await (await person('member')).call('POST', `${path}/late`)
      assert.equal(status, 500)
      assert.ok(log.some(({ err }) => String(err).includes('describe it before the first change')))
    })

    test('an atomic endpoint writes its entry into the one transaction that it is', async (t) => {
      const { person, entries, titles } = await lab(t, product)
      const ada = await person('member')
      const call = (title: string, key: string) =>
        ada.call('POST', `${path}/orders`, { body: { title }, headers: { 'idempotency-key': key } })
      assert.deepEqual(
        [(await call('Milk', 'k1')).status, (await call('Milk', 'k1')).status, (await call('fail', 'k2')).status],
        [200, 200, 500],
      )
      assert.deepEqual(await titles(ada), ['Milk'])
      assert.deepEqual(
        (await entries(ada)).map(({ action }) => action),
        ['note.counted', 'order.created'],
      )
    })

    test('each workspace sees its own entries, and the instance those of its endpoints', async (t) => {
      const { host, person, entries, admin } = await lab(t, product)
      const [ada, dora, root] = [await person('member'), await person('owner', 'Studio'), await admin()]
      await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })
      await dora.call('PUT', `${path}/colour`, { body: { colour: 'red' } })
      await dora.call('PUT', `${path}/colour`, { body: { colour: 'blue', elsewhere: ada.orgId } })
      await root.call('PUT', `${path}/limit`, { body: { limit: 3 } })
      const lines = (all: readonly AuditRecord[]): readonly string[] =>
        all.map(({ action, actor, target }) => `${action} ${actor.id} ${target}`)
      assert.deepEqual(lines(await entries(dora)), [`colour.changed ${dora.userId} null`])
      assert.deepEqual(lines(await entries(ada)).slice(1), [`colour.changed ${dora.userId} colour:red`])
      const ofInstance = (await entriesOf(host, undefined)).filter(({ plugin }) => plugin === 'journal')
      assert.deepEqual(lines(ofInstance), [`limit.changed ${root.userId} null`])
    })

    test('a stranger is anonymous, and nothing that a stranger sends is kept', async (t) => {
      const { host } = await lab(t, product)
      const answer = await host.fetch(
        new Request(`http://lab.test${path}/visits`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'http://lab.test' },
          body: JSON.stringify({ nickname: 'Mallory' }),
        }),
      )
      assert.equal(answer.status, 204)
      const entry = (await entriesOf(host, undefined)).find(({ plugin }) => plugin === 'journal')
      assert.deepEqual(entry?.actor, { kind: 'anonymous', id: null, name: null })
      assert.deepEqual([entry?.action, entry?.after], ['visit.created', null])
    })

    test('an entry that could not be written takes the change with it', async (t) => {
      const { person, titles, database } = await lab(t, product)
      const ada = await person('member')
      await database.run({ sql: 'alter table audit_unsealed rename to gone', parameters: [], writes: true })
      const { status } = await ada.call('POST', `${path}/notes`, { body: { title: 'Milk' } })
      await database.run({ sql: 'alter table gone rename to audit_unsealed', parameters: [], writes: true })
      assert.equal(status, 500)
      assert.deepEqual(await titles(ada), [])
    })
  })
}

interface AuditLab extends Pick<LabHost, 'host' | 'admin' | 'log'> {
  person(role: 'owner' | 'admin' | 'member', workspace?: string): Promise<LabPerson>
  /** What the person's workspace has of the plugin. */
  entries(person: LabPerson): Promise<readonly AuditRecord[]>
  titles(person: LabPerson): Promise<readonly string[]>
  readonly database: Awaited<ReturnType<Awaited<ReturnType<TestDatabaseProduct['create']>>['open']>>
}

async function lab(t: TestContext, product: TestDatabaseProduct): Promise<AuditLab> {
  const fresh = await product.create()
  t.after(() => fresh[Symbol.asyncDispose]())
  const { host, person, admin, log } = await labHost(t, [journal], { environment: { HOST_DATABASE_URL: fresh.url } })
  return {
    host,
    admin,
    log,
    person,
    entries: async ({ orgId }) => (await entriesOf(host, orgId)).filter(({ plugin }) => plugin === 'journal'),
    titles: async (who) => {
      const rows = (await (await who.call('GET', `${path}/list`)).json()) as { title: string }[]
      return rows.map(({ title }) => title).filter((title) => title !== 'First')
    },
    database: await fresh.open({ isExclusive: false }),
  }
}
