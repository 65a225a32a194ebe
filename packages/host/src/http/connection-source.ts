import type { Server } from 'node:net'
import { closeListener, listenOn } from './listener.ts'
import type { HttpAddress } from './http-address.ts'

/** The source of a server's connections: a socket of its own, or a parent that accepts for several workers. */
export interface ConnectionSource {
  /** Starts to emit `connection` on the server. @returns the port, 0 for a socket. Rejects when the address is taken or not ours */
  open(server: Server, address: HttpAddress): Promise<number>
  /** Resolves when the server has got its last connection. */
  close(server: Server): Promise<void>
}

/** A socket of the server's own. */
export const ownSocket: ConnectionSource = Object.freeze({ open: listenOn, close: closeListener })
