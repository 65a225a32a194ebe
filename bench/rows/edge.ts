import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import { edgeHost } from '../servers/edge-plugin.ts'
import type { HostServerOptions } from '../servers/host-server.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

const bare = 'bare node:http'
const edge = 'host of a workspace'
const redirect = 'quick redirect'
const bareRedirect = 'bare node:http 302'
const beside = 'dashboard beside it'
const alone = 'dashboard, no name proved'

/** Cost of an answer on the host of a workspace, and of the edge for a route of the dashboard. */
export const edgeAnswer: Benchmark = { name: 'edge', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const options = (file: string): HostServerOptions => ({ file: join(bench.folder, file), workspaces: 1, plugins: 100 })
  await using edgeServer = await startServer(bench, 'host', { ...options('edge.db'), hasEdge: true })
  await using aloneServer = await startServer(bench, 'host', options('alone.db'))
  await using bareServer = await startServer(bench, 'bare')
  await using bareRedirectServer = await startServer(bench, 'bareRedirect')
  const onEdge = [requestHead('/', undefined, edgeHost)]
  const onRedirect = [requestHead('/go', undefined, edgeHost)]
  const expected = { status: 302, bodyBytes: 0 }
  const onDashboard = [requestHead(`/api/x/${benchPluginName(50)}/kind-5/${payloadId}`, 0)]
  const series = await measureHttp(bench, [
    { name: edge, server: edgeServer, requests: onEdge },
    { name: beside, server: edgeServer, requests: onDashboard },
    { name: alone, server: aloneServer, requests: onDashboard },
    { name: bare, server: bareServer, requests: onEdge },
    { name: redirect, server: edgeServer, requests: onRedirect, expected },
    { name: bareRedirect, server: bareRedirectServer, requests: onRedirect, expected },
  ])
  const row = (what: string, [subject, baseline]: readonly [string, string], goal: number) =>
    compareSpeed({
      what,
      subject: series(subject, 'cpu'),
      baseline: series(baseline, 'cpu'),
      measure: 'CPU per request',
      unit: 'µs',
      goal: { atLeast: goal },
    })
  return [
    row('Answer on the host of a workspace, 100 bytes', [edge, bare], 0.6),
    row('Quick redirect on the host of a workspace', [redirect, bareRedirect], 0.7),
    row('Plugin GET while a workspace has a host', [beside, alone], 0.95),
  ]
}
