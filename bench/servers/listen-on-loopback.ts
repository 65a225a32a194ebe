import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningServer } from '../process/serve-parent.ts'

/** Starts `node:http` with a listener, on a port that is free. */
export async function listenOnLoopback(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener)
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
