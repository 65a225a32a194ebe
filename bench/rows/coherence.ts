import { join } from 'node:path'
import { openCoherence } from '../../packages/host/src/security/coherence/open-coherence.ts'
import type { Coherence } from '../../packages/host/src/security/coherence/coherence.ts'
import { hostModels } from '../../packages/host/src/models/host-models.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { queryPostgres } from '../../packages/host/testing/database/query-postgres.ts'
import { testDatabases, type TestDatabase } from '../../packages/host/testing/database/test-databases.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { quantile } from '../harness/median.ts'
import type { ServerProcess } from '../process/server-process.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import type { HostServerOptions } from '../servers/host-server.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

const trusting = 'host on PostgreSQL'
const distrusting = 'host on PostgreSQL that trusts no memory'
const byHand = 'node:http by hand'

/** Benefit of the cache on PostgreSQL, and the cost of revoking a right. */
export const coherence: Benchmark = { name: 'coherence', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  return [...(await guardedGet(bench)), ...(await revocation(bench))]
}

async function guardedGet(bench: Bench): Promise<readonly Row[]> {
  await using one = await createPostgres()
  await using other = await createPostgres()
  await using trustingServer = await start(bench, one, 'one')
  await using distrustingServer = await start(bench, other, 'other')
  await using byHandServer = await startServer(bench, 'byHand')
  // Without the table where it meets others a process never trusts its memory.
  await queryPostgres(new URL(other.adminUrl), 'drop table host_peers')
  const requests = [requestHead(`/api/x/${benchPluginName(50)}/kind-5/${payloadId}`, 0)]
  const series = await measureHttp(bench, [
    { name: trusting, server: trustingServer, requests },
    { name: distrusting, server: distrustingServer, requests },
    { name: byHand, server: byHandServer, requests },
  ])
  return [trusting, distrusting].flatMap((name) => {
    const pair = (property: 'cpu' | 'time') => ({
      what: `Plugin GET, signed in, gated, guarded: ${name}`,
      subject: series(name, property),
      baseline: series(byHand, property),
      unit: 'µs' as const,
    })
    return [
      compareSpeed({
        ...pair('cpu'),
        measure: 'CPU per request',
        ...(name === trusting ? { goal: { atLeast: 0.85 } } : {}),
      }),
      compareSpeed({ ...pair('time'), measure: 'time per request' }),
    ]
  })
}

function start(bench: Bench, { url }: TestDatabase, name: string): Promise<ServerProcess> {
  const options: HostServerOptions = { file: url, workspaces: 1, plugins: 100, folder: join(bench.folder, name) }
  return startServer(bench, 'host', options)
}

/** How long `forget` takes with two other processes, which are threads here as they are there. */
async function revocation(bench: Bench): Promise<readonly Row[]> {
  await using fresh = await createPostgres()
  await migrate(await fresh.open(), [{ name: 'host', models: hostModels }])
  await using stack = new AsyncDisposableStack()
  const all = Array.from({ length: 3 }, () => stack.use(openPeer(fresh.url)).coherence)
  while (!all.every((each) => each.isTrusted())) await new Promise((resolve) => setTimeout(resolve, 10))
  const rounds: (readonly number[])[] = []
  for (let round = 0; round < bench.scale.rounds; round += 1) rounds.push(await revoke(all[0], bench.scale.slice))
  const row = (measure: string, share: number): Row =>
    standAlone({
      what: 'Telling two other processes over PostgreSQL of a revocation',
      measure,
      unit: 'ms',
      subject: { name: trusting, values: rounds.map((times) => quantile(times, share)) },
    })
  return [row('time, p50', 0.5), row('time, p99', 0.99)]
}

function openPeer(databaseUrl: string): ReturnType<typeof openCoherence> {
  return openCoherence({ config: { databaseUrl }, worker: undefined, threadCode: undefined })
}

/** Milliseconds of each, one after the other. */
async function revoke(peer: Coherence | undefined, milliseconds: number): Promise<readonly number[]> {
  const times: number[] = []
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    const since = performance.now()
    await peer?.forget([`usr_${times.length}`])
    times.push(performance.now() - since)
  }
  return times
}

async function createPostgres(): Promise<TestDatabase> {
  const product = testDatabases.find(({ dialect }) => dialect === 'postgres')
  if (product === undefined) throw new Error('This benchmark needs PostgreSQL.')
  return await product.create()
}
