import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as z from 'zod/mini'
import { column, definePlugin, model, UniqueViolation } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { createTestHost, type TestHost } from '@host/testing'
import { addSamples, readChecklist, removeSamples } from '../shared.ts'
import { plugin } from './index.ts'

const info = { title: 'T', description: 'D', icon: 'puzzle', category: 'Work', api: '^1' } as const
const Note = model('notes_notes', { id: column.id('nte'), org_id: column.org(), text: column.text() })

const listNotes = defineEndpoint({
  pattern: 'GET /api/x/notes/notes',
  input: nothing,
  output: z.array(z.object({ text: z.string() })),
  summary: 'List the notes',
})

/** How the sample data of the other plugin goes wrong. */
interface Fault {
  add?: () => Promise<readonly string[]>
  remove?: () => Promise<void>
}

const notes = definePlugin({
  name: 'notes',
  info,
  models: [Note],
  sampleData: {
    async add({ db, language }) {
      const texts = { en: ['Buy milk', 'Call Ann'], zh: ['买牛奶', '打电话'] }[language]
      const rows = texts.map((text) => ({ text }))
      const added = await db.insertInto('notes_notes').values(rows).returning('id').execute()
      return added.map(({ id }) => id)
    },
    async remove({ db }, ids) {
      await db
        .deleteFrom('notes_notes')
        .where('id', 'in', [...ids])
        .execute()
    },
  },
  mount(mux) {
    mux.endpoint(listNotes, async ({ db }) => await db.selectFrom('notes_notes').select('text').execute())
  },
})

const broken = (fault: Fault) =>
  definePlugin({
    name: 'broken',
    info,
    models: [],
    sampleData: {
      add: () => fault.add?.() ?? Promise.resolve(['one']),
      remove: () => fault.remove?.() ?? Promise.resolve(),
    },
    mount() {},
  })

const texts = async (host: TestHost): Promise<readonly unknown[]> => {
  const rows = await host.as('owner').call(listNotes)
  return rows.map(({ text }) => text).toSorted()
}

suite('sample data', () => {
  test('is added once, in the language of the admin, and goes again', async () => {
    await using host = await createTestHost({ plugins: [plugin, notes] })
    const admin = host.as('admin')
    assert.deepEqual((await admin.call(readChecklist)).samples, { canAdd: true, records: 0 })
    const both = await Promise.all([admin.call(addSamples), host.as('owner').call(addSamples)])
    assert.deepEqual(both.at(-1), { canAdd: false, records: 2 })
    assert.deepEqual(await texts(host), ['Buy milk', 'Call Ann'])
    assert.deepEqual((await host.as('otherOwner').call(readChecklist)).samples, { canAdd: true, records: 0 })
    assert.deepEqual(await admin.call(removeSamples), { canAdd: true, records: 0 })
    assert.deepEqual(await texts(host), [])
    assert.deepEqual(await admin.call(removeSamples), { canAdd: true, records: 0 })
  })

  test('is refused to members, who are not told of it', async () => {
    await using host = await createTestHost({ plugins: [plugin, notes] })
    assert.equal((await host.as('member').post('/api/sample-data')).status, 403)
    assert.equal((await host.as('member').delete('/api/sample-data')).status, 403)
    assert.deepEqual((await host.as('member').call(readChecklist)).samples, { canAdd: false, records: 0 })
  })

  test('of a feature that is off is neither added nor removed', async () => {
    await using host = await createTestHost({ plugins: [plugin, notes] })
    await host.as('admin').call(addSamples)
    await host.switchFeature('notes', false)
    assert.deepEqual(await host.as('admin').call(removeSamples), { canAdd: false, records: 0 })
    await host.switchFeature('notes', true)
    assert.equal((await texts(host)).length, 2)
    assert.deepEqual(await host.as('admin').call(removeSamples), { canAdd: true, records: 0 })
  })

  test('a plugin that fails leaves nothing behind, and the others are done', async () => {
    const fault: Fault = { add: () => Promise.reject(new Error('the milk is gone')) }
    await using host = await createTestHost({ plugins: [plugin, notes, broken(fault)] })
    const admin = host.as('admin')
    assert.equal((await admin.post('/api/sample-data')).status, 500)
    assert.equal((await texts(host)).length, 2)
    assert.deepEqual((await admin.call(readChecklist)).samples, { canAdd: true, records: 2 })
    for (const answer of [[], ['one', 2], Array.from({ length: 201 }, String), undefined]) {
      fault.add = () => Promise.resolve(answer as readonly string[])
      assert.equal((await admin.post('/api/sample-data')).status, 500, JSON.stringify(answer))
    }
    fault.add = () => Promise.reject(new UniqueViolation('notes_notes', ['text']))
    assert.equal((await admin.post('/api/sample-data')).status, 500, 'an existing record is an error')
    delete fault.add
    assert.deepEqual(await admin.call(addSamples), { canAdd: false, records: 3 })
    fault.remove = () => Promise.reject(new Error('it is locked'))
    assert.equal((await admin.delete('/api/sample-data')).status, 500)
    assert.deepEqual((await admin.call(readChecklist)).samples, { canAdd: true, records: 1 })
    delete fault.remove
    assert.deepEqual(await admin.call(removeSamples), { canAdd: true, records: 0 })
  })
})
