import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { column, model, type ScopedDatabase, type TablesOf } from '../../packages/plugin/src/index.ts'
import { DataAccess } from '../../packages/host/src/db/data-access.ts'
import { migrate } from '../../packages/host/src/db/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/db/open-database.ts'
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

/** A list of 50 rows of one workspace: the scoped database against the driver alone, with the same SQL. */
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
  const query = (): ReturnType<typeof listOf> => listOf(scoped(orgId))
  const { sql, parameters } = query().compile()
  const statement = raw.prepare(sql)
  const values = parameters as readonly (string | number)[]
  const contenders = [
    contender('scoped', bench, async () => await query().execute()),
    contender('node:sqlite', bench, async () => statement.all(...values)),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = (name: string): { readonly name: string; readonly values: readonly number[] } => ({
    name,
    values: samples.get(name) ?? [],
  })
  const what = `List of ${rowsPerList} rows of one workspace`
  const pair = { subject: series('scoped'), baseline: series('node:sqlite') }
  return [compareSpeed({ what, measure: 'CPU per list', unit: 'µs', goal: { atLeast: 0.8 }, ...pair })]
}

function listOf(db: Notes) {
  return db.selectFrom('bench_notes').selectAll().orderBy('created_at', 'desc').limit(rowsPerList)
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
