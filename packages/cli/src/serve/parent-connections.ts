import { Socket, type Server } from 'node:net'
import type { ConnectionSource } from '@host/host'
import { isConnectionMessage, type Listener, type ParentMessage, type WorkerMessage } from './connection-messages.ts'

/** The parent learns of connections that were closed after so many milliseconds, unless a new one says so before. */
const reportAfter = 5

/** A worker's connections, which its parent accepts. */
export class ParentConnections implements ConnectionSource {
  /** Those of HTTPS. It is opened before the others: the parent sends connections of both from then on. */
  readonly secure: ConnectionSource
  readonly #servers = new Map<Listener, Server>()
  #count = 0
  #report: NodeJS.Timeout | undefined

  constructor() {
    this.secure = Object.freeze<ConnectionSource>({
      open: async (server) => await this.#open('tls', server),
      // The parent takes leave of both at once.
      close: async () => undefined,
    })
  }

  async open(server: Server): Promise<number> {
    const port = this.#open('http', server)
    process.on('message', (message: unknown, socket: unknown) => {
      if (socket instanceof Socket && isConnectionMessage<ParentMessage>(message)) this.#take(message, socket)
    })
    // Node watches over slow requests from this event on.
    server.emit('listening')
    send({ hostConnections: 'ready' })
    return await port
  }

  async close(): Promise<void> {
    const left = this.#receive('left')
    send({ hostConnections: 'leave' })
    await left
  }

  /** @returns the port of a listener, once the parent listens */
  async #open(listener: Listener, server: Server): Promise<number> {
    this.#servers.set(listener, server)
    const message = await this.#receive('listening')
    return 'ports' in message ? (message.ports[listener] ?? 0) : 0
  }

  #take(message: ParentMessage, socket: Socket): void {
    const server = 'listener' in message ? this.#servers.get(message.listener) : undefined
    this.#count += 1
    this.#tell(true)
    socket.once('close', () => {
      this.#count -= 1
      this.#report ??= setTimeout(() => this.#tell(false), reportAfter)
    })
    if (server === undefined || this.#count > server.maxConnections) {
      socket.destroy()
      server?.emit('drop')
      return
    }
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    server.emit('connection', socket)
  }

  #tell(hasTaken: boolean): void {
    clearTimeout(this.#report)
    this.#report = undefined
    send({ hostConnections: 'open', count: this.#count, hasTaken })
  }

  /** Waits for a message of the parent. */
  #receive(kind: ParentMessage['hostConnections']): Promise<ParentMessage> {
    return new Promise((resolve) => {
      const listener = (message: unknown): void => {
        if (!isConnectionMessage<ParentMessage>(message) || message.hostConnections !== kind) return
        process.off('message', listener)
        resolve(message)
      }
      process.on('message', listener)
    })
  }
}

/** A worker whose parent is gone ends at once, so unsent messages don't matter. */
function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}
