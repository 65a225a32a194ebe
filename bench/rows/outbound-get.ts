import { Agent, request } from 'undici'
import { OutboundPolicy } from '../../packages/plugin/src/safehttp/outbound-policy.ts'
import { get, newClient } from '../../packages/plugin/src/safehttp/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { startServer } from '../servers/start-server.ts'

const safe = 'safehttp'
const bare = 'undici request'
/** Requests under way at once. */
const width = 32

/** Cost of one request, in microseconds. */
interface Sample {
  /** CPU time of this thread. */
  readonly cpu: number
  /** Time of the clock, all of them together. */
  readonly time: number
}

/** A GET of a server on loopback that is allow-listed: the safe client against undici alone, body read as text by both. */
export const outboundGet: Benchmark = { name: 'outbound-get', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  await using server = await startServer(bench, 'bare')
  const url = `http://127.0.0.1:${server.port}/`
  const client = newClient(10_000, { outbound: new OutboundPolicy({ allow: `127.0.0.1:${server.port}` }) })
  const { signal } = new AbortController()
  const agent = new Agent({ allowH2: false })
  const headers = { 'user-agent': 'bench/1', 'accept-encoding': 'gzip, deflate, br' }
  const contenders = [
    contender(safe, bench, async () => (await get(signal, client, url, 'bench/1')).text()),
    contender(bare, bench, async () => await (await request(url, { dispatcher: agent, headers })).body.text()),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  await agent.close()
  const series = (name: string, property: keyof Sample) => ({
    name,
    values: (samples.get(name) ?? []).map((sample) => sample[property]),
  })
  const row = (property: keyof Sample, measure: string, goal: object): Row =>
    compareSpeed({
      what: 'Safe GET of an allow-listed server',
      measure,
      unit: 'µs',
      ...goal,
      subject: series(safe, property),
      baseline: series(bare, property),
    })
  return [row('cpu', 'CPU per request', { goal: { atLeast: 0.85 } }), row('time', 'time per request', {})]
}

function contender(name: string, { scale }: Bench, send: () => Promise<string>): Contender<Sample> {
  return {
    name,
    measure: async () => {
      const [since, before] = [performance.now(), process.threadCpuUsage()]
      const counts = await Promise.all(Array.from({ length: width }, () => repeat(send, since + scale.slice)))
      const requests = counts.reduce((sum, count) => sum + count, 0)
      const { user, system } = process.threadCpuUsage(before)
      return { cpu: (user + system) / requests, time: ((performance.now() - since) * 1000) / requests }
    },
  }
}

async function repeat(send: () => Promise<string>, until: number): Promise<number> {
  let count = 0
  while (performance.now() < until) {
    await send()
    count += 1
  }
  return count
}
