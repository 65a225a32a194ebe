/** The process that makes TLS handshakes, always so many at a time, each on a connection of its own. */
import { connect } from 'node:tls'

export interface TlsLoadJob {
  readonly port: number
  /** Names that are asked for, one after the other. */
  readonly names: readonly string[]
  readonly milliseconds: number
  /** Handshakes at any time. */
  readonly concurrency: number
}

export interface TlsLoadResult {
  readonly handshakes: number
}

process.on('message', (job: TlsLoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
process.once('disconnect', () => process.exit())

async function run({ port, names, milliseconds, concurrency }: TlsLoadJob): Promise<TlsLoadResult> {
  const end = performance.now() + milliseconds
  let handshakes = 0
  const repeat = async (): Promise<void> => {
    while (performance.now() < end) {
      await shake(port, names[handshakes % names.length] ?? '')
      handshakes += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
  return { handshakes }
}

/** Resolves when the server has closed the connection after the handshake. */
async function shake(port: number, servername: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).once('close', () => resolve())
    socket.resume().once('end', () => socket.destroy())
  })
}
