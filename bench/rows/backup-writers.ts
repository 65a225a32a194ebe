import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { again, beside, measureBesideBackup, without } from '../harness/beside-backup.ts'
import { compareRatio } from '../harness/compare.ts'

/** What two workers that write lose while a backup of their database is made beside them. */
export const backupWriters: Benchmark = { name: 'backup-writers', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await compare(bench, product)))
  return rows
}

async function compare(bench: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  const series = await measureBesideBackup(bench, { product, workers: 2, share: 0.8 })
  const what = `POST with one insert, 2 workers at 0.8 of their capacity, ${product.name}`
  const pair = (subject: string, property: 'rate' | 'p99') => ({
    subject: series(subject, property),
    baseline: series(without, property),
    what: `${what}, ${subject}`,
  })
  return [
    compareRatio({ ...pair(beside, 'rate'), measure: 'answers', unit: '/s', goal: { atLeast: 0.9 } }),
    compareRatio({ ...pair(beside, 'p99'), measure: 'latency, p99', unit: 'ms', goal: { atMost: 2 } }),
    compareRatio({ ...pair(again, 'rate'), measure: 'answers', unit: '/s' }),
    compareRatio({ ...pair(again, 'p99'), measure: 'latency, p99', unit: 'ms' }),
  ]
}
