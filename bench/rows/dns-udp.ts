import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encodeMessage, type ResourceRecord } from '../../packages/dns/src/index.ts'
import { buildServedZone, DnsServer, ServedZones, type ServedZone } from '../../packages/dns/src/server/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio, compareSpeed, standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import type { DnsLoadJob, DnsLoadResult } from '../load/dns-load-child.ts'
import { Child } from '../process/child.ts'

const zone = 'acme.example.'
const names = 1_000
const mostRecords = 100_000
const window = 128

/** Answers over UDP from a zone of 1,000 names, against a socket that sends back each packet; and the memory of a zone. */
export const dnsUdp: Benchmark = { name: 'dns-udp', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  return [...(await measureAnswers(bench)), measureMemory(bench)]
}

interface Sample {
  /** Of this process, which has only the servers, in microseconds an answer. */
  readonly cpu: number
  readonly p99: number
}

async function measureAnswers({ scale }: Bench): Promise<readonly Row[]> {
  await using opened = new AsyncDisposableStack()
  const load = new Child({ module: join(import.meta.dirname, '../load/dns-load-child.ts') })
  opened.defer(async () => await load.stop())
  const ports = { host: await startServer(opened), 'dgram echo': await startEcho(opened) }
  const queries = Array.from({ length: names }, (_, index) =>
    encodeMessage({
      questions: [{ name: hostName(index), type: 'A', class: 'IN' }],
      edns: { udpPayloadSize: 1_232, version: 0, dnssecOk: false, options: [] },
    }),
  )
  const contenders = Object.entries(ports).map(([name, port]): Contender<Sample> => {
    const job = (milliseconds: number): DnsLoadJob => ({ port, queries, milliseconds, window })
    return { name, measure: async () => await measureLoad(load, job(scale.slice)) }
  })
  for (const { measure } of contenders) {
    for (let warm = 0; warm < scale.warmUp; warm += scale.slice) await measure()
  }
  const samples = await interleave(contenders, scale.rounds)
  const series = (name: string, property: keyof Sample) => ({
    name,
    values: (samples.get(name) ?? []).map((sample) => sample[property]),
  })
  const pair = (property: keyof Sample) => ({
    subject: series('host', property),
    baseline: series('dgram echo', property),
  })
  const what = `DNS answer over UDP, ${names} names`
  return [
    compareSpeed({ what, measure: 'CPU per answer', unit: 'µs', goal: { atLeast: 0.85 }, ...pair('cpu') }),
    compareRatio({ what, measure: 'round trip, p99', unit: 'ms', goal: { atMost: 2 }, ...pair('p99') }),
  ]
}

async function measureLoad(load: Child, job: DnsLoadJob): Promise<Sample> {
  const before = process.cpuUsage()
  const { answers, p99 } = await load.ask<DnsLoadResult>(job)
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / answers, p99 }
}

/** Its limit counts every answer, and is never reached. */
async function startServer(opened: AsyncDisposableStack): Promise<number> {
  const zones = new ServedZones()
  zones.set(buildZone(names))
  const server = await DnsServer.start({
    zones,
    listen: [{ address: '127.0.0.1', port: 0 }],
    rateLimits: { perSecond: 10_000_000 },
    onError: (error) => console.error(error),
  })
  opened.defer(async () => await server.stop())
  return server.addresses[0]?.port ?? 0
}

async function startEcho(opened: AsyncDisposableStack): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (packet, { port, address }) => socket.send(packet, port, address))
  opened.defer(() => void socket.close())
  return socket.address().port
}

function hostName(index: number): string {
  return `host-${index}.${zone}`
}

function buildZone(count: number): ServedZone {
  const soa = { name: zone, type: 'SOA', ttl: 300, data: `ns.${zone} admin.${zone} 1 3600 600 86400 300` }
  const hosts = Array.from({ length: count }, (_, index): ResourceRecord => {
    return { name: hostName(index), type: 'A', ttl: 300, data: `192.0.2.${index % 256}` }
  })
  return buildServedZone(zone, [soa, ...hosts])
}

function measureMemory({ scale }: Bench): Row {
  const records = scale.isTrial ? 1_000 : mostRecords - 1
  const before = usedBytes()
  const served = buildZone(records)
  const each = (usedBytes() - before) / served.records
  const measure = 'memory of a record'
  return standAlone({
    what: `DNS zone of ${mostRecords} records`,
    measure,
    unit: 'B',
    goal: { atMost: 400 },
    subject: { name: measure, values: [each] },
  })
}

/** After a collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
