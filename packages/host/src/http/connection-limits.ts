/**
 * Limits the number of connections, in total and by client.
 *
 * A connection costs its client nothing and us memory and a file handle, so no client may hold all of them: one
 * address, or one /64 of IPv6, holds a quarter of the places at most, and when all are taken the idle connections are
 * closed for new ones. Trusted proxies connect for all clients and have only the total limit.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '@host/plugin'
import { addressKey } from './address-key.ts'
import { canonicalAddress } from './canonical-address.ts'

/** Options of the limits. */
export interface ConnectionOptions {
  readonly most: number
  /** Whether an address is that of a proxy which connects for others. */
  readonly isProxy: (address: string) => boolean
  readonly log: Log
}

const sharePerAddress = 4
const warnEvery = 60_000
const makeRoomEvery = 1_000

/** Holds a server to its connections. */
export function limitConnections(server: Server, options: ConnectionOptions): void {
  const open = new Map<string, number>()
  const most = Math.max(1, Math.floor(options.most / sharePerAddress))
  const { log } = options
  // Work for every connection of a flood would itself be the damage.
  const makeRoom = atMostEvery(makeRoomEvery, () => server.closeIdleConnections())
  const sayFull = atMostEvery(warnEvery, () =>
    log.warn('The limit of HOST_MAX_CONNECTIONS is reached; new connections are closed'),
  )
  const sayGreedy = atMostEvery(warnEvery, () =>
    log.warn('One address uses a quarter of all connections; new connections from it are closed'),
  )
  server.maxConnections = options.most
  server.on('drop', () => {
    makeRoom()
    sayFull()
  })
  server.prependListener('connection', (socket: Socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    if (options.isProxy(address)) return
    const key = addressKey(address)
    const count = open.get(key) ?? 0
    if (count >= most) {
      socket.destroy()
      sayGreedy()
      return
    }
    open.set(key, count + 1)
    socket.once('close', () => release(open, key))
  })
}

function release(open: Map<string, number>, key: string): void {
  const count = open.get(key) ?? 0
  if (count > 1) open.set(key, count - 1)
  else open.delete(key)
}

function atMostEvery(milliseconds: number, work: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < milliseconds) return
    last = now
    work()
  }
}
