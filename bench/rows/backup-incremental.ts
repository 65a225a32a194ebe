import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { BackupLab } from '../../packages/host/testing/backup/backup-lab.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio } from '../harness/compare.ts'
import { changeRows, fillRows, rowBytes } from '../servers/fill-rows.ts'

const databaseBytes = 200_000_000
/** The bytes hardly differ from round to round. */
const rounds = 3
const table = { name: 'lab_notes', more: 'is_open' }

/** What a second backup stores when one row in a hundred has changed, against the first. */
export const backupIncremental: Benchmark = { name: 'backup-incremental', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await compare(bench, product)))
  return rows
}

async function compare({ scale }: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  await using lab = await BackupLab.open(product)
  const bytes = scale.isTrial ? 400_000 : databaseBytes
  const count = bytes / rowBytes
  await change(lab, (database) => fillRows(database, table, bytes))
  const first = (await lab.backup()).head.added
  const added = async (where: string): Promise<readonly number[]> => {
    const values: number[] = []
    for (let round = 0; round < (scale.isTrial ? 1 : rounds); round += 1) {
      await change(lab, (database) => changeRows(database, table, where))
      values.push((await lab.backup()).head.added / 1e6)
    }
    return values
  }
  const row = (which: string, values: readonly number[], goal?: { readonly atMost: number }): Row =>
    compareRatio({
      what: `Second backup after 1 % of the rows changed, ${which}, ${product.name}`,
      measure: 'bytes stored',
      unit: 'MB',
      ...(goal && { goal }),
      subject: { name: which, values },
      baseline: { name: 'the first backup', values: values.map(() => first / 1e6) },
    })
  return [
    row('the newest ones', await added(`nth > ${count - count / 100}`), { atMost: 0.05 }),
    row('spread evenly', await added('nth % 100 = 50')),
  ]
}

async function change(
  lab: BackupLab,
  work: (database: Awaited<ReturnType<BackupLab['open']>>) => Promise<void>,
): Promise<void> {
  const database = await lab.open()
  await work(database)
  await database.close()
}
