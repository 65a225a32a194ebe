import type { Bench } from './bench.ts'
import type { ServerProcess } from '../process/server-process.ts'
import { payloadBytes } from '../servers/payload.ts'
import type { Answer } from '../load/answer-reader.ts'
import type { RequestsBetween } from '../load/load-job.ts'
import { interleave } from './interleave.ts'

const payloadAnswer: Answer = { status: 200, bodyBytes: payloadBytes }
const connections = 32
/** Milliseconds. */
const warmUpEach = 0.5

/** A server with the requests it is asked. */
export interface HttpContender {
  readonly name: string
  readonly server: Pick<ServerProcess, 'port' | 'usage'>
  /** Heads of requests, taken in turns. */
  readonly requests: readonly string[]
  /** What it answers; the payload when left out. */
  readonly expected?: Answer
  readonly between?: RequestsBetween
  /** As `LoadJob` has it: for a server that works in several threads or processes. */
  readonly sleeps?: boolean
}

/** One measurement of a server under load. */
export interface HttpSample {
  /** Microseconds of CPU time of the server's process for one request. */
  readonly cpu: number
  /** Microseconds of the clock for one request, all connections together. */
  readonly time: number
  readonly p50: number
  readonly p99: number
}

/**
 * Loads servers in alternation. CPU time is the measure: the load generator takes its share of the cores, so the
 * response rate depends on the generator and other processes as much as on the server.
 */
export async function measureHttp(
  bench: Bench,
  contenders: readonly HttpContender[],
): Promise<
  (name: string, property: keyof HttpSample) => { readonly name: string; readonly values: readonly number[] }
> {
  for (const contender of contenders) await run(bench, contender, warmUp(bench, contender))
  const samples = await interleave(
    contenders.map((contender) => ({ name: contender.name, measure: () => run(bench, contender, bench.scale.slice) })),
    bench.scale.rounds,
  )
  return (name, property) => ({ name, values: (samples.get(name) ?? []).map((sample) => sample[property]) })
}

/** Long enough to send every request once: cold caches belong to no round. */
function warmUp({ scale }: Bench, { requests }: HttpContender): number {
  return Math.max(scale.warmUp, requests.length * warmUpEach)
}

async function run(
  { load }: Bench,
  { server, requests, expected = payloadAnswer, between, sleeps = false }: HttpContender,
  milliseconds: number,
): Promise<HttpSample> {
  const before = await server.usage()
  const { answers, seconds, p50, p99 } = await load.run({
    port: server.port,
    requests,
    connections,
    milliseconds,
    expected,
    ...(between && { between }),
    sleeps,
  })
  const after = await server.usage()
  return { cpu: (after.cpu - before.cpu) / answers, time: (seconds * 1e6) / answers, p50, p99 }
}
