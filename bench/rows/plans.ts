import { join } from 'node:path'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import {
  testDatabases,
  type TestDatabase,
  type TestDatabaseProduct,
} from '../../packages/host/testing/database/test-databases.ts'
import type { Database } from '../../packages/host/src/database/database.ts'
import { TypeIds } from '../../packages/host/src/database/type-id.ts'
import { definePlugin, Entitlements, type EntitlementsService } from '../../packages/plugin/src/index.ts'
import { plugin as plansPlugin } from '../../plugins/plans/server/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { workContender, type Work } from '../harness/work.ts'
import { fillWorkspaces } from '../servers/fill-workspaces.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { workspaceId } from '../servers/session-token.ts'
import { startServer } from '../servers/start-server.ts'

/** Uses that are counted together. */
const batch = 500

/** The cost of a route that asks for a tier, and of counting uses of a meter. */
export const plans: Benchmark = { name: 'plans', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows = [...(await tiered(bench))]
  for (const product of testDatabases) rows.push(...(await metered(bench, product)))
  return rows
}

async function tiered(bench: Bench): Promise<readonly Row[]> {
  const options = { file: join(bench.folder, 'plans.db'), workspaces: 1, plugins: 1, hasPlans: true }
  await using server = await startServer(bench, 'host', options)
  const [subject, baseline] = ['with a tier', 'without']
  const series = await measureHttp(bench, [
    { name: subject, server, requests: [requestHead(`/api/x/tiered/with/${payloadId}`, 0)] },
    { name: baseline, server, requests: [requestHead(`/api/x/tiered/without/${payloadId}`, 0)] },
  ])
  const what = 'Plugin GET that asks for a tier'
  const pair = { what, subject: series(subject, 'cpu'), baseline: series(baseline, 'cpu') }
  return [compareSpeed({ ...pair, measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.98 } })]
}

async function metered(bench: Bench, product: TestDatabaseProduct): Promise<readonly Row[]> {
  await using own = await product.create()
  await using bare = await product.create()
  await using host = await startHost(bench, own)
  const contenders = [
    workContender('uses', bench, host),
    workContender('insert into a bare table', bench, await bareInserts(await bare.open())),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = ({ name }: Contender<number>) => ({
    name,
    values: (samples.get(name) ?? []).map((time) => time / batch),
  })
  const [subject, baseline] = contenders.map(series)
  if (subject === undefined || baseline === undefined) throw new Error('There are two contenders.')
  const what = `Use of a meter, ${batch} counted together, ${product.name}`
  const perSecond = { name: subject.name, values: subject.values.map((time) => 1e6 / time) }
  return [
    compareSpeed({ what, measure: 'time per use', unit: 'µs', subject, baseline, goal: { atLeast: 0.5 } }),
    standAlone({ what, measure: 'uses', unit: '/s', subject: perSecond }),
  ]
}

async function startHost(bench: Bench, database: TestDatabase): Promise<Work & AsyncDisposable> {
  await fillWorkspaces(database.url, 1)
  let service: (() => EntitlementsService | undefined) | undefined
  const metering = definePlugin({
    name: 'bench',
    info: { title: 'Bench', description: 'Counts uses', icon: 'gauge', category: 'Work', api: '^1' },
    models: [],
    plan: { meters: [{ name: 'calls', title: { en: 'Calls', zh: '调用' }, unit: 'count' }] },
    mount(_mux, ctx) {
      service = () => ctx.lookup(Entitlements)
    },
  })
  const config = readConfig({
    HOST_DATABASE_URL: database.url,
    HOST_DATA: join(bench.folder, 'plans'),
    HOST_LOG_LEVEL: 'warn',
  })
  const entries = [
    { plugin: plansPlugin, version: '1.0.0', outOfTree: false, granted: ['instance/plans'] },
    { plugin: metering, version: '1.0.0', outOfTree: true },
  ]
  const host = await createHost({ plugins: entries, config, announce: () => {} })
  const ids = new TypeIds()
  return {
    act: async () => {
      const use = { orgId: workspaceId(0), meter: 'calls', amount: 1 }
      await service?.()?.count(Array.from({ length: batch }, () => ({ ...use, id: ids.next('use') })))
    },
    settled: async () => undefined,
    [Symbol.asyncDispose]: () => host.stop(),
  }
}

/** Uses as a table without meters has them: a row with one key each, as many with one statement. */
async function bareInserts(database: Database): Promise<Work> {
  const ids = new TypeIds()
  const columns = ['id', 'org_id', 'meter', 'amount', 'at'] as const
  const create =
    'create table bench_uses (id text primary key, org_id text not null, meter text not null, amount bigint not null, at text not null)'
  await database.run({ sql: create, parameters: [], writes: true })
  const place = (at: number): string => (database.dialect === 'sqlite' ? '?' : `$${at + 1}`)
  const row = (_: unknown, at: number): string =>
    `(${columns.map((_name, each) => place(at * columns.length + each)).join(', ')})`
  const rows = Array.from({ length: batch }, row).join(', ')
  const sql = `insert into bench_uses (${columns.join(', ')}) values ${rows}`
  return {
    act: async () => {
      const at = new Date().toISOString()
      const parameters = Array.from({ length: batch }, () => [ids.next('use'), workspaceId(0), 'calls', 1, at]).flat()
      await database.run({ sql, parameters, writes: true })
    },
    settled: async () => undefined,
  }
}
