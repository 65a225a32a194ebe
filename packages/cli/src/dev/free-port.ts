import { once } from 'node:events'
import { createServer } from 'node:net'

/** Where the pages are served while nobody says otherwise. */
export const usualPort = 5173
const triedPorts = 100
/** A browser that is told "localhost" asks either. */
const addresses = ['127.0.0.1', '::1'] as const

/** The first port from the usual one on that nobody has, so that two plugins are developed beside each other. */
export async function nextFreePort(): Promise<number> {
  for (let port = usualPort; port < usualPort + triedPorts; port++) {
    if ((await Promise.all(addresses.map((address) => isFree(port, address)))).every(Boolean)) return port
  }
  return anyFreePort()
}

/** A port that nobody has now. */
export async function anyFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A machine without IPv6 has nobody on such an address. */
async function isFree(port: number, address: string): Promise<boolean> {
  const server = createServer().listen(port, address)
  try {
    await once(server, 'listening')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return true
}
