import { column, listOf, model, type ScopedDatabase, type TablesOf } from '../../packages/plugin/src/index.ts'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'

const Note = model('bench_notes', {
  id: column.id('note'),
  org_id: column.org(),
  title: column.text({ max: 200, search: true }),
  body: column.text({ search: true }),
})

type Notes = ScopedDatabase<TablesOf<readonly [typeof Note]>>

const mostRows = 100_000
const rowsPerBatch = 1000
const first = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Hiro', 'Ines', 'Jonas']
const trades = ['Timber', 'Logistics', 'Analytics', 'Bakery', 'Robotics', 'Textiles', 'Energy', 'Optics']
const cities = ['北京', '上海', '广州', '深圳', '杭州', '成都', '武汉', '西安', '南京', '重庆']
const parts = ['贸易', '科技', '物流', '食品', '能源', '设计', '建材', '软件']
/** A word of few rows, two words of many, the beginning of a word, and the same in Chinese. */
const searches = ['inv10042', 'ada timber', 'rob', 'hiro inv77', '北京科技', '武汉 食品', '重', '编号九九'] as const
const all = 'all of these'

/** Full-text search over 100,000 rows of one workspace: the first page of 50, in Chinese and English. */
export const search: Benchmark = { name: 'search', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await measure(bench, product)))
  return rows
}

async function measure({ scale }: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  await using fresh = await product.create()
  const database = await fresh.open()
  const owners = [{ name: 'bench', models: [Note] }]
  await migrate(database, owners)
  const db: Notes = new DataAccess({ database, owners, onDoor: () => {} }).inWorkspace('bench', 'org_bench')
  await fill(db, scale.isTrial ? rowsPerBatch : mostRows)
  if (database.dialect === 'postgres') await database.run({ sql: 'analyze', parameters: [], writes: true })
  const times = new Map(searches.map((text) => [text, [] as number[]]))
  for (let round = 0; round < scale.rounds * 5; round += 1) {
    for (const [text, taken] of times) taken.push(await timeOf(db, text))
  }
  const named = [...times, [all, [...times.values()].flat()] as const]
  return named.map(([text, values]) =>
    standAlone({
      what: `Search for “${text}” in ${mostRows} rows, ${product.name}`,
      measure: 'time of a page',
      unit: 'ms',
      ...(text === all && { goal: { atMost: 20 } }),
      subject: { name: 'search', values },
    }),
  )
}

async function fill(db: Notes, count: number): Promise<void> {
  const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? ''
  for (let start = 0; start < count; start += rowsPerBatch) {
    const values = Array.from({ length: rowsPerBatch }, (_, row) => {
      const at = start + row
      return {
        title: `${pick(first, at)} ${pick(trades, Math.floor(at / 10))} INV${at}`,
        body: `${pick(cities, Math.floor(at / 3))}${pick(parts, Math.floor(at / 7))}有限公司 offer and terms of delivery ${at % 97 === 0 ? '编号九九' : ''}`,
      }
    })
    await db.insertInto('bench_notes').values(values).execute()
  }
}

async function timeOf(db: Notes, q: string): Promise<number> {
  const since = performance.now()
  await listOf({ db, input: { q } }, db.selectFrom('bench_notes').selectAll(), { search: { by: 'id' } })
  return performance.now() - since
}
