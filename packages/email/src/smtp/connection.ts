import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { SecureContext, TLSSocket } from 'node:tls'
import { joinInTurns, turnBytes } from '../in-turns.ts'
import type { MemoryShare } from './byte-budget.ts'
import type { SmtpClock } from './clock.ts'
import type { SmtpLimits } from './limits.ts'
import type { SmtpHandler, SmtpLog, SmtpPeer, SmtpSession } from './options.ts'
import { SmtpProtocol, type SmtpAction, type SmtpQuestion, type SmtpVerdict } from './protocol.ts'
import { replies } from './replies.ts'
import { encodeReply, isFinalReply, type SmtpReply } from './reply.ts'
import { SocketPort } from './socket-port.ts'
import { Timer } from './timer.ts'

/** What all connections of a server share. */
export interface ConnectionSetup {
  readonly name: string
  readonly handler: SmtpHandler
  readonly limits: SmtpLimits
  readonly greetingDelay: number
  readonly clock: SmtpClock
  readonly log: SmtpLog
  /** The certificate of now. */
  readonly secureContext: () => SecureContext | undefined
}

/** Who connected, and the memory for its messages. */
export interface ConnectionPeer extends SmtpPeer {
  readonly memory: MemoryShare
}

/** Runs the protocol over one socket: deadlines, calls of the product, TLS. */
export class SmtpConnection {
  readonly #setup: ConnectionSetup
  readonly #peer: SmtpPeer
  readonly #port: SocketPort
  readonly #protocol: SmtpProtocol
  readonly #timer: Timer
  readonly #id = randomUUID()
  readonly #connectedAt: number
  #tls: SmtpSession['tls']
  #out = ''
  #round = -1
  /** Bytes read in this turn of the event loop, at most. */
  #readInTurn = 0
  #isBusy = true
  #isStopping = false

  constructor(setup: ConnectionSetup, socket: Socket, { address, port, memory }: ConnectionPeer) {
    this.#setup = setup
    this.#peer = { address, port }
    this.#port = new SocketPort(socket)
    this.#timer = new Timer(setup.clock)
    this.#connectedAt = setup.clock.now()
    const { name, limits } = setup
    this.#protocol = new SmtpProtocol({ name, limits, memory, offersTls: setup.secureContext() !== undefined })
  }

  /** Serves the client to its end; the socket may still send the last reply after that. Never throws. */
  async run(): Promise<void> {
    try {
      if (await this.#greet()) while (await this.#act(this.#protocol.next()));
    } catch (error) {
      this.#setup.log.error('An SMTP connection failed.', { session: this.#id, error })
      this.destroy()
    } finally {
      this.#protocol.release()
      this.#cut('')
    }
  }

  /** Ends the connection now when no message is arriving, and otherwise after it. */
  stop(): void {
    this.#isStopping = true
    if (!this.#isBusy && !this.#protocol.isReceiving) this.#cut(encodeReply(replies.stopping))
  }

  /** Ends the connection at once, also in a message. */
  abort(): void {
    this.#port.finish(encodeReply(replies.stopping))
    this.#timer.clear()
    this.#port.destroySoon()
  }

  destroy(): void {
    this.#timer.clear()
    this.#port.destroy()
  }

  async #greet(): Promise<boolean> {
    const { handler, greetingDelay, clock, name } = this.#setup
    const delay = greetingDelay > 0 ? new Promise<void>((resolve) => clock.after(greetingDelay, resolve)) : undefined
    const verdict = await this.#ask(() => handler.onConnect?.(this.#peer) ?? 'accepted')
    await delay
    const refusal = this.#port.hasInput ? replies.earlyTalker : verdict
    if (refusal !== 'accepted' && refusal.code >= 400) {
      return this.#end(encodeReply(refusal))
    }
    this.#out = encodeReply({ code: 220, text: `${name} ESMTP` })
    return true
  }

  /** @returns whether the connection goes on */
  async #act(action: SmtpAction): Promise<boolean> {
    const { kind } = action
    if (kind === 'read') return this.#read()
    if (kind === 'start tls') return this.#startTls()
    if (kind === 'close') return this.#end(this.#out)
    if (kind !== 'send') return this.#answer(action)
    this.#out += action.text
    return true
  }

