/** A listening socket: how it is opened, and how it is closed without a reset for connections that wait to be accepted. */
import { Server, type AddressInfo, type Socket } from 'node:net'
import { isUnix, type HttpAddress } from './http-address.ts'
import { listenOnSocket } from './unix-socket.ts'

/** Times in milliseconds: for how long no connection has come when the socket is closed, and how long that is waited for. */
const quiet = 10
const longestWait = 100
/** A turn of the event loop that takes less had no event to handle. */
const emptyTurn = 0.05

/** Starts to listen. @returns the port, 0 for a socket. Rejects when the address is taken or not ours */
export async function listenOn(server: Server, address: HttpAddress): Promise<number> {
  if (isUnix(address)) {
    await listenOnSocket(server, address.path)
    return 0
  }
  const { host, port } = address
  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/**
 * Closes the listening socket alone. The system resets connections that the server has not accepted by then, so it
 * accepts until none is left, and closes right after a check that found none. It serves accepted connections only
 * afterwards: a client that waits for an answer does not connect again in between.
 */
export async function closeListener(server: Server): Promise<void> {
  const listeners = server.rawListeners('connection') as ((socket: Socket) => void)[]
  const accepted: Socket[] = []
  let last = performance.now()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    accepted.push(socket)
    last = performance.now()
  })
  await new Promise<void>((resolve) => {
    const end = last + longestWait
    const look = (before: number): void => {
      const now = performance.now()
      const isQuiet = now - last >= quiet && now - before < emptyTurn
      if (!isQuiet && now < end) return void setImmediate(look, now)
      // The method of an HTTP server closes connections too.
      Server.prototype.close.call(server)
      resolve()
    }
    setImmediate(look, 0)
  })
  server.removeAllListeners('connection')
  for (const listener of listeners) server.on('connection', listener)
  for (const socket of accepted) if (!socket.destroyed) server.emit('connection', socket)
}
