import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { column, listOf, model, type ScopedDatabase, type TablesOf } from '../../packages/plugin/src/index.ts'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'

const Note = model(
  'bench_notes',
  {
    id: column.id('note'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    count: column.integer({ default: 0 }),
    created_at: column.time({ default: 'now' }),
    changed_at: column.time({ nullable: true }),
  },
  {
    index: [
      ['org_id', 'created_at'],
      ['org_id', 'id'],
    ],
  },
)

type Notes = ScopedDatabase<TablesOf<readonly [typeof Note]>>

const rowsPerList = 50
const orgId = 'org_bench_3'

/**
 * A list of 50 rows of one workspace: the scoped database against the driver alone with the same SQL, and a page of
 * `listOf` against the same page by a query of its own.
 */
export const scopedList: Benchmark = { name: 'scoped-list', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const file = join(bench.folder, 'list.db')
  const database = await openDatabase({ url: file, durability: 'normal' })
  const raw = new DatabaseSync(file, { readOnly: true })
  try {
    const owners = [{ name: 'bench', models: [Note] }]
    await migrate(database, owners)
    const data = new DataAccess({ database, owners, onDoor: () => {} })
    const scoped = (id: string): Notes => data.inWorkspace('bench', id)
    await fill(scoped, bench.scale.isTrial ? 2 : 20)
    return await compare(bench, scoped, raw)
  } finally {
    raw.close()
    await database.close()
  }
}

async function fill(scoped: (orgId: string) => Notes, batches: number): Promise<void> {
  for (let workspace = 0; workspace < 10; workspace += 1) {
    const db = scoped(`org_bench_${workspace}`)
    for (let batch = 0; batch < batches; batch += 1) {
      const values = Array.from({ length: rowsPerList }, (_, row) => ({ title: `Note ${batch}.${row}`, count: row }))
      await db.insertInto('bench_notes').values(values).execute()
    }
  }
}

async function compare(bench: Bench, scoped: (orgId: string) => Notes, raw: DatabaseSync): Promise<readonly Row[]> {
  const query = (): ReturnType<typeof newestOf> => newestOf(scoped(orgId))
  const { sql, parameters } = query().compile()
  const statement = raw.prepare(sql)
  const values = parameters as readonly (string | number)[]
  const contenders = [
    contender('scoped', bench, async () => await query().execute()),
    contender('node:sqlite', bench, async () => statement.all(...values)),
    contender('listOf', bench, async () => (await pageOf(scoped(orgId))).items),
    contender('by hand', bench, async () => (await pageByHand(scoped(orgId))).items),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = (name: string): { readonly name: string; readonly values: readonly number[] } => ({
    name,
    values: samples.get(name) ?? [],
  })
  const what = `List of ${rowsPerList} rows of one workspace`
  const compared = { measure: 'CPU per list', unit: 'µs', goal: { atLeast: 0.8 } } as const
  return [
    compareSpeed({ what, ...compared, subject: series('scoped'), baseline: series('node:sqlite') }),
    compareSpeed({
      what: `Page of ${rowsPerList} rows in an order, by listOf`,
      ...compared,
      subject: series('listOf'),
      baseline: series('by hand'),
    }),
  ]
}

function newestOf(db: Notes) {
  return db.selectFrom('bench_notes').selectAll().orderBy('created_at', 'desc').limit(rowsPerList)
}

function pageOf(db: Notes) {
  const input: { readonly sort?: 'createdAt' | '-createdAt' } = {}
  return listOf({ db, input }, db.selectFrom('bench_notes').selectAll(), {
    sort: { createdAt: 'created_at' },
    usual: '-createdAt',
  })
}

async function pageByHand(db: Notes) {
  const query = db.selectFrom('bench_notes').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const rows = await query.limit(rowsPerList + 1).execute()
  const items = rows.slice(0, rowsPerList)
  const last = rows.length > rowsPerList ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : `${last.created_at} ${last.id}` }
}

/** Reads lists for the length of a slice; the CPU time of one list in microseconds. */
function contender(name: string, { scale }: Bench, read: () => Promise<readonly unknown[]>): Contender<number> {
  const measure = async (): Promise<number> => {
    const until = performance.now() + scale.slice
    const before = process.threadCpuUsage()
    let lists = 0
    while (performance.now() < until) {
      const rows = await read()
      if (rows.length !== rowsPerList) throw new Error(`${name} read ${rows.length} rows instead of ${rowsPerList}.`)
      lists += 1
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / lists
  }
  return { name, measure }
}
