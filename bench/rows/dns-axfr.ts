import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { encodeMessage, type ResourceRecord } from '../../packages/dns/src/index.ts'
import { zoneTransfer } from '../../packages/dns/src/answer/zone-transfer.ts'
import { buildServedZone, DnsServer, ServedZones, type ServedZone } from '../../packages/dns/src/server/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import type { AxfrLoadJob, AxfrLoadResult } from '../load/axfr-load-child.ts'
import { Child } from '../process/child.ts'

const zone = 'acme.example.'
const mostRecords = 20_000
const concurrency = 4

/** Transfers of a zone of 20,000 records (AXFR), against a socket to which the same messages are written. */
export const dnsAxfr: Benchmark = { name: 'dns-axfr', run }

async function run({ scale }: Bench): Promise<readonly Row[]> {
  await using opened = new AsyncDisposableStack()
  const load = new Child({ module: join(import.meta.dirname, '../load/axfr-load-child.ts') })
  opened.defer(async () => await load.stop())
  const served = buildZone(scale.isTrial ? 1_000 : mostRecords)
  const query = encodeMessage({ questions: [{ name: zone, type: 'AXFR', class: 'IN' }] })
  const frames = Array.from(zoneTransfer(served, query), framed)
  const bytes = frames.reduce((sum, { length }) => sum + length, 0)
  const ports = { host: await startServer(opened, served), 'bare socket': await startBare(opened, frames) }
  const contenders = Object.entries(ports).map(([name, port]): Contender<number> => {
    const job = { port, query: framed(query), bytes, milliseconds: scale.slice, concurrency }
    return { name, measure: async () => ((await measureLoad(load, job)) * 1_000) / served.records }
  })
  for (const { measure } of contenders) {
    for (let warm = 0; warm < scale.warmUp; warm += scale.slice) await measure()
  }
  const samples = await interleave(contenders, scale.rounds)
  const series = (name: string) => ({ name, values: samples.get(name) ?? [] })
  const row = compareSpeed({
    what: `DNS zone transfer (AXFR), ${mostRecords} records`,
    measure: 'CPU per 1,000 records',
    unit: 'µs',
    goal: { atLeast: 0.05 },
    subject: series('host'),
    baseline: series('bare socket'),
  })
  return [row]
}

/** CPU of this process, which has only the servers, in microseconds a transfer. */
async function measureLoad(load: Child, job: AxfrLoadJob): Promise<number> {
  const before = process.cpuUsage()
  const { transfers } = await load.ask<AxfrLoadResult>(job)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / transfers
}

async function startServer(opened: AsyncDisposableStack, served: ServedZone): Promise<number> {
  const zones = new ServedZones()
  zones.set(served)
  const server = await DnsServer.start({
    zones,
    listen: [{ address: '127.0.0.1', port: 0 }],
    mayTransfer: () => true,
    onError: (error) => console.error(error),
  })
  opened.defer(async () => await server.stop())
  return server.addresses[0]?.port ?? 0
}

async function startBare(opened: AsyncDisposableStack, frames: readonly Uint8Array[]): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => void writeAll(socket, frames))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Writes the messages of a transfer as fast as they are taken. */
async function writeAll(socket: Socket, frames: readonly Uint8Array[]): Promise<void> {
  for (const frame of frames) if (!socket.write(frame)) await once(socket, 'drain')
}

/** A message with its length before it. */
function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(2 + message.length)
  frame.writeUInt16BE(message.length)
  frame.set(message, 2)
  return frame
}

function buildZone(count: number): ServedZone {
  const soa = { name: zone, type: 'SOA', ttl: 300, data: `ns.${zone} admin.${zone} 1 3600 600 86400 300` }
  const hosts = Array.from({ length: count }, (_, index): ResourceRecord => {
    return { name: `host-${index}.${zone}`, type: 'A', ttl: 300, data: `192.0.2.${index % 256}` }
  })
  return buildServedZone(zone, [soa, ...hosts])
}
