import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { listenError, type ListenAddress } from './listen-error.ts'
import { TcpConnection, type TcpConnectionOptions } from './tcp-connection.ts'

export interface TcpListenerOptions extends TcpConnectionOptions {
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
}

/** Answers the connections of one TCP socket. */
export class TcpListener {
  readonly #server: Server
  readonly #options: TcpListenerOptions
  readonly #connections = new Set<TcpConnection>()
  readonly #counts = new Map<string, number>()

  private constructor(server: Server, options: TcpListenerOptions) {
    this.#server = server
    this.#options = options
    server.maxConnections = options.maxConnections
    server.on('connection', (socket: Socket) => void this.#take(socket))
  }

  /** @throws {DnsError} `unreachable` */
  static async open(place: ListenAddress, options: TcpListenerOptions): Promise<TcpListener> {
    // A client may end its side after the last request, and still waits for the answer.
    const server = createServer({ allowHalfOpen: true })
    const listener = new TcpListener(server, options)
    try {
      server.listen({ host: place.address, port: place.port })
      await once(server, 'listening')
    } catch (failure) {
      throw listenError(failure, place)
    }
    server.on('error', options.onError)
    return listener
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Takes no more connections, and ends the others after the answers that they are sending, or after so many milliseconds. */
  async close(deadline: number): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const connection of this.#connections) connection.end()
    const limit = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy()
    }, deadline)
    await closed
    clearTimeout(limit)
  }

  async #take(socket: Socket): Promise<void> {
    const address = socket.remoteAddress ?? ''
    const count = this.#counts.get(address) ?? 0
    if (count >= this.#options.maxConnectionsPerAddress) return void socket.destroy()
    this.#counts.set(address, count + 1)
    const connection = new TcpConnection(socket, this.#options)
    this.#connections.add(connection)
    socket.once('close', () => this.#forget(address, connection))
    await connection.serve()
  }

  #forget(address: string, connection: TcpConnection): void {
    this.#connections.delete(connection)
    const left = (this.#counts.get(address) ?? 1) - 1
    if (left === 0) this.#counts.delete(address)
    else this.#counts.set(address, left)
  }
}
