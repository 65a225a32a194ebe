import { copyFile, open, rm, stat } from 'node:fs/promises'
import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { quote } from '../../packages/host/src/database/quote.ts'
import { BackupLab } from '../../packages/host/testing/backup/backup-lab.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio, standAlone } from '../harness/compare.ts'
import { interleave } from '../harness/interleave.ts'
import { fillRows } from '../servers/fill-rows.ts'

const databaseBytes = 300_000_000
/** A restore of PostgreSQL takes seconds. */
const mostRounds = 5
const restore = 'restore'
const copy = 'copy of the file'
const copyAgain = 'copy of the file, again'

/** A restore with all of its proofs; of SQLite also against a copy of the file that is on the disk when it ends. */
export const restoreSpeed: Benchmark = { name: 'restore-speed', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  return [...(await runSqlite(bench)), await runPostgres(bench)]
}

async function openLab(wanted: TestDatabaseProduct['dialect'], isTrial: boolean): Promise<BackupLab> {
  const product = testDatabases.find(({ dialect }) => dialect === wanted)
  if (product === undefined) throw new Error(`This benchmark needs ${wanted}.`)
  const lab = await BackupLab.open(product)
  const database = await lab.open()
  await fillRows(database, { name: 'lab_notes', more: 'is_open' }, isTrial ? 400_000 : databaseBytes)
  await database.close()
  return lab
}

async function runPostgres({ scale }: Bench): Promise<Row> {
  await using lab = await openLab('postgres', scale.isTrial)
  const megabytes = (await lab.backup()).head.bytes / 1e6
  const values: number[] = []
  for (let round = 0; round < Math.min(scale.rounds, mostRounds); round += 1) {
    const since = performance.now()
    const restored = await lab.restore()
    values.push((megabytes * 1_000) / (performance.now() - since))
    await dropSchema(lab, restored?.copy)
  }
  const what = `Restore of a database of ${megabytes.toFixed(0)} MB, PostgreSQL`
  return standAlone({
    what,
    measure: 'speed',
    unit: 'MB/s',
    goal: { atLeast: 100 },
    subject: { name: restore, values },
  })
}

/** Removes a safety copy. */
async function dropSchema(lab: BackupLab, schema = ''): Promise<void> {
  const database = await lab.open()
  await database.run({ sql: `drop schema ${quote(schema)} cascade`, parameters: [], writes: true })
  await database.close()
}

async function runSqlite({ scale }: Bench): Promise<readonly Row[]> {
  await using lab = await openLab('sqlite', scale.isTrial)
  await lab.backup()
  const megabytes = (await stat(lab.url)).size / 1e6
  const restored = async (): Promise<string> => (await lab.restore())?.copy ?? ''
  const copied = () => copyDurably(lab.url, `${lab.url}.copy`)
  const contenders = [
    { name: restore, measure: () => secondsOf(restored) },
    { name: copy, measure: () => secondsOf(copied) },
    { name: copyAgain, measure: () => secondsOf(copied) },
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, scale.rounds)
  const series = (name: string) => ({
    name,
    values: (samples.get(name) ?? []).map((seconds) => megabytes / seconds),
  })
  const pair = { measure: 'speed', unit: 'MB/s', baseline: series(copy) } as const
  const what = `Restore of a database of ${megabytes.toFixed(0)} MB, SQLite`
  return [
    standAlone({ what, measure: 'speed', unit: 'MB/s', goal: { atLeast: 100 }, subject: series(restore) }),
    compareRatio({ what, ...pair, subject: series(restore) }),
    compareRatio({ what: 'Copy of the same file, again', ...pair, subject: series(copyAgain) }),
  ]
}

/** @param work writes a file, which is removed without being measured */
async function secondsOf(work: () => Promise<string>): Promise<number> {
  const since = performance.now()
  const written = await work()
  const seconds = (performance.now() - since) / 1_000
  await rm(written)
  return seconds
}

async function copyDurably(from: string, to: string): Promise<string> {
  await copyFile(from, to)
  await using file = await open(to, 'r+')
  await file.sync()
  return to
}
