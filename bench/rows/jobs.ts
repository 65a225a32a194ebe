import { join } from 'node:path'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import {
  testDatabases,
  type TestDatabase,
  type TestDatabaseProduct,
} from '../../packages/host/testing/database/test-databases.ts'
import { defineJob, definePlugin, Jobs, type JobsService } from '../../packages/plugin/src/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { bareTable } from '../harness/bare-table.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { workContender, type Work } from '../harness/work.ts'
import { fillWorkspaces } from '../servers/fill-workspaces.ts'
import { workspaceId } from '../servers/session-token.ts'

const data = { noteId: 'note_01h455vb4pex5vsknk084sn02q', title: 'A note that a person wrote down' }
type Note = typeof data

const file = defineJob({
  name: 'file',
  input: {
    '~standard': { version: 1, vendor: 'bench', validate: (value: unknown) => ({ value: value as Note }) },
  } as const,
  concurrency: 16,
})

/** How many workspaces have jobs. */
const workspaces = 4

/** Jobs that are enqueued, claimed and done: against an insert and an update of a bare table. */
export const jobs: Benchmark = { name: 'jobs', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(...(await compare(bench, product)))
  return rows
}

async function compare(bench: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  await using told = await product.create()
  await using bare = await product.create()
  await using host = await startHost(bench, told)
  const table = await bareTable(await bare.open(), data)
  const contenders = [
    workContender('jobs', bench, host),
    workContender('insert and update of a bare table', bench, table),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = ({ name }: Contender<number>) => ({ name, values: samples.get(name) ?? [] })
  const [subject, baseline] = contenders.map(series)
  if (subject === undefined || baseline === undefined) throw new Error('There are two contenders.')
  const what = `Job that is enqueued and done, ${product.name}`
  const perSecond = { name: subject.name, values: subject.values.map((time) => 1e6 / time) }
  return [
    compareSpeed({ what, measure: 'time per job', unit: 'µs', subject, baseline }),
    standAlone({ what, measure: 'jobs', unit: '/s', subject: perSecond }),
  ]
}

async function startHost(bench: Bench, database: TestDatabase): Promise<Work & AsyncDisposable> {
  await fillWorkspaces(database.url, workspaces)
  let service: JobsService | undefined
  let [enqueued, done] = [0, 0]
  let onDone = (): void => undefined
  const plugin = definePlugin({
    name: 'bench',
    info: { title: 'Bench', description: 'Works', icon: 'gauge', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      service = ctx.lookup(Jobs)
      service?.handle(file, async () => {
        done += 1
        onDone()
      })
    },
  })
  const config = readConfig({
    HOST_DATABASE_URL: database.url,
    HOST_DATA: join(bench.folder, 'jobs'),
    HOST_LOG_LEVEL: 'warn',
  })
  const host = await createHost({
    plugins: [{ plugin, version: '1.0.0', outOfTree: true }],
    config,
    announce: () => {},
  })
  return {
    act: async () => await service?.enqueue(workspaceId((enqueued += 1) % workspaces), file, data),
    settled: async (count) => {
      const all = Promise.withResolvers<void>()
      onDone = () => (done >= count ? all.resolve() : undefined)
      onDone()
      await all.promise
      done -= count
      await host.settleJobs()
    },
    [Symbol.asyncDispose]: () => host.stop(),
  }
}
