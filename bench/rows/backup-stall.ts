import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { again, beside, measureBesideBackup, without } from '../harness/beside-backup.ts'
import { compareDifference } from '../harness/compare.ts'

/** How much longer the event loop of a process that serves stands still while a backup of its database is made. */
export const backupStall: Benchmark = { name: 'backup-stall', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await compare(bench, product)))
  return rows
}

async function compare(bench: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  const series = await measureBesideBackup(bench, { product, workers: 1, share: 0.5 })
  const row = (subject: string, goal?: { readonly atMost: number }): Row =>
    compareDifference({
      what: `POST with one insert, 1 worker at 0.5 of its capacity, ${product.name}, ${subject}`,
      measure: 'longest delay of the event loop',
      unit: 'ms',
      ...(goal && { goal }),
      subject: series(subject, 'stall'),
      baseline: series(without, 'stall'),
    })
  return [row(beside, { atMost: 20 }), row(again)]
}
