import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio, compareSpeed } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { uniqueNumber } from '../load/load-job.ts'
import { linkSlug, linksHost, ruledSlug } from '../servers/fill-links.ts'
import { postRequest, requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'
import { send } from './link-writes.ts'

const links = 'short links'
const ruled = 'short links with five rules'
const written = 'short links while every fifth request changes one'
const bare = 'bare node:http 302'
const mostLinks = 1_000_000
/** Different links that are visited. */
const visited = 1_000

/** Redirects of short links, with a million of them in memory. */
export const linkRedirect: Benchmark = { name: 'links', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 10_000 : mostLinks
  const options = { file: join(bench.folder, 'links.db'), workspaces: 1, plugins: 1, links: count }
  await using linkServer = await startServer(bench, 'host', options)
  await using bareServer = await startServer(bench, 'bareRedirect')
  const step = Math.floor(count / visited)
  const requests = Array.from({ length: visited }, (_, at) =>
    requestHead(`/${linkSlug(at * step)}`, undefined, linksHost),
  )
  // Clicks are counted in another thread.
  const common = { expected: { status: 302, bodyBytes: 0 }, sleeps: true }
  const ruledRequests = Array.from({ length: visited }, (_, at) =>
    requestHead(`/${ruledSlug(at)}`, undefined, linksHost),
  )
  const { items } = (await send(linkServer.port, 'GET /api/x/links/links')) as { items: readonly { id: string }[] }
  const body = { url: `https://www.example.com/${uniqueNumber}` }
  const changes = items.map(({ id }) => postRequest(`/api/x/links/links/${id}`, { method: 'PATCH', person: 0, body }))
  const series = await measureHttp(bench, [
    { name: links, server: linkServer, requests, ...common },
    { name: ruled, server: linkServer, requests: ruledRequests, ...common },
    { name: written, server: linkServer, requests, ...common, between: { requests: changes, every: 5, status: 200 } },
    { name: bare, server: bareServer, requests, ...common },
  ])
  const of = (property: 'cpu' | 'p99', subject = links) => ({
    what: `Redirect of one of ${count} ${subject}`,
    subject: series(subject, property),
    baseline: series(bare, property),
  })
  return [
    compareSpeed({ ...of('cpu'), measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.7 } }),
    compareSpeed({ ...of('cpu', ruled), measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.6 } }),
    compareRatio({ ...of('p99'), measure: 'latency, p99', unit: 'ms', goal: { atMost: 2 } }),
    compareRatio({ ...of('p99', written), measure: 'latency, p99', unit: 'ms', goal: { atMost: 2 } }),
  ]
}
