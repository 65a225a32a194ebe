import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A listener that says nothing and counts who calls. */
export interface SilentListener {
  readonly address: string
  readonly port: number
  /** How many connections were tried and made; each is cut at once. */
  readonly connections: number
}

/** A listener that can be stopped. */
export interface RunningListener extends SilentListener {
  close(): void
}

/**
 * Starts a listener.
 * @param port a free one for 0
 * @throws Error when this machine has no such address, or something listens there
 */
export async function startListener(address: string, port = 0): Promise<RunningListener> {
  const counted = { connections: 0 }
  const server = createServer((socket) => {
    counted.connections += 1
    socket.on('error', () => undefined).destroy()
  })
  server.listen(port, address)
  await once(server, 'listening')
  return Object.freeze<RunningListener>({
    address,
    port: (server.address() as AddressInfo).port,
    get connections() {
      return counted.connections
    },
    close: () => void server.close(),
  })
}
