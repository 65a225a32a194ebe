import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

const [traced, off] = ['traces to a collector', 'no traces']

/** Cost of traces by the default sampler: one of ten requests is recorded and sent. */
export const tracing: Benchmark = { name: 'tracing', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const optionsOf = (name: string) => ({
    file: join(bench.folder, `${name}.db`),
    folder: join(bench.folder, name),
    workspaces: 1,
    plugins: 1,
  })
  await using collector = await startServer(bench, 'collector')
  const url = `http://127.0.0.1:${collector.port}`
  await using tracedServer = await startServer(bench, 'host', { ...optionsOf('traced'), collector: url })
  await using offServer = await startServer(bench, 'host', optionsOf('off'))
  const requests = [requestHead(`/api/x/${benchPluginName(0)}/kind-0/${payloadId}`, 0)]
  const series = await measureHttp(bench, [
    { name: traced, server: tracedServer, requests },
    { name: off, server: offServer, requests },
  ])
  const pair = { subject: series(traced, 'cpu'), baseline: series(off, 'cpu') }
  const what = 'Plugin GET, signed in, traced at the default rate'
  return [compareRatio({ what, ...pair, measure: 'CPU per request', unit: 'µs', goal: { atMost: 1.03 } })]
}
