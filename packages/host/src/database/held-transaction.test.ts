import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, model, type ScopedDatabase, type TablesOf, UniqueViolation } from '@host/plugin'
import { DataAccess } from './data-access.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { HeldTransaction } from './held-transaction.ts'
import { migrate } from './migrate/migrate.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'

const Note = model(
  'notes_notes',
  { id: column.id('note'), org_id: column.org(), title: column.text() },
  { unique: [['org_id', 'title']] },
)
const owners = [{ name: 'notes', models: [Note] }]
type Notes = ScopedDatabase<TablesOf<readonly [typeof Note]>>
type Write = (db: Notes) => Promise<unknown>

/** The rows at the end, and the thrown error. */
interface Expected {
  readonly titles: readonly string[]
  readonly thrown?: object | typeof Error
}

const orgId = 'org_a'
const add = (db: Pick<Notes, 'insertInto'>, title: string) => db.insertInto('notes_notes').values({ title })

/** The rows after work on a held transaction, and the result of the work. */
async function outcome(
  database: Database,
  work: Write,
): Promise<{ titles: readonly string[]; error: Error | undefined }> {
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  let error: Error | undefined
  try {
    await database.transaction(
      (connection) => work(data.inWorkspace('notes', orgId, new HeldTransaction(database.dialect, connection))),
      { tenant: orgId },
    )
  } catch (thrown) {
    error = thrown as Error
  }
  const rows = await data
    .inWorkspace<TablesOf<readonly [typeof Note]>>('notes', orgId)
    .selectFrom('notes_notes')
    .select('title')
    .execute()
  return { titles: rows.map(({ title }) => title).toSorted(), error }
}

for (const product of testDatabases) {
  const held = (title: string, work: Write, { titles: expected, thrown }: Expected): void =>
    void test(`${product.dialect}: ${title}`, async () => {
      await using fresh = await product.create()
      const database = await fresh.open()
      await migrate(database, owners)
      const { titles, error } = await outcome(database, work)
      assert.deepEqual(titles, expected)
      const rethrow = (): void => {
        if (error !== undefined) throw error
      }
      if (thrown === undefined) rethrow()
      else assert.throws(rethrow, thrown)
    })

  held(
    'what a scope writes alone, in a batch and in a transaction commits together',
    async (db) => {
      await add(db, 'a').execute()
      await db.batch([add(db, 'b'), add(db, 'c')])
      await db.transaction(async (inner) => void (await add(inner, 'd').execute()))
    },
    { titles: ['a', 'b', 'c', 'd'] },
  )

  held(
    'nothing of it stays when the whole rolls back, what was committed inside included',
    async (db) => {
      await db.transaction(async (inner) => void (await add(inner, 'a').execute()))
      await db.batch([add(db, 'b')])
      throw new Error('stop')
    },
    { titles: [], thrown: { message: 'stop' } },
  )

  held(
    'a transaction inside that throws is undone alone',
    async (db) => {
      await add(db, 'before').execute()
      const inner = db.transaction(async (nested) => {
        await add(nested, 'inside').execute()
        throw new Error('stop')
      })
      await assert.rejects(inner, { message: 'stop' })
      await add(db, 'after').execute()
    },
    { titles: ['after', 'before'] },
  )

  held(
    'transactions inside that are started at once wait for each other',
    async (db) => {
      const started = ['a', 'b', 'c'].map((title) =>
        db.transaction(async (nested) => {
          await add(nested, title).execute()
          await new Promise((resolve) => setTimeout(resolve, 5))
          if (title === 'b') throw new Error('stop')
        }),
      )
      assert.deepEqual(
        (await Promise.allSettled(started)).map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
    },
    { titles: ['a', 'c'] },
  )

  held(
    'a query that fails inside ends the whole, whoever catches its error',
    async (db) => {
      await add(db, 'a').execute()
      const inner = db.transaction(async (nested) => void (await add(nested, 'a').execute()))
      await assert.rejects(inner, UniqueViolation)
    },
    { titles: [], thrown: { code: 'transaction_over' } },
  )

  held(
    'the outer database is refused inside of a transaction',
    async (db) => {
      await db.transaction(async () => void (await add(db, 'a').execute()))
    },
    { titles: [], thrown: DatabaseError },
  )
}
