import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The default port of the pages. */
export const usualPort = 5173
const triedPorts = 100
const host = '127.0.0.1'

/** A port that is reserved until the pages take it: a concurrent search finds another one. */
export interface HeldPort {
  readonly number: number
  readonly release: () => Promise<void>
}

/** Reserves the first free port from the usual one on, so that several plugins can be developed at once. */
export async function holdNextPort(): Promise<HeldPort> {
  for (let port = usualPort; port < usualPort + triedPorts; port++) {
    const held = await holdPort(port)
    if (held !== undefined) return held
  }
  throw new Error(`No free port found from ${usualPort} up.`)
}

/** Reserves a port; undefined when it is taken, at either address that a browser uses for "localhost". */
export async function holdPort(port: number): Promise<HeldPort | undefined> {
  const server = await listen(port, host)
  if (server === 'taken') return undefined
  const other = await listen(port, '::1')
  if (other !== 'taken') await close(other)
  const held = { number: port, release: () => close(server) }
  if (other !== 'taken') return held
  await held.release()
  return undefined
}

/** A machine without IPv6 has no such address. */
async function listen(port: number, address: string): Promise<Server | 'taken' | undefined> {
  // A page of the last time asks by itself whether it is served again, and would keep the port from being released.
  const server = createServer((socket) => socket.destroy()).listen(port, address)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'taken' : undefined
  }
}

async function close(server: Server | undefined): Promise<void> {
  if (server?.listening !== true) return
  server.close()
  await once(server, 'close')
}
