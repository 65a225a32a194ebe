import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import type { ServerProcess } from '../process/server-process.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'
import type { WorkersServerOptions } from '../servers/workers-server.ts'

const one = '1 worker'
const two = '2 workers'

/** Cost of a second worker per request: the parent, the sharing of a socket and of a file. */
export const workers: Benchmark = { name: 'workers', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  await using oneServer = await start(bench, 1)
  await using twoServer = await start(bench, 2)
  const requests = [requestHead(`/api/x/${benchPluginName(5)}/kind-5/${payloadId}`, 0)]
  const series = await measureHttp(bench, [
    { name: one, server: oneServer, requests, sleeps: true },
    { name: two, server: twoServer, requests, sleeps: true },
  ])
  const pair = (property: 'cpu' | 'time') => ({
    what: 'Plugin GET with 2 workers on one SQLite file',
    subject: series(two, property),
    baseline: series(one, property),
  })
  return [
    compareRatio({ ...pair('cpu'), measure: 'CPU per request', unit: 'µs', goal: { atMost: 1.15 } }),
    compareRatio({ ...pair('time'), measure: 'time per request', unit: 'µs' }),
  ]
}

function start(bench: Bench, count: number): Promise<ServerProcess> {
  const options: WorkersServerOptions = { file: join(bench.folder, `workers-${count}.db`), plugins: 10, workers: count }
  return startServer(bench, 'workers', options)
}
