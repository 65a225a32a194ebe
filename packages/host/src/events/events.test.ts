import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { EventDefinition, Problem } from '@host/plugin'
import { JobQueue, Workspaces } from '@host/plugin/platform'
import { securedPostgres, testDatabases } from '../../testing/database/test-databases.ts'
import { noted, openEventLab, type EventLab } from '../../testing/events/event-lab.ts'

const everything = { limit: 200 }

const [sqlite] = testDatabases

for (const product of [sqlite, securedPostgres]) {
  if (product === undefined) continue
  suite(`events on ${product.name}`, () => {
    let lab: EventLab
    let [here, there] = ['', '']

    before(async () => {
      lab = await openEventLab(product)
      here = (await lab.admin()).orgId
      there = (await lab.person('owner', 'There')).orgId
      await lab.pass(0)
    })
    after(() => lab[Symbol.asyncDispose]())

    const namesOf = async (orgId: string): Promise<readonly string[]> =>
      (await lab.events.read(orgId, everything)).items.map(({ data }) => (data as { noteId?: string }).noteId ?? '')
    const toldOf = (id: string): readonly string[] =>
      lab.told
        .filter(({ event }) => event.id === id)
        .map(({ subscriber }) => subscriber)
        .toSorted()

    test('§P15 an event and its deliveries are committed with their change, or none of them', async () => {
      const undone = lab.notes(here).transaction(async (db) => {
        await db.insertInto('notes_notes').values({ title: 'Undone' }).execute()
        await lab.events.publish(noted, here, { noteId: 'undone' })
        throw new Error('Undone')
      })
      await assert.rejects(undone, /Undone/)
      const id = await lab.notes(here).transaction(async (db) => {
        await db.insertInto('notes_notes').values({ title: 'Done' }).execute()
        return await lab.events.publish(noted, here, { noteId: 'done' })
      })
      await lab.pass(0)
      assert.equal((await namesOf(here)).includes('undone'), false)
      assert.deepEqual(toldOf(id), ['all', 'copy', 'own'])
      assert.equal(
        lab.told.some(({ event }) => (event.data as { noteId?: string }).noteId === 'undone'),
        false,
      )
      const first = lab.told.find(({ event }) => event.id === id)
      const at = new Date(lab.clock.now).toISOString()
      const data = { noteId: 'done', size: 0 }
      assert.deepEqual(first?.event, { id, orgId: here, name: 'note.created', data, at })
    })

    test('the transaction of a workspace publishes to others too, several at a time, and stays its own', async () => {
      const tell = (orgId: string, noteId: string): Promise<string> => lab.events.publish(noted, orgId, { noteId })
      const ids = await lab.notes(here).transaction(async (db) => {
        await db.insertInto('notes_notes').values({ title: 'Told' }).execute()
        const told = await Promise.all([tell(there, 'one'), tell(there, 'two'), tell(here, 'three')])
        await db.insertInto('notes_notes').values({ title: 'Told again' }).execute()
        return told
      })
      await lab.pass(0)
      for (const id of ids) assert.deepEqual(toldOf(id), ['all', 'copy', 'own'])
    })

    test('§P16 a subscriber that throws is called again with the same id, and stops no other one', async () => {
      lab.failing.add('copy')
      const id = await lab.events.publish(noted, here, { noteId: 'again' })
      await lab.pass(0)
      assert.deepEqual(toldOf(id), ['all', 'copy', 'own'])
      lab.failing.clear()
      await lab.pass(60_000)
      assert.deepEqual(toldOf(id), ['all', 'copy', 'copy', 'own'])
      assert.deepEqual(
        (await lab.copies()).filter(({ event }) => event === id),
        [{ event: id, org_id: here }],
      )
    })

    test('an event of another workspace reaches neither the readers nor the rows of this one', async () => {
      const id = await lab.events.publish(noted, there, { noteId: 'theirs' })
      await lab.pass(0)
      assert.equal((await namesOf(here)).includes('theirs'), false)
      assert.equal((await namesOf(there)).includes('theirs'), true)
      assert.deepEqual(
        (await lab.copies()).filter(({ event }) => event === id),
        [{ event: id, org_id: there }],
      )
    })

    test('§P20 a disabled feature gets no event, neither at publication nor later', async () => {
      await lab.switchFeature(here, 'index', false)
      const off = await lab.events.publish(noted, here, { noteId: 'off' })
      const elsewhere = await lab.events.publish(noted, there, { noteId: 'on' })
      await lab.pass(0)
      const left = await lab.host.lookup(JobQueue)?.list({ plugin: 'index', state: 'cancelled', limit: 5 })
      const enqueued = left?.items.filter(({ name }) => name === 'event.copy')
      assert.deepEqual(enqueued, [], 'nothing was enqueued that is not to be done')
      await lab.switchFeature(here, 'index', true)
      lab.failing.add('copy')
      const between = await lab.notes(here).transaction(() => lab.events.publish(noted, here, { noteId: 'between' }))
      await lab.pass(0)
      lab.failing.clear()
      await lab.switchFeature(here, 'index', false)
      await lab.pass(60_000)
      await lab.switchFeature(here, 'index', true)
      await lab.pass(60_000)
      assert.deepEqual(toldOf(off), ['own'])
      assert.deepEqual(toldOf(elsewhere), ['all', 'copy', 'own'])
      assert.deepEqual(toldOf(between), ['all', 'copy', 'own'], 'the second try found the feature off')
    })

    test('§P20 events of a disabled feature reach no subscriber, neither now nor later', async () => {
      await lab.switchFeature(here, 'notes', false)
      const off = await lab.events.publish(noted, here, { noteId: 'silent' })
      await lab.pass(0)
      await lab.switchFeature(here, 'notes', true)
      await lab.pass(60_000)
      assert.deepEqual(toldOf(off), [])
    })

    test('an invalid event, one that is too large, and one of another plugin are refused', async () => {
      const loose = noted as unknown as EventDefinition
      const publish = (data: unknown, event = loose, orgId = here) => lab.events.publish(event, orgId, data)
      await assert.rejects(publish({ noteId: 7 }), {
        name: 'TypeError',
        message: /"note.created" doesn't match its schema: noteId: /,
      })
      await assert.rejects(publish({ noteId: 'x', extra: 1 }), /extra/)
      await assert.rejects(publish({ noteId: 'x'.repeat(65_536) }), /65,?\d{3} bytes of JSON.*limit of 65536/)
      for (const noteId of ['\0', '\ud800']) await assert.rejects(publish({ noteId }), /can't be stored as JSON/)
      for (const orgId of ['', 'instance', 'x'.repeat(65), null as unknown as string]) {
        await assert.rejects(publish({ noteId: 'x' }, loose, orgId), /publish it with a workspace ID/)
      }
      const own = { ...loose, name: 'note.lost' }
      await assert.rejects(publish({ noteId: 'x' }, own), /which it doesn't declare/)
      const foreign = { ...loose, name: 'member.joined' }
      await assert.rejects(publish({ noteId: 'x' }, foreign), /an event of "host"/)
      assert.throws(() => lab.events.subscribe('late', '*', async () => undefined), /too late: register it in mount/)
    })

    test('§P18 a replay sends one subscriber all events of a workspace since a moment, with their ids', async () => {
      lab.clock.now += 3_600_000
      const since = new Date(lab.clock.now).toISOString()
      const ids: string[] = []
      for (const noteId of ['a', 'b', 'c']) ids.push(await lab.events.publish(noted, here, { noteId }))
      await lab.events.publish(noted, there, { noteId: 'theirs' })
      await lab.pass(1_000)
      lab.told.length = 0
      const job = await lab.events.replay(here, 'own', since)
      await lab.pass(0)
      assert.deepEqual(
        lab.told.map(({ subscriber, event }) => `${subscriber} ${event.id}`).toSorted(),
        ids.map((id) => `own ${id}`),
      )
      const status = await lab.host.lookup(JobQueue)?.find(here, job)
      assert.deepEqual([status?.plugin, status?.state, status?.progress], ['notes', 'done', 1])
      await assert.rejects(lab.events.replay(here, 'copy', since), /"notes" has no subscriber "copy"/)
      await assert.rejects(lab.events.replay(here, 'own', 'soon'), (error) => (error as Problem).code === 'bad_request')
    })

    test('§P19 the catalog lists every event in both languages, with its schema and an example', () => {
      const catalog = lab.events.catalog()
      const own = catalog.find(({ name }) => name === 'note.created')
      assert.deepEqual(own?.description, { en: 'A note was written', zh: '笔记已创建' })
      assert.deepEqual([own?.plugin, own?.feature, own?.example], ['notes', 'notes', { noteId: 'note_1' }])
      assert.deepEqual(Object.keys(own?.schema['properties'] ?? {}), ['noteId', 'size'])
      for (const { name, plugin, feature, description } of catalog.filter((each) => each.plugin === 'host')) {
        assert.deepEqual([plugin, feature], ['host', undefined])
        assert.match(description.zh, /\p{Script=Han}/u, name)
      }
    })

    test('a workspace takes its events along', async () => {
      const { orgId, userId } = await lab.person('owner', 'Moving')
      await lab.events.publish(noted, orgId, { noteId: 'packed' })
      const workspaces = lab.host.lookup(Workspaces)
      const stream = await workspaces?.export({ orgId, actorId: userId }, AbortSignal.timeout(5_000))
      const { tables } = JSON.parse(await new Response(stream).text()) as { tables: Record<string, readonly unknown[]> }
      assert.match(JSON.stringify(tables['host_events']), /"noteId":"packed"/)
    })
  })
}
