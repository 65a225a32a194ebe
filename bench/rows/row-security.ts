import { column, model, type ScopedDatabase, type TablesOf } from '../../packages/plugin/src/index.ts'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { securedPostgres, type TestDatabase } from '../../packages/host/testing/database/test-databases.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'

const Note = model(
  'bench_notes',
  { id: column.id('note'), org_id: column.org(), title: column.text({ max: 200 }), count: column.integer() },
  { index: [['org_id', 'id']] },
)

type Notes = ScopedDatabase<TablesOf<readonly [typeof Note]>>

const rowsPerList = 50
const workspaces = 20
/** How many requests turn to the database at once. */
const lanes = 8

/** Cost of PostgreSQL's row-level security: the same scoped queries with and without it. */
export const rowSecurity: Benchmark = { name: 'row-security', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  await using without = await securedPostgres.create()
  await using within = await securedPostgres.create()
  const batches = bench.scale.isTrial ? 1 : 20
  const [off, on] = [await prepare(without, false, batches), await prepare(within, true, batches)]
  const kinds: readonly (readonly [what: string, act: (db: Notes) => Promise<unknown>])[] = [
    [`List of ${rowsPerList} rows of one workspace`, async (db) => await listOf(db)],
    ['Row of one workspace by its id', async (db) => await one(db)],
    [
      'Insert of one row',
      async (db) => await db.insertInto('bench_notes').values({ title: 'One', count: 1 }).execute(),
    ],
  ]
  const rows: Row[] = []
  for (const [what, act] of kinds) rows.push(await compare(bench, what, { off: () => act(off), on: () => act(on) }))
  return rows
}

/** The scoped database of one workspace among others. */
async function prepare(database: TestDatabase, isOn: boolean, batches: number): Promise<Notes> {
  const opened = await database.open({ rowSecurity: isOn, poolSize: lanes })
  const owners = [{ name: 'bench', models: [Note] }]
  await migrate(opened, owners)
  const data = new DataAccess({ database: opened, owners, onDoor: () => {} })
  for (let workspace = 0; workspace < workspaces; workspace += 1) {
    const db: Notes = data.inWorkspace('bench', `org_${workspace}`)
    for (let batch = 0; batch < batches; batch += 1) {
      const values = Array.from({ length: rowsPerList }, (_, row) => ({ title: `Note ${batch}.${row}`, count: row }))
      await db.insertInto('bench_notes').values(values).execute()
    }
  }
  await opened.run({ sql: 'analyze bench_notes', parameters: [], writes: true })
  const db: Notes = data.inWorkspace('bench', 'org_3')
  await db.insertInto('bench_notes').values({ id: 'note_known', title: 'Known', count: 0 }).execute()
  return db
}

async function listOf(db: Notes): Promise<void> {
  const rows = await db.selectFrom('bench_notes').selectAll().orderBy('id').limit(rowsPerList).execute()
  if (rows.length !== rowsPerList) throw new Error(`The list has ${rows.length} rows instead of ${rowsPerList}.`)
}

async function one(db: Notes): Promise<void> {
  await db.selectFrom('bench_notes').selectAll().where('id', '=', 'note_known').executeTakeFirstOrThrow()
}

interface Pair {
  readonly off: () => Promise<unknown>
  readonly on: () => Promise<unknown>
}

async function compare(bench: Bench, what: string, { off, on }: Pair): Promise<Row> {
  const contenders = [contender('on', bench, on), contender('off', bench, off)]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  return compareSpeed({
    what: `${what} with row-level security`,
    measure: `time, ${lanes} at once`,
    unit: 'µs',
    subject: { name: 'with row-level security', values: samples.get('on') ?? [] },
    baseline: { name: 'without it', values: samples.get('off') ?? [] },
  })
}

/** Acts in some lanes for the length of a slice; microseconds from one end to the next. */
function contender(name: string, { scale }: Bench, act: () => Promise<unknown>): Contender<number> {
  const measure = async (): Promise<number> => {
    const since = performance.now()
    let done = 0
    const lane = async (): Promise<void> => {
      while (performance.now() < since + scale.slice) {
        await act()
        done += 1
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return ((performance.now() - since) * 1000) / done
  }
  return { name, measure }
}
