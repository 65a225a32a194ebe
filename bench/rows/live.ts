import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import type { HostServerOptions } from '../servers/host-server.ts'
import { postRequest } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

const told = 'with a follower'
const untold = 'not told'

/** Cost of live notifications for a changing call without followers. */
export const live: Benchmark = { name: 'live', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const options: HostServerOptions = { file: join(bench.folder, 'host.db'), workspaces: 1, plugins: 1 }
  await using server = await startServer(bench, 'host', options)
  const request = (path: string): readonly string[] => [
    postRequest(`/api/x/bench-notes/${path}`, { person: 0, body: {} }),
  ]
  const series = await measureHttp(bench, [
    { name: told, server, requests: request('told') },
    { name: untold, server, requests: request('untold') },
  ])
  const pair = (property: 'cpu' | 'time') => ({
    what: 'Typed POST without a live follower',
    subject: series(told, property),
    baseline: series(untold, property),
    unit: 'µs' as const,
  })
  return [
    compareSpeed({ ...pair('cpu'), measure: 'CPU per request', goal: { atLeast: 0.97 } }),
    compareSpeed({ ...pair('time'), measure: 'time per request' }),
  ]
}
