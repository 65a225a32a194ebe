import { systemClock, type SmtpClock } from '../smtp/clock.ts'
import { isClientName } from '../smtp/mailbox.ts'
import { SocketPort } from '../smtp/socket-port.ts'
import type { Delivery, DeliveryOptions, ServerAddress } from './delivery.ts'
import { Exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import { openSession, secretsOf, type Credentials, type Session, type TlsUse } from './open-session.ts'
import { openSocket } from './open-socket.ts'
import { localOutcome, type Outcome } from './outcome.ts'
import { checkContent, checkEnvelope, type OutgoingMessage } from './outgoing-message.ts'
import { sendMessage, type Outcomes } from './send-message.ts'
import { defaultTimeouts, type DeliveryTimeouts } from './timeouts.ts'
import { Transcript } from './transcript.ts'
import { untilAborted } from './until-aborted.ts'

export interface ServerToTry extends ServerAddress {
  readonly tls: TlsUse
}

/** The servers to try, in their order. It may throw an `ExchangeError` with the outcome for all recipients. */
type FindServers = (transcript: Transcript) => Promise<readonly ServerToTry[]>

const stopped = localOutcome('aborted', '4.3.2', 'The delivery was stopped')

/** One attempt to deliver a message: server after server until one has answered for its recipients. */
export class Attempt {
  readonly #message: OutgoingMessage
  readonly #options: DeliveryOptions
  readonly #credentials: Credentials | undefined
  readonly #timeouts: DeliveryTimeouts
  readonly #clock: SmtpClock
  readonly #transcript: Transcript
  readonly #abort = new AbortController()
  #server: ServerAddress | undefined
  #tls: Session['tls']

  /** @throws TypeError for addresses or a name that can't be sent as they are */
  constructor(message: OutgoingMessage, options: DeliveryOptions, credentials?: Credentials) {
    checkEnvelope(message)
    if (!isClientName(options.name)) throw new TypeError('The name of this host is not a valid name.')
    this.#message = message
    this.#options = options
    this.#credentials = credentials
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts }
    this.#clock = options.clock ?? systemClock
    this.#transcript = new Transcript(() => this.#clock.now(), secretsOf(credentials))
  }

  /** @throws TypeError for content that can't be sent as it is */
  async run(findServers: FindServers): Promise<Delivery> {
    await checkContent(this.#message)
    const onAbort = (): void => this.#abort.abort()
    const { signal } = this.#options
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted === true) onAbort()
    const cancel = this.#clock.after(this.#timeouts.total, onAbort)
    try {
      const finding = findServers(this.#transcript)
      const servers = await untilAborted(finding, this.#abort.signal).catch((error: unknown) => {
        throw this.#abort.signal.aborted ? new ExchangeError(stopped) : error
      })
      return this.#delivery(await this.#tryAll(servers))
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error
      this.#transcript.add('event', error.message)
      return this.#delivery(this.#sameForAll(error.outcome))
    } finally {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** A failure that may pass counts more than one that doesn't: another try may reach that server. */
  async #tryAll(servers: readonly ServerToTry[]): Promise<Outcomes> {
    const failures: Outcome[] = []
    for (const server of servers) {
      if (this.#abort.signal.aborted) break
      try {
        return await this.#trySecured(server)
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error
        this.#transcript.add('event', error.message)
        failures.push(error.outcome)
      }
    }
    const outcome = failures.find(({ kind }) => kind === 'deferred') ?? failures[0]
    return this.#sameForAll(outcome ?? stopped)
  }

  /** Without a requirement, a server whose TLS fails gets the message without it. */
  async #trySecured(server: ServerToTry): Promise<Outcomes> {
    try {
      return await this.#try(server)
    } catch (error) {
      const isTls = error instanceof ExchangeError && error.outcome.reason === 'tls'
      if (!isTls || server.tls !== 'opportunistic' || this.#abort.signal.aborted) throw error
      this.#transcript.add('event', 'Trying again without TLS')
      return this.#try({ ...server, tls: 'none' })
    }
  }

  async #try(server: ServerToTry): Promise<Outcomes> {
    const { host, address, port, tls } = server
    this.#transcript.add('event', `Connecting to ${host} [${address}]:${port}`)
    const exchange = await this.#connect(server)
    try {
      const { name, authorities, beforeEnd } = this.#options
      const timeouts = this.#timeouts
      const credentials = this.#credentials
      const session = await openSession(exchange, { name, host, tls, credentials, authorities, timeouts })
      this.#tls = session.tls
      return await sendMessage(exchange, session, { message: this.#message, timeouts, beforeEnd })
    } finally {
      exchange.end()
    }
  }

  async #connect(server: ServerToTry): Promise<Exchange> {
    const timeUp = new AbortController()
    const cancel = this.#clock.after(this.#timeouts.connect, () => timeUp.abort())
    const signal = AbortSignal.any([timeUp.signal, this.#abort.signal])
    try {
      const socket = await openSocket(server, this.#options, signal)
      const { host, address, port } = server
      this.#server = { host, address, port }
      this.#tls = undefined
      const transcript = this.#transcript
      return new Exchange({ port: new SocketPort(socket), clock: this.#clock, transcript, signal: this.#abort.signal })
    } finally {
      cancel()
    }
  }

  #sameForAll(outcome: Outcome): Outcomes {
    return new Map(this.#message.recipients.map((address) => [address, outcome]))
  }

  #delivery(outcomes: Outcomes): Delivery {
    const recipients = [...outcomes].map(([address, outcome]) => ({ address, outcome }))
    const order = new Map(this.#message.recipients.map((address, at) => [address, at]))
    recipients.sort((a, b) => (order.get(a.address) ?? 0) - (order.get(b.address) ?? 0))
    return { recipients, transcript: this.#transcript.entries, server: this.#server, tls: this.#tls }
  }
}
