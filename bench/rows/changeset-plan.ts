import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { openChangesetLab } from '../../packages/host/testing/changesets/changeset-lab.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'

const mostSteps = 10_000

/** A plan that changes 10,000 values of one target: reading, comparing, hashing and storing it. */
export const changesetPlan: Benchmark = { name: 'changeset-plan', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(await measure(bench, product))
  return rows
}

async function measure({ scale }: Bench, product: TestDatabaseProduct): Promise<Row> {
  await using opened = new AsyncDisposableStack()
  const fresh = opened.use(await product.create())
  const after = (work: () => unknown): void => opened.defer(async () => void (await work()))
  const { plan } = await openChangesetLab({ after }, { environment: { HOST_DATABASE_URL: fresh.url } })
  const steps = scale.isTrial ? 100 : mostSteps
  const set = Object.fromEntries(Array.from({ length: steps }, (_, key) => [`name-${key}.example.com. A`, key]))
  const values: number[] = []
  for (let round = 0; round < scale.rounds; round += 1) {
    const since = performance.now()
    await plan(set)
    values.push(performance.now() - since)
  }
  return standAlone({
    what: `Plan a change of ${mostSteps} values, ${product.name}`,
    measure: 'time of a plan',
    unit: 'ms',
    goal: { atMost: 2_000 },
    subject: { name: 'plan', values },
  })
}
