/** The process that transfers a zone over and over, always so many times at once, each on a connection of its own. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface AxfrLoadJob {
  readonly port: number
  /** With its length before it, as it is sent. */
  readonly query: Uint8Array
  /** Bytes of a transfer. */
  readonly bytes: number
  readonly milliseconds: number
  /** Transfers at any time. */
  readonly concurrency: number
}

export interface AxfrLoadResult {
  readonly transfers: number
}

process.on('message', (job: AxfrLoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
process.once('disconnect', () => process.exit())

async function run({ port, query, bytes, milliseconds, concurrency }: AxfrLoadJob): Promise<AxfrLoadResult> {
  const end = performance.now() + milliseconds
  let transfers = 0
  const repeat = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    while (performance.now() < end) {
      socket.write(query)
      await receive(socket, bytes)
      transfers += 1
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
  return { transfers }
}

/** @throws Error where the connection ends before */
async function receive(socket: Socket, bytes: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let left = bytes
  const take = (chunk: Buffer): void => {
    left -= chunk.length
    if (left <= 0) resolve()
  }
  const fail = (): void => reject(new Error(`The connection ended ${left} bytes before the end of the transfer.`))
  socket.on('data', take).on('close', fail)
  await promise
  socket.off('data', take).off('close', fail)
}
