import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import { benchPluginName } from '../servers/bench-plugin.ts'
import { payloadId } from '../servers/payload.ts'
import { requestHead } from '../servers/request-head.ts'
import { startServer } from '../servers/start-server.ts'

const [traced, off] = ['traces to a collector', 'no traces']

/**
 * Cost of traces by the default sampler: one of a hundred requests is recorded and sent. Two equal processes differ by more
 * than the goal, so both hosts are in one.
 */
export const tracing: Benchmark = { name: 'tracing', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  await using collector = await startServer(bench, 'collector')
  const options = { folder: bench.folder, collector: `http://127.0.0.1:${collector.port}` }
  await using server = await startServer(bench, 'traced', options)
  const { port, otherPort = port } = server
  const requests = [requestHead(`/api/x/${benchPluginName(0)}/kind-0/${payloadId}`, 0)]
  const usage = (): ReturnType<typeof server.usage> => server.usage()
  const series = await measureHttp(bench, [
    { name: traced, server: { port: otherPort, usage }, requests },
    { name: off, server: { port, usage }, requests },
  ])
  const pair = { subject: series(traced, 'cpu'), baseline: series(off, 'cpu') }
  const what = 'Plugin GET, signed in, traced at the default rate'
  return [compareRatio({ what, ...pair, measure: 'CPU per request', unit: 'µs', goal: { atMost: 1.03 } })]
}
