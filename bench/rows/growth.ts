import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { measureHttp, type HttpContender } from '../harness/measure-http.ts'
import type { ServerProcess } from '../process/server-process.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import type { HostServerOptions } from '../servers/host-server.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

interface Size {
  readonly plugins: number
  readonly workspaces: number
}

/** The cost of a request depends only on the parts it uses, for any number of plugins, routes and workspaces. */
export const growth: Benchmark = { name: 'growth', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const [many, more, workspaces] = bench.scale.isTrial ? [2, 3, 4] : [100, 1_000, 10_000]
  await using small = await start(bench, { plugins: 1, workspaces: 1 })
  await using middle = await start(bench, { plugins: many, workspaces: 1 })
  await using large = await start(bench, { plugins: more, workspaces: 1 })
  await using crowded = await start(bench, { plugins: 1, workspaces })
  await using both = await start(bench, { plugins: more, workspaces })
  const first = '1 plugin, 1 workspace'
  const crowd = `${workspaces} workspaces, all of them calling`
  const contenders = [
    contender(first, small, { plugins: 1, people: 1 }),
    contender(`${many} plugins`, middle, { plugins: many, people: 1 }),
    contender(`${more} plugins`, large, { plugins: more, people: 1 }),
    contender(crowd, crowded, { plugins: 1, people: workspaces }),
    contender(`${more} plugins and ${crowd}`, both, { plugins: more, people: workspaces }),
  ]
  const series = await measureHttp(bench, contenders)
  return contenders.slice(1).map(({ name }) =>
    compareSpeed({
      what: `Plugin GET with ${name}`,
      measure: 'CPU per request',
      unit: 'µs',
      goal: { atLeast: 0.95 },
      subject: series(name, 'cpu'),
      baseline: series(first, 'cpu'),
    }),
  )
}

async function start(bench: Bench, size: Size): Promise<ServerProcess> {
  const options: HostServerOptions = { file: join(bench.folder, `host-${size.plugins}-${size.workspaces}.db`), ...size }
  return await startServer(bench, 'host', options)
}

/** Calls a route of the plugin in the middle, as so many people in turns, each in a workspace of their own. */
function contender(
  name: string,
  server: ServerProcess,
  { plugins, people }: { readonly plugins: number; readonly people: number },
): HttpContender {
  const path = `/api/x/${benchPluginName(Math.floor(plugins / 2))}/kind-5/${payloadId}`
  return { name, server, requests: Array.from({ length: people }, (_, person) => requestHead(path, person)) }
}
