/**
 * Deals connections out to workers: each goes to the worker that has the fewest, so that clients that keep theirs are
 * spread evenly from the first on.
 *
 *   made --listen()--> listening --close()--> closing --none waits--> closed
 *
 * A worker takes one at a time, and the parent keeps it open until the worker says that it has it: one that ends before
 * has lost nothing. A worker that takes longer is blocked, and gets none until it answers. One that leaves gets a last
 * word behind its last connection; while the dealer closes, that is when all have been dealt out.
 */
import type { Worker } from 'node:cluster'
import { createServer, type Server, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { closeListener, listenError, listenOn, type HttpAddress } from '@host/host'
import type { Listener, ParentMessage, Ports, WorkerMessage } from './connection-messages.ts'

/** How long a worker may take to take a connection before others get those that come, in milliseconds. */
const patience = 250

/** The addresses of the listeners; undefined for one that is not open. */
export type ListenerAddresses = { readonly [Each in Listener]: HttpAddress | undefined }

/** An accepted connection. */
interface Accepted {
  readonly socket: Socket
  readonly listener: Listener
}

const variables: Readonly<Record<Listener, string>> = { http: 'HOST_LISTEN', tls: 'HOST_TLS_LISTEN' }

/** A worker that takes connections. */
interface Taker {
  /** How many it has, by its last report. */
  count: number
  /** The connection that it has yet to take. */
  offered: Accepted | undefined
  timer: NodeJS.Timeout | undefined
  isBlocked: boolean
  isLeaving: boolean
}

export class ConnectionDealer {
  readonly #most: number
  readonly #servers: Server[] = []
  /** The one that was offered a connection last stands at the end. */
  readonly #takers = new Map<Worker, Taker>()
  readonly #waiting: Accepted[] = []
  #ports: Ports | undefined
  #state: 'open' | 'closing' | 'closed' = 'open'

  /** @param most how many connections may wait for a worker */
  constructor(most: number) {
    this.#most = most
  }

  /** Starts to accept. @throws BootError when an address is taken or not ours */
  async listen(addresses: ListenerAddresses): Promise<void> {
    const ports: { [Each in Listener]?: number } = {}
    for (const listener of ['http', 'tls'] as const) {
      const address = addresses[listener]
      if (address !== undefined) ports[listener] = await this.#listen(listener, address)
    }
    this.#ports = ports
    for (const worker of this.#takers.keys()) tell(worker, { hostConnections: 'listening', ports })
  }

  async #listen(listener: Listener, address: HttpAddress): Promise<number> {
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => undefined)
      this.#waiting.push({ socket, listener })
      this.#deal()
    })
    server.maxConnections = this.#most
    this.#servers.push(server)
    try {
      return await listenOn(server, address)
    } catch (error) {
      throw listenError(address, error, variables[listener])
    }
  }

  /** Ends the connections that no worker is left for. */
  drop(): void {
    for (const { socket } of this.#waiting.splice(0)) socket.destroy()
  }

  /** Deals out for as long as `closing` takes, then closes the socket, and lets workers leave once none waits. */
  async close(closing: Promise<void>): Promise<void> {
    this.#state = 'closing'
    await closing
    await Promise.all(this.#servers.filter(({ listening }) => listening).map(closeListener))
    this.#state = 'closed'
    this.#deal()
  }

  /** Handles a message of a worker. */
  receive(worker: Worker, message: WorkerMessage): void {
    if (message.hostConnections === 'ready') return this.#add(worker)
    const taker = this.#takers.get(worker)
    if (taker === undefined) return
    if (message.hostConnections === 'leave') taker.isLeaving = true
    else {
      taker.count = message.count
      // The worker has a handle of its own; this closes the one of the parent.
      if (message.hasTaken) settle(taker)?.socket.destroy()
    }
    this.#deal()
  }

  /** Gives the untaken connections of an ended worker to the others, once its last reports have been read. */
  async remove(worker: Worker): Promise<void> {
    await turn()
    await turn()
    const taker = this.#takers.get(worker)
    this.#takers.delete(worker)
    const offered = taker && settle(taker)
    if (offered !== undefined) this.#waiting.unshift(offered)
    this.#deal()
  }

  #add(worker: Worker): void {
    const taker = { count: 0, offered: undefined, timer: undefined, isBlocked: false, isLeaving: false }
    this.#takers.set(worker, taker)
    if (this.#ports !== undefined) tell(worker, { hostConnections: 'listening', ports: this.#ports })
    this.#deal()
  }

  #deal(): void {
    while (this.#waiting.length > 0) {
      const next = this.#next()
      if (next === undefined || next[1].offered !== undefined) break
      const accepted = this.#waiting.shift()
      if (accepted?.socket.destroyed === false) this.#offer(accepted, ...next)
    }
    this.#release()
  }

  /** The worker with the fewest connections, and of several the one whose last is longest ago. */
  #next(): readonly [Worker, Taker] | undefined {
    let least: readonly [Worker, Taker] | undefined
    for (const entry of this.#takers) {
      if (entry[1].isBlocked || (entry[1].isLeaving && this.#state === 'open')) continue
      if (least === undefined || loadOf(entry[1]) < loadOf(least[1])) least = entry
    }
    return least
  }

  #offer(accepted: Accepted, worker: Worker, taker: Taker): void {
    const { socket, listener } = accepted
    this.#takers.delete(worker)
    this.#takers.set(worker, taker)
    taker.offered = accepted
    taker.timer = setTimeout(() => {
      taker.isBlocked = true
      this.#deal()
    }, patience)
    // An ended worker is reported by the cluster; its offered connection is dealt out again then.
    const message = { hostConnections: 'connection', listener } satisfies ParentMessage
    worker.send(message, socket, { keepOpen: true }, () => undefined)
  }

  #release(): void {
    if (this.#state === 'closing' || (this.#state === 'closed' && this.#waiting.length > 0)) return
    for (const [worker, taker] of this.#takers) {
      if (!taker.isLeaving || taker.offered !== undefined) continue
      this.#takers.delete(worker)
      tell(worker, { hostConnections: 'left' })
    }
  }
}

function loadOf({ count, offered }: Taker): number {
  return offered === undefined ? count : count + 1
}

/** @returns the offered connection */
function settle(taker: Taker): Accepted | undefined {
  const { offered } = taker
  clearTimeout(taker.timer)
  taker.offered = undefined
  taker.isBlocked = false
  return offered
}

function tell(worker: Worker, message: ParentMessage): void {
  if (worker.isConnected()) worker.send(message)
}
