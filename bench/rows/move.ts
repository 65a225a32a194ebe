import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { move, optionsOf } from '../../packages/host/testing/move/move-lab.ts'
import { copyToPostgres, copyToSqlite, fillMoving, movingBuild } from '../../packages/host/testing/move/moving-rows.ts'
import { undoMoveMark } from '../../packages/host/src/boot/move-commands.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio, standAlone } from '../harness/compare.ts'
import { interleave } from '../harness/interleave.ts'

const rowCount = 200_000
/** A move takes seconds. */
const mostRounds = 5
const moved = 'move'
const bare = 'bare copy of the rows'

/** `host move` in both directions, with all of its proofs, against a copy of the same rows with the two drivers alone. */
export const moves: Benchmark = { name: 'move', run }

async function run({ scale }: Bench): Promise<readonly Row[]> {
  const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
  await using opened = new AsyncDisposableStack()
  const file = opened.use(await sqlite.create())
  const server = opened.use(await postgres.create())
  const count = scale.isTrial ? 500 : rowCount
  await fillMoving(file, count)
  await move(file, server, { plugins: movingBuild })
  await undoMoveMark(optionsOf(file.url, server.url))
  const rounds = Math.min(scale.rounds, mostRounds)
  const there = { from: file, product: postgres, copy: copyToPostgres, count, rounds }
  const back = { from: server, product: sqlite, copy: copyToSqlite, count, rounds }
  return [...(await measure('SQLite to PostgreSQL', there)), ...(await measure('PostgreSQL to SQLite', back))]
}

interface Direction {
  readonly from: Awaited<ReturnType<TestDatabaseProduct['create']>>
  readonly product: TestDatabaseProduct
  readonly copy: (source: string, target: string) => Promise<number>
  readonly count: number
  readonly rounds: number
}

async function measure(what: string, { from, product, copy, count, rounds }: Direction): Promise<readonly Row[]> {
  const contenders = [
    {
      name: moved,
      measure: async () => {
        await using target = await product.create()
        const seconds = await secondsOf(() => move(from, target, { plugins: movingBuild }))
        await undoMoveMark(optionsOf(from.url, target.url))
        return seconds
      },
    },
    {
      name: bare,
      measure: async () => {
        await using target = await product.create()
        return await secondsOf(async () => {
          const copied = await copy(from.url, target.url)
          if (copied !== count) throw new Error(`The copy has ${copied} of ${count} rows.`)
        })
      },
    },
  ]
  const samples = await interleave(contenders, rounds)
  const series = (name: string) => ({ name, values: (samples.get(name) ?? []).map((seconds) => count / seconds) })
  const about = { what: `Move of ${rowCount} rows, ${what}`, measure: 'rows a second', unit: '/s' } as const
  return [
    standAlone({ ...about, goal: { atLeast: 50_000 }, subject: series(moved) }),
    compareRatio({ ...about, subject: series(moved), baseline: series(bare) }),
  ]
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1_000
}