  async #read(): Promise<boolean> {
    if (this.#isStopping && !this.#protocol.isReceiving) {
      return this.#end(this.#out + encodeReply(replies.stopping))
    }
    this.#arm()
    this.#isBusy = false
    await this.#flush()
    const bytes = await this.#port.read()
    this.#isBusy = true
    await this.#leaveTurn(bytes?.length ?? 0)
    if (bytes !== undefined) this.#protocol.give(bytes)
    return bytes !== undefined
  }

  /** One turn may deliver 2 MiB of a socket, in pieces that nothing else runs between. */
  async #leaveTurn(length: number): Promise<void> {
    this.#readInTurn += length
    if (this.#readInTurn <= turnBytes) return
    await setImmediate()
    this.#readInTurn = length
  }

  async #answer(action: SmtpQuestion): Promise<boolean> {
    await this.#flush()
    this.#timer.clear()
    this.#round = -1
    const verdict = await this.#ask(() => this.#decide(action))
    this.#protocol.answer(verdict)
    return true
  }

  async #decide(action: SmtpQuestion): Promise<SmtpVerdict> {
    const { handler } = this.#setup
    const session = this.#session()
    const { kind, envelope } = action
    if (kind === 'sender') return (await handler.onMailFrom?.(session, envelope)) ?? 'accepted'
    if (kind === 'recipient') return handler.onRecipient(session, action.address, envelope)
    return requireReply(await handler.onMessage(session, envelope, await joinInTurns(action.pieces)))
  }

  /** The decision of the product, and 451 for one that fails or takes too long. */
  async #ask(decide: () => SmtpVerdict | Promise<SmtpVerdict>): Promise<SmtpVerdict> {
    const { clock, limits, log } = this.#setup
    const late = Promise.withResolvers<never>()
    const cancel = clock.after(limits.answerTime, () => late.reject(new Error('The handler took too long to decide.')))
    try {
      const verdict = await Promise.race([decide(), late.promise])
      return verdict === 'accepted' ? verdict : requireReply(verdict)
    } catch (error) {
      log.error('The handler of an SMTP connection failed.', { session: this.#id, error })
      return replies.failed
    } finally {
      cancel()
    }
  }

  async #startTls(): Promise<boolean> {
    const secureContext = this.#setup.secureContext()
    if (secureContext === undefined) return false
    this.#arm()
    const socket = await this.#port.acceptTls(this.#out + encodeReply(replies.startTls), secureContext)
    this.#out = ''
    if (socket === undefined) {
      this.#setup.log.info('A TLS handshake of an SMTP connection failed.', { session: this.#id })
      this.destroy()
      return false
    }
    this.#tls = tlsOf(socket)
    this.#protocol.startOver()
    return true
  }

  async #flush(): Promise<void> {
    const text = this.#out
    this.#out = ''
    if (text !== '') await this.#port.write(text)
  }

  #arm(): void {
    const { round, isReceiving } = this.#protocol
    if (round === this.#round) return
    this.#round = round
    const { commandTime, messageTime } = this.#setup.limits
    this.#timer.set(isReceiving ? messageTime : commandTime, () => this.#cut(encodeReply(replies.timeout)))
  }

  /** Sends a last text, and ends the socket with time to read it. */
  #cut(text: string): void {
    this.#port.finish(text)
    if (this.#port.isDestroyed) return
    this.#timer.set(this.#setup.limits.closeTime, () => this.destroy())
  }

  #end(text: string): false {
    this.#cut(text)
    return false
  }

  #session(): SmtpSession {
    const { client } = this.#protocol
    return { id: this.#id, peer: this.#peer, connectedAt: this.#connectedAt, client, tls: this.#tls }
  }
}

function requireReply(value: unknown): SmtpReply {
  if (isFinalReply(value)) return value
  throw new TypeError('The answer of the handler is not a valid reply.')
}

function tlsOf(socket: TLSSocket): SmtpSession['tls'] {
  return { protocol: socket.getProtocol() ?? '', cipher: socket.getCipher().name }
}
