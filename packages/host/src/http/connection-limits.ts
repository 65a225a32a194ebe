/**
 * Limits the number of connections, in total and by client.
 *
 * A connection costs its client nothing and us memory and a file handle, so no client may hold all of them: one
 * address, or one /64 of IPv6, holds a quarter of the places at most, and when all are taken the idle connections are
 * closed for new ones. Trusted proxies connect for all clients and have only the total limit.
 */
import type { Server, Socket } from 'node:net'
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

/** The limits of all servers of a host together. */
export class ConnectionLimits {
  readonly #options: ConnectionOptions
  readonly #mostEach: number
  readonly #open = new Map<string, number>()
  readonly #makeRoom: () => void
  readonly #sayFull: () => void
  readonly #sayGreedy: () => void
  #count = 0

  /** @param closeIdle closes connections that wait for a request */
  constructor(options: ConnectionOptions, closeIdle: () => void) {
    const { log, most } = options
    this.#options = options
    this.#mostEach = Math.max(1, Math.floor(most / sharePerAddress))
    // Work for every connection of a flood would itself be the damage.
    this.#makeRoom = atMostEvery(makeRoomEvery, closeIdle)
    this.#sayFull = atMostEvery(warnEvery, () =>
      log.warn('The limit of HOST_MAX_CONNECTIONS is reached; new connections are closed'),
    )
    this.#sayGreedy = atMostEvery(warnEvery, () =>
      log.warn('One address uses a quarter of all connections; new connections from it are closed'),
    )
  }

  /** Counts the connections that a server accepts; one of TLS was counted before its handshake. */
  watch(server: Server): void {
    server.maxConnections = this.#options.most
    server.on('drop', () => this.#refuseAny())
    server.prependListener('connection', (socket: Socket) => {
      if (!('encrypted' in socket)) this.#take(socket)
    })
  }

  #take(socket: Socket): void {
    if (this.#count >= this.#options.most) {
      socket.destroy()
      return this.#refuseAny()
    }
    const address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    const key = this.#options.isProxy(address) ? undefined : addressKey(address)
    const count = key === undefined ? 0 : (this.#open.get(key) ?? 0)
    if (count >= this.#mostEach) {
      socket.destroy()
      return this.#sayGreedy()
    }
    this.#count += 1
    if (key !== undefined) this.#open.set(key, count + 1)
    socket.once('close', () => {
      this.#count -= 1
      if (key !== undefined) release(this.#open, key)
    })
  }

  #refuseAny(): void {
    this.#makeRoom()
    this.#sayFull()
  }
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
