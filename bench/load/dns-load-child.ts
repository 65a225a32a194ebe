/** The process that sends queries over UDP, always so many at a time, and times their answers. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../harness/median.ts'

export interface DnsLoadJob {
  readonly port: number
  /** Each has the length of its id at its start, which is overwritten. */
  readonly queries: readonly Uint8Array[]
  readonly milliseconds: number
  /** Queries without an answer at any time. */
  readonly window: number
}

export interface DnsLoadResult {
  readonly answers: number
  /** Milliseconds of a round trip. */
  readonly p99: number
}

process.on('message', (job: DnsLoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
process.once('disconnect', () => process.exit())

async function run({ port, queries, milliseconds, window }: DnsLoadJob): Promise<DnsLoadResult> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const packets = queries.map((query) => Buffer.from(query))
  const sentAt = new Float64Array(65_536)
  const times: number[] = []
  let next = 0
  let isOver = false
  const send = (): void => {
    const packet = packets[next % packets.length] ?? Buffer.alloc(2)
    packet.writeUInt16BE(next & 0xffff)
    sentAt[next & 0xffff] = performance.now()
    next += 1
    socket.send(packet)
  }
  socket.on('message', (answer) => {
    times.push(performance.now() - (sentAt[answer.readUInt16BE()] ?? 0))
    if (!isOver) send()
  })
  for (let count = 0; count < window; count += 1) send()
  await sleep(milliseconds)
  isOver = true
  await sleep(20)
  socket.close()
  return { answers: times.length, p99: quantile(times, 0.99) }
}
