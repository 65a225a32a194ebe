import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { ByteBudget } from './byte-budget.ts'
import { systemClock } from './clock.ts'
import { SmtpConnection, type ConnectionSetup } from './connection.ts'
import { ConnectionCounts } from './connection-counts.ts'
import { defaultLimits } from './limits.ts'
import { networkOf, plainAddress } from './networks.ts'
import { OccasionalLog } from './occasional-log.ts'
import type { SmtpPeer, SmtpServerOptions, SmtpTls } from './options.ts'
import { receiveProxyHeader } from './receive-proxy-header.ts'
import { replies } from './replies.ts'
import { encodeReply } from './reply.ts'

export interface SmtpServer {
  readonly port: number
  /** Bytes of memory that messages in flight have taken. */
  readonly usedBytes: number
  readonly connections: number
  /** For connections from now on. @throws for a pair that doesn't fit, which leaves the one before */
  setTls(tls: SmtpTls): void
  /**
   * Takes no new connection, answers 421 to idle clients, and waits for messages that are arriving. After `deadline`
   * milliseconds these are cut. Resolves when every connection is closed.
   */
  stop(deadline: number): Promise<void>
}

/** Receives messages by SMTP. It offers no AUTH: a client sends to recipients that `onRecipient` accepts, and nowhere else. */
export async function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const running = new RunningServer(options)
  await running.listen(options)
  return running
}

class RunningServer implements SmtpServer {
  readonly #server: Server
  readonly #setup: ConnectionSetup
  readonly #budget: ByteBudget
  readonly #counts: ConnectionCounts
  readonly #connections = new Set<SmtpConnection>()
  readonly #isProxy: (address: string) => boolean
  readonly #invalidHeaders: OccasionalLog
  /** Connections of load balancers whose header has not arrived. */
  readonly #withoutHeader = new Set<Socket>()
  #secureContext: SecureContext | undefined
  #isStopping = false
  port = 0

  constructor(options: SmtpServerOptions) {
    const { name, greetingDelay = 0, clock = systemClock, log, tls, isProxy = () => false } = options
    const limits = { ...defaultLimits, ...options.limits }
    if (tls !== undefined) this.setTls(tls)
    const secureContext = (): SecureContext | undefined => this.#secureContext
    this.#isProxy = isProxy
    this.#invalidHeaders = new OccasionalLog(log, clock)
    this.#setup = { name, handler: options, limits, greetingDelay, clock, log, secureContext }
    this.#budget = new ByteBudget(limits.totalBytes, limits.networkBytes)
    this.#counts = new ConnectionCounts(limits.connections, limits.networkConnections)
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  }

  get usedBytes(): number {
    return this.#budget.used
  }

  get connections(): number {
    return this.#connections.size
  }

  async listen({ port, host }: SmtpServerOptions): Promise<void> {
    this.#server.listen({ port, host })
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
    const { log } = this.#setup
    this.#server.on('error', (error) => log.error('The SMTP server failed to accept a connection.', { error }))
  }

  setTls({ cert, key }: SmtpTls): void {
    this.#secureContext = createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
  }

  async stop(deadline: number): Promise<void> {
    this.#isStopping = true
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined
    this.#server.close()
    for (const socket of this.#withoutHeader) socket.destroy()
    for (const connection of this.#connections) connection.stop()
    const cancel = this.#setup.clock.after(deadline, () => {
      for (const connection of this.#connections) connection.abort()
    })
    await closed
    cancel()
  }

  #accept(socket: Socket): void {
    const { remoteAddress, remotePort = 0 } = socket
    socket.on('error', () => {})
    if (remoteAddress === undefined || this.#isStopping) {
      socket.destroy()
      return
    }
    const peer = { address: plainAddress(remoteAddress), port: remotePort }
    if (this.#isProxy(peer.address)) void this.#acceptProxied(socket, peer)
    else this.#serve(socket, peer)
  }

  /** A load balancer that sends no valid header is not answered: it would not know for which client. */
  async #acceptProxied(socket: Socket, proxy: SmtpPeer): Promise<void> {
    const { clock, limits } = this.#setup
    if (this.#withoutHeader.size + this.#connections.size >= limits.connections) {
      socket.destroy()
      return
    }
    this.#withoutHeader.add(socket)
    const header = await receiveProxyHeader(socket, { clock, time: limits.proxyHeaderTime })
    this.#withoutHeader.delete(socket)
    if (header === undefined || this.#isStopping || socket.destroyed) {
      if (header === undefined) {
        this.#invalidHeaders.note('A load balancer sent no valid PROXY header.', proxy.address)
      }
      socket.destroy()
      return
    }
    this.#serve(socket, header.client ?? proxy)
  }

  #serve(socket: Socket, { address, port }: SmtpPeer): void {
    const network = networkOf(address)
    if (!this.#counts.enter(network)) {
      refuse(socket)
      return
    }
    const memory = this.#budget.shareOf(network)
    const connection = new SmtpConnection(this.#setup, socket, { address, port, memory })
    this.#connections.add(connection)
    socket.once('close', () => this.#leave(connection, network))
    void connection.run()
  }

  #leave(connection: SmtpConnection, network: string): void {
    this.#connections.delete(connection)
    this.#counts.leave(network)
    connection.destroy()
  }
}

function refuse(socket: Socket): void {
  socket.write(encodeReply(replies.tooManyConnections))
  socket.destroySoon()
}
