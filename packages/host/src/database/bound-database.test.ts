import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyDatabase } from '../../testing/database/test-databases.ts'
import { foreignMark, hostModels, openTwoWorkspaces, type NotesTables } from '../../testing/database/two-workspaces.ts'
import type { World } from '../../testing/database/scope-attacks/attack.ts'

for (const product of everyDatabase) {
  const on = (name: string, work: (world: World) => Promise<void>): void => {
    void test(`${product.name}: ${name}`, async () => {
      await using world = await openTwoWorkspaces(product)
      await work(world)
    })
  }

  on('an insert gets its workspace, id and defaults', async ({ a }) => {
    const row = await a
      .insertInto('notes_notes')
      .values({ title: 'Milk', slug: 'milk' })
      .returningAll()
      .executeTakeFirstOrThrow()
    assert.match(row.id, /^note_[0-9a-hjkmnp-tv-z]{26}$/)
    assert.match(row.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(
      { ...row, id: '', created_at: '' },
      { id: '', org_id: 'org_a', title: 'Milk', slug: 'milk', stars: 0, pinned: false, tags: null, created_at: '' },
    )
  })

  on('joins, subqueries and common table expressions answer with the rows of the workspace', async ({ a }) => {
    const joined = await a
      .with('starred', (db) => db.selectFrom('notes_notes').select(['id', 'title']).where('stars', '>', 1))
      .selectFrom('starred as s')
      .leftJoin('notes_comments as c', 'c.note_id', 's.id')
      .innerJoin('workspaces', (join) => join.onTrue())
      .select((eb) => [
        's.title',
        'c.body',
        'workspaces.name',
        eb.selectFrom('notes_notes').select(eb.fn.countAll().as('n')).as('notes'),
      ])
      .execute()
    assert.deepEqual(joined, [{ title: 'own note 2', body: 'own comment 2', name: 'own workspace', notes: 2 }])
  })

  on('updates, deletes and upserts change the rows of the workspace', async ({ a, b }) => {
    const updated = await a
      .updateTable('notes_notes as n')
      .from('notes_comments as c')
      .set((eb) => ({ stars: eb('n.stars', '+', 10) }))
      .whereRef('c.note_id', '=', 'n.id')
      .where('n.stars', '=', 1)
      .returning(['n.title', 'n.stars'])
      .execute()
    assert.deepEqual(updated, [{ title: 'own note 1', stars: 11 }])
    const upserted = await a
      .insertInto('notes_notes')
      .values({ title: 'again', slug: 'own-1' })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet((eb) => ({ title: eb.ref('excluded.title') })))
      .returning('title')
      .execute()
    assert.deepEqual(upserted, [{ title: 'again' }])
    const deleted = await a
      .deleteFrom('notes_notes')
      .where((eb) =>
        eb.exists(eb.selectFrom('notes_comments as c').select('c.id').whereRef('c.note_id', '=', 'notes_notes.id')),
      )
      .executeTakeFirstOrThrow()
    assert.equal(deleted.numDeletedRows, 2n)
    assert.equal((await b.selectFrom('notes_notes').selectAll().execute()).length, 2)
  })

  on('an insert from a select is stamped too', async ({ a }) => {
    await a
      .insertInto('notes_comments')
      .columns(['id', 'note_id', 'body'])
      .expression((eb) =>
        eb
          .selectFrom('notes_notes')
          .select(['slug', 'id', 'title'])
          .unionAll(eb.selectFrom('notes_notes').select(['title as slug', 'id', 'title']).where('stars', '>', 1)),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const copied = await a
      .selectFrom('notes_comments')
      .select(['id', 'org_id'])
      .where('id', 'like', 'own%')
      .orderBy('id')
      .execute()
    assert.deepEqual(copied, [
      { id: 'own note 2', org_id: 'org_a' },
      { id: 'own-1', org_id: 'org_a' },
      { id: 'own-2', org_id: 'org_a' },
    ])
  })

  on('a table without org_id serves the whole instance', async ({ a, b }) => {
    await a.insertInto('notes_config').values({ value: 'shared' }).execute()
    assert.deepEqual(await b.selectFrom('notes_config').select('value').execute(), [{ value: 'shared' }])
  })

  on('a row lock holds rows in a transaction', async ({ a }) => {
    const titles = await a.transaction((db) =>
      db.selectFrom('notes_notes').select('title').where('stars', '=', 2).forUpdate().skipLocked().execute(),
    )
    assert.deepEqual(titles, [{ title: 'own note 2' }])
  })

  on('a batch is all or nothing, and gives the rows of each query', async ({ a }) => {
    const [inserted, all] = await a.batch([
      a.insertInto('notes_config').values({ value: 'one' }).returning('value'),
      a.selectFrom('notes_config').select('value'),
    ])
    assert.deepEqual([inserted, all], [[{ value: 'one' }], [{ value: 'one' }]])
    const twice = { title: 'x', slug: 'own-1' }
    await assert.rejects(a.batch([a.deleteFrom('notes_config'), a.insertInto('notes_notes').values(twice)]), {
      name: 'UniqueViolation',
      columns: ['slug'],
    })
    assert.deepEqual(await a.selectFrom('notes_config').select('value').execute(), [{ value: 'one' }])
  })

  on('the doors lead where they say and are told with their reason', async ({ access, doors }) => {
    const door = access.doors<NotesTables>('notes')
    const foreign = await door
      .inWorkspace('org_b', 'nightly digest')
      .selectFrom('notes_notes')
      .select('title')
      .execute()
    assert.equal(foreign.length, 2)
    const instance = door.asInstance('count for the console')
    const { n } = await instance
      .selectFrom('notes_notes')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    assert.equal(n, 4)
    assert.equal((await instance.selectFrom('other_open').selectAll().execute()).length, 2)
    await instance.insertInto('notes_notes').values({ org_id: 'org_b', title: 'x', slug: 'x' }).execute()
    await assert.rejects(
      async () =>
        instance
          .insertInto('notes_notes')
          .values({ title: 'y', slug: 'y' } as never)
          .execute(),
      {
        code: 'invalid_value',
      },
    )
    await assert.rejects(
      async () =>
        instance
          .updateTable('users')
          .set({ email: 'x' } as never)
          .execute(),
      { code: 'query_refused' },
    )
    await assert.rejects(
      async () =>
        instance
          .selectFrom('other_private' as 'users')
          .selectAll()
          .execute(),
      { code: 'query_refused' },
    )
    assert.throws(() => door.asInstance(' '), /needs a reason/)
    assert.throws(() => door.inWorkspace('', 'none'), /workspace ID is required/)
    assert.deepEqual(doors, [
      { plugin: 'notes', door: 'inWorkspace', orgId: 'org_b', reason: 'nightly digest' },
      { plugin: 'notes', door: 'asInstance', reason: 'count for the console' },
      { plugin: 'notes', door: 'inWorkspace', orgId: '', reason: 'none' },
    ])
  })

  on('the host sees its own tables over all workspaces', async ({ access }) => {
    const host = access.forHost(hostModels)
    const emails = await host.selectFrom('users').select('email').orderBy('email').execute()
    assert.deepEqual(emails, [{ email: `${foreignMark}@example.com` }, { email: 'own@example.com' }])
  })

  on('a scoped list reads by its index, as the bare table would', async ({ a, database }) => {
    if (database.dialect !== 'sqlite') return
    const compiled = a.selectFrom('notes_notes').selectAll().orderBy('created_at', 'desc').limit(50).compile()
    const sql = `explain query plan ${compiled.sql}`
    const { rows } = await database.run({ sql, parameters: ['org_a', 50], writes: false })
    assert.deepEqual(
      rows.map(({ detail }) => detail),
      ['SEARCH notes_notes USING INDEX notes_notes.org_id.created_at.idx (org_id=?)'],
    )
  })
}
