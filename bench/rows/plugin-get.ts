import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio, compareSpeed } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import type { ServerProcess } from '../process/server-process.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import type { HostServerOptions } from '../servers/host-server.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startHostOf, startServer } from '../servers/start-server.ts'

const host = 'host'
const byHand = 'node:http by hand'
const bare = 'bare node:http'
const guarded = 'Plugin GET, signed in, gated, guarded, 100 bytes'
const guardedGet = requestHead(`/api/x/${benchPluginName(50)}/kind-5/${payloadId}`, 0)

/** Cost of a plugin's route, guarded and public, with 1,000 routes mounted. */
export const pluginGet: Benchmark = { name: 'plugin-get', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const options: HostServerOptions = { file: join(bench.folder, 'host.db'), workspaces: 1, plugins: 100 }
  if (bench.beside !== undefined) return await compareCheckouts(bench, options, bench.beside)
  await using hostServer = await startServer(bench, 'host', options)
  await using byHandServer = await startServer(bench, 'byHand')
  await using bareServer = await startServer(bench, 'bare')
  return [
    ...(await signedIn(bench, { hostServer, byHandServer, bareServer })),
    ...(await anonymous(bench, { hostServer, bareServer })),
  ]
}

/** Both hosts in the same rounds: the noise of a machine is larger than a change that matters. */
async function compareCheckouts(bench: Bench, options: HostServerOptions, checkout: string): Promise<readonly Row[]> {
  const other = { ...options, file: join(bench.folder, 'other.db'), folder: join(bench.folder, 'other') }
  await using hostServer = await startServer(bench, 'host', options)
  await using otherServer = await startHostOf(checkout, other)
  const requests = [guardedGet]
  const series = await measureHttp(bench, [
    { name: host, server: hostServer, requests },
    { name: checkout, server: otherServer, requests },
  ])
  const subject = series(host, 'cpu')
  const baseline = series(checkout, 'cpu')
  return [compareSpeed({ what: guarded, subject, baseline, measure: 'CPU per request', unit: 'µs' })]
}

async function signedIn(
  bench: Bench,
  servers: Readonly<Record<'hostServer' | 'byHandServer' | 'bareServer', ServerProcess>>,
): Promise<readonly Row[]> {
  const requests = [guardedGet]
  const series = await measureHttp(bench, [
    { name: host, server: servers.hostServer, requests },
    { name: byHand, server: servers.byHandServer, requests },
    { name: bare, server: servers.bareServer, requests },
  ])
  const against = (baseline: string, property: 'cpu' | 'time' | 'p99') => ({
    what: guarded,
    subject: series(host, property),
    baseline: series(baseline, property),
  })
  return [
    compareSpeed({ ...against(byHand, 'cpu'), measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.85 } }),
    compareSpeed({ ...against(bare, 'cpu'), measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.6 } }),
    compareSpeed({ ...against(byHand, 'time'), measure: 'time per request', unit: 'µs' }),
    compareRatio({ ...against(byHand, 'p99'), measure: 'latency, p99', unit: 'ms', goal: { atMost: 1.5 } }),
  ]
}

async function anonymous(
  bench: Bench,
  { hostServer, bareServer }: Readonly<Record<'hostServer' | 'bareServer', ServerProcess>>,
): Promise<readonly Row[]> {
  const requests = [requestHead(`/api/x/${benchPluginName(50)}/public/${payloadId}`)]
  const series = await measureHttp(bench, [
    { name: host, server: hostServer, requests },
    { name: bare, server: bareServer, requests },
  ])
  const what = 'Plugin GET, anonymous, public, 100 bytes'
  const pair = (property: 'cpu' | 'time') => ({
    what,
    subject: series(host, property),
    baseline: series(bare, property),
  })
  return [
    compareSpeed({ ...pair('cpu'), measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.75 } }),
    compareSpeed({ ...pair('time'), measure: 'time per request', unit: 'µs' }),
  ]
}
