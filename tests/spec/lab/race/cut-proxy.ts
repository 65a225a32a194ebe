import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

/** Stands between a process and PostgreSQL, and can fall silent without closing anything, as a broken network does. */
export class CutProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(server: Server) {
    this.#server = server
  }

  /** @param url of the server behind it, on a port or on a socket in a folder */
  static async before(url: string): Promise<CutProxy> {
    const server = createServer()
    const proxy = new CutProxy(server)
    server.on('connection', (near) => proxy.#join(near, connect(placeOf(url))))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  /** The same database through the proxy. */
  through(url: string): string {
    const to = new URL(url)
    to.searchParams.delete('host')
    to.hostname = '127.0.0.1'
    to.port = String((this.#server.address() as AddressInfo).port)
    return to.href
  }

  /** Holds all data, or forwards the data held. */
  cut(isCut: boolean): void {
    this.#isCut = isCut
    for (const socket of this.#sockets) this.#settle(socket)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (data) => to.write(data))
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      this.#settle(from)
    }
  }

  #settle(socket: Socket): void {
    if (this.#isCut) socket.pause()
    else socket.resume()
  }
}

function placeOf(url: string): { path: string } | { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  return folder === null
    ? { host: hostname, port: Number(port || 5432) }
    : { path: join(folder, `.s.PGSQL.${port || 5432}`) }
}
