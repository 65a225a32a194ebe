/** The differences between the databases that the layer hides, one test each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, model, type ScopedDatabase, type TablesOf } from '@host/plugin'
import { DataAccess } from './data-access.ts'
import { migrate } from './migrate/migrate.ts'
import { everyDatabase } from '../../testing/database/test-databases.ts'

const models = [
  model('things_all', {
    id: column.id('thing'),
    org_id: column.org(),
    name: column.text({ max: 10, default: 'none' }),
    note: column.text({ nullable: true }),
    amount: column.integer({ nullable: true }),
    weight: column.real({ default: 0 }),
    open: column.boolean({ default: true }),
    data: column.json<unknown>({ nullable: true }),
    at: column.time({ nullable: true }),
    bytes: column.bytes({ nullable: true }),
  }),
] as const
const owners = [{ name: 'things', models }]

type Things = ScopedDatabase<TablesOf<typeof models>>

for (const product of everyDatabase) {
  const on = (name: string, work: (db: Things) => Promise<void>): void => {
    void test(`${product.name}: ${name}`, async () => {
      await using fresh = await product.create()
      const database = await fresh.open()
      await migrate(database, owners)
      await work(new DataAccess({ database, owners, onDoor: () => {} }).inWorkspace('things', 'org_a'))
    })
  }

  on('every kind comes back as it went in', async (db) => {
    const row = {
      id: 'thing_1',
      name: 'naïve 🙂',
      note: 'it\'s \\ "x"\n',
      amount: Number.MAX_SAFE_INTEGER,
      weight: 0.1,
      open: false,
      data: { a: [1, null, 'é'], 'b c': { d: true } },
      at: '2026-01-31T08:15:00.070Z',
      bytes: new Uint8Array([0, 255, 10]),
    }
    await db.insertInto('things_all').values(row).execute()
    assert.deepEqual(await db.selectFrom('things_all').selectAll().execute(), [{ ...row, org_id: 'org_a' }])
  })

  on('JSON keeps scalars, null of its own and texts that look like JSON', async (db) => {
    const values = ['1e3', 5, true, [], '{"a":1}', '\\u0000']
    await db
      .insertInto('things_all')
      .values(values.map((data, place) => ({ id: `thing_${place}`, data })))
      .execute()
    const rows = await db.selectFrom('things_all').select('data').orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ data }) => data),
      values,
    )
  })

  on('rows of one insert may have different keys', async (db) => {
    await db
      .insertInto('things_all')
      .values([
        { id: 'thing_1', name: 'a' },
        { id: 'thing_2', amount: 2 },
      ])
      .execute()
    assert.deepEqual(await db.selectFrom('things_all').select(['name', 'amount', 'open']).orderBy('id').execute(), [
      { name: 'a', amount: null, open: true },
      { name: 'none', amount: 2, open: true },
    ])
  })

  on('the latest time is a time', async (db) => {
    await db
      .insertInto('things_all')
      .values([{ at: '2026-01-31T08:15:00Z' }, { at: '2026-01-31T10:15:00+02:00' }])
      .execute()
    const { latest } = await db
      .selectFrom('things_all')
      .select((eb) => eb.fn.max('at').as('latest'))
      .executeTakeFirstOrThrow()
    assert.equal(latest, '2026-01-31T08:15:00.000Z')
  })

  on('times are compared as moments, and what is not a time is refused', async (db) => {
    await db.insertInto('things_all').values({ at: '2026-01-31T08:15:00.000Z' }).execute()
    const found = await db.selectFrom('things_all').select('at').where('at', '=', '2026-01-31T09:15:00+01:00').execute()
    assert.equal(found.length, 1)
    await assert.rejects(async () => db.selectFrom('things_all').selectAll().where('at', '>', 'yesterday').execute(), {
      code: 'invalid_value',
      message: /things_all.at must be an ISO 8601 time/,
    })
  })

  on('like compares case, ilike does not, and the backslash escapes', async (db) => {
    await db
      .insertInto('things_all')
      .values([{ name: 'Milk' }, { name: '50%' }, { name: '50 x' }])
      .execute()
    const find = async (operator: 'like' | 'ilike' | 'not like', pattern: string) =>
      (await db.selectFrom('things_all').select('name').where('name', operator, pattern).orderBy('name').execute()).map(
        ({ name }) => name,
      )
    assert.deepEqual(await find('like', 'milk'), [])
    assert.deepEqual(await find('ilike', 'mILK'), ['Milk'])
    assert.deepEqual(await find('like', '50\\%'), ['50%'])
    assert.deepEqual(await find('not like', '50%'), ['Milk'])
  })

  on('nulls come first, in descending order last', async (db) => {
    await db
      .insertInto('things_all')
      .values([{ amount: 1 }, { amount: null }, { amount: 2 }])
      .execute()
    const order = async (direction: 'asc' | 'desc') =>
      (await db.selectFrom('things_all').select('amount').orderBy('amount', direction).execute()).map(
        ({ amount }) => amount,
      )
    assert.deepEqual(await order('asc'), [null, 1, 2])
    assert.deepEqual(await order('desc'), [2, 1, null])
    const last = await db
      .selectFrom('things_all')
      .select('amount')
      .orderBy('amount', (item) => item.asc().nullsLast())
      .execute()
    assert.deepEqual(
      last.map(({ amount }) => amount),
      [1, 2, null],
    )
  })

  on('texts sort by their bytes', async (db) => {
    await db
      .insertInto('things_all')
      .values([{ name: 'a' }, { name: 'B' }, { name: 'é' }, { name: '_' }])
      .execute()
    const rows = await db.selectFrom('things_all').select('name').orderBy('name').execute()
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['B', '_', 'a', 'é'],
    )
  })

  on('an id of another shape finds nothing', async (db) => {
    for (const id of ['', 'x'.repeat(5000), "'; drop table things_all; --", '🙂']) {
      assert.deepEqual(await db.selectFrom('things_all').selectAll().where('id', '=', id).execute(), [])
    }
    await assert.rejects(async () => db.selectFrom('things_all').selectAll().where('id', '=', 'a\0b').execute(), {
      code: 'invalid_value',
    })
  })

  on('a member of JSON is read as text', async (db) => {
    await db
      .insertInto('things_all')
      .values({ data: { a: { b: 'x' }, n: 5, t: true, f: false, z: null, list: [1, 'two'] } })
      .execute()
    const row = await db
      .selectFrom('things_all')
      .select((eb) => {
        const data = eb.ref('data' as never, '->>') as unknown as {
          key(name: string): typeof data
          at(place: number): typeof data
          as(name: string): never
        }
        return [
          data.key('a').key('b').as('b'),
          data.key('n').as('n'),
          data.key('t').as('t'),
          data.key('f').as('f'),
          data.key('z').as('z'),
          data.key('list').at(1).as('two'),
          data.key('missing').as('missing'),
        ]
      })
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { b: 'x', n: '5', t: 'true', f: 'false', z: null, two: 'two', missing: null })
  })

  on('a query that fails in a transaction ends it, whatever is caught', async (db) => {
    await db.insertInto('things_all').values({ id: 'thing_1' }).execute()
    await assert.rejects(
      db.transaction(async (transaction) => {
        await transaction.insertInto('things_all').values({ id: 'thing_2' }).execute()
        await assert.rejects(transaction.insertInto('things_all').values({ id: 'thing_1' }).execute(), {
          name: 'UniqueViolation',
        })
        await assert.rejects(transaction.selectFrom('things_all').selectAll().execute(), { code: 'transaction_over' })
      }),
      { code: 'transaction_over' },
    )
    assert.equal((await db.selectFrom('things_all').selectAll().execute()).length, 1)
  })

  on('a value that is there twice is a UniqueViolation with its table and columns', async (db) => {
    await db.insertInto('things_all').values({ id: 'thing_1' }).execute()
    await assert.rejects(db.insertInto('things_all').values({ id: 'thing_1' }).execute(), {
      name: 'UniqueViolation',
      table: 'things_all',
      columns: ['id'],
    })
  })

  on('a sum beyond 2^53 is exact, and other results are numbers', async (db) => {
    const most = Number.MAX_SAFE_INTEGER
    await db
      .insertInto('things_all')
      .values([{ amount: most, weight: 1.5 }, { amount: most }, { amount: 2 }])
      .execute()
    const row = await db
      .selectFrom('things_all')
      .select((eb) => [
        eb.fn.sum('amount').as('sum'),
        eb.fn.sum('weight').as('weight'),
        eb.fn.avg('weight').as('average'),
        eb.fn.countAll().as('count'),
        eb.fn.min('amount').as('least'),
      ])
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { sum: 18_014_398_509_481_984n, weight: 1.5, average: 0.5, count: 3, least: 2 })
    const inTransaction = await db.transaction((transaction) =>
      transaction
        .selectFrom('things_all')
        .select((eb) => eb.fn.sum('amount').as('sum'))
        .executeTakeFirstOrThrow(),
    )
    assert.equal(inTransaction.sum, 18_014_398_509_481_984n)
  })

  on('a name longer than 63 bytes is refused', async (db) => {
    const name = 'é'.repeat(32)
    await assert.rejects(
      async () =>
        db
          .selectFrom('things_all')
          .select((eb) => eb.ref('name').as(name))
          .execute(),
      /longer than 63 bytes/,
    )
  })

  on('an empty list holds nothing', async (db) => {
    await db
      .insertInto('things_all')
      .values([{ amount: 1 }, {}])
      .execute()
    assert.equal((await db.selectFrom('things_all').selectAll().where('amount', 'in', []).execute()).length, 0)
    assert.equal((await db.selectFrom('things_all').selectAll().where('amount', 'not in', []).execute()).length, 2)
  })

  on('values in a selection keep their types', async (db) => {
    await db.insertInto('things_all').values({}).execute()
    const row = await db
      .selectFrom('things_all')
      .select((eb) => [
        eb.val(5).as('whole'),
        eb.val(0.5).as('part'),
        eb.val('5').as('text'),
        eb.case().when('weight', '=', 0).then(1).else(2).end().as('case'),
      ])
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { whole: 5, part: 0.5, text: '5', case: 1 })
  })

  on('what a column does not hold is refused alike, before it is sent', async (db) => {
    const wrong: readonly Record<string, unknown>[] = [
      { name: 'longer than ten' },
      { name: 'a\0b' },
      { name: '\ud800' },
      { name: null },
      { name: 5 },
      { amount: 2 ** 53 },
      { amount: 1.5 },
      { weight: Number.NaN },
      { open: 1 },
      { at: '2026-13-01T00:00:00Z' },
      { at: '2026-01-01' },
      { data: 'a\0b' },
      { data: '\ud800' },
      { bytes: 'text' },
      { org_id: 'org_b' },
      { unknown: 1 },
    ]
    for (const values of wrong) {
      await assert.rejects(
        async () => db.insertInto('things_all').values(values).execute(),
        { name: 'DatabaseError' },
        JSON.stringify(values),
      )
    }
    await db
      .insertInto('things_all')
      .values({ id: 'thing_1', name: '🙂'.repeat(10) })
      .execute()
    await assert.rejects(
      async () =>
        db
          .updateTable('things_all')
          .set({ name: '🙂'.repeat(11) })
          .execute(),
      /at most 10 characters/,
    )
    await assert.rejects(
      db
        .updateTable('things_all')
        .set((eb) => ({ name: eb.ref('note') as never }))
        .execute(),
      { code: 'invalid_value' },
    )
  })

  on('an offset works without a limit, and a limit is a whole number', async (db) => {
    await db
      .insertInto('things_all')
      .values([{ amount: 1 }, { amount: 2 }])
      .execute()
    const rest = await db.selectFrom('things_all').select('amount').orderBy('amount').offset(1).execute()
    assert.deepEqual(rest, [{ amount: 2 }])
    await assert.rejects(async () => db.selectFrom('things_all').selectAll().limit(-1).execute(), {
      code: 'invalid_value',
    })
  })
}
