/**
 * Handshakes of TLS on accepted connections:
 *
 *   accepted --first message read--> name known? --no--> alert `unrecognized_name`, closed
 *                                     '--yes--> handshake --done--> handed on
 *   any of these --time over, error or stop--> closed
 *
 * The first message is read before OpenSSL gets it. An unknown name thus costs neither a handshake nor a read, and a
 * challenge of an authority is told from a browser by the protocol that it asks for.
 */
import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { normalizeHostName, type Log, type MaybePromise } from '@host/plugin'
import { readClientHello, type ClientHello } from './client-hello.ts'

/** Dependencies of handshakes. */
export interface HandshakeOptions {
  /** The context for a name; undefined refuses it. @param isChallenge whether an authority asks for a challenge */
  contextOf(name: string | undefined, isChallenge: boolean): MaybePromise<SecureContext | undefined>
  /** Takes a connection whose handshake is done. */
  accept(socket: TLSSocket): void
  /** Time for a whole handshake, in milliseconds. */
  readonly timeout: number
  readonly log: Log
}

/** Ended handshakes by result. */
export interface HandshakeCounts {
  done: number
  /** For their name. */
  refused: number
  failed: number
}

/** The protocol of TLS-ALPN-01, RFC 8737 §6.2. */
const challengeProtocol = 'acme-tls/1'
const pageProtocol = 'http/1.1'

/** Fatal alerts, RFC 8446 §6: `unrecognized_name` and `internal_error`. */
const alerts = { unrecognizedName: alertBytes(112), internalError: alertBytes(80) }

export class Handshakes {
  readonly counts: HandshakeCounts = { done: 0, refused: 0, failed: 0 }
  readonly #options: HandshakeOptions
  /** Connections whose handshake has not ended, with the timer of each. */
  readonly #pending = new Map<Socket, NodeJS.Timeout>()
  #onNone: (() => void) | undefined

  constructor(options: HandshakeOptions) {
    this.#options = options
  }

  /** Begins with an accepted connection. */
  begin(socket: Socket): void {
    if (socket.destroyed) return
    this.#pending.set(
      socket,
      setTimeout(() => socket.destroy(), this.#options.timeout),
    )
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      if (this.#settle(socket)) this.counts.failed += 1
    })
    // A client that leaves before the end has nothing to be told.
    const onEnd = (): void => void socket.destroy()
    socket.once('end', onEnd)
    let received: Buffer = Buffer.alloc(0)
    const onData = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const hello = readClientHello(received)
      if (hello === 'more') return
      socket.off('data', onData)
      socket.off('end', onEnd)
      if (hello === 'invalid') return void socket.destroy()
      socket.pause()
      socket.unshift(received)
      this.#answer(socket, hello)
    }
    socket.on('data', onData)
  }

  /** Resolves when no handshake is pending; those that take longer are cut. @param grace milliseconds */
  async end(grace: number): Promise<void> {
    if (this.#pending.size === 0) return
    const none = new Promise<void>((resolve) => (this.#onNone = resolve))
    const timer = setTimeout(() => {
      for (const socket of this.#pending.keys()) socket.destroy()
    }, grace)
    await none
    clearTimeout(timer)
  }

  #answer(socket: Socket, { serverName, protocols }: ClientHello): void {
    const isChallenge = protocols.length === 1 && protocols[0] === challengeProtocol
    const name = serverName === undefined ? undefined : normalizeHostName(serverName)
    try {
      const context = this.#options.contextOf(name, isChallenge)
      if (!(context instanceof Promise)) return this.#shake(socket, context, isChallenge)
      context.then(
        (found) => this.#shake(socket, found, isChallenge),
        (error: unknown) => this.#fail(socket, error),
      )
    } catch (error) {
      this.#fail(socket, error)
    }
  }

  #shake(plain: Socket, secureContext: SecureContext | undefined, isChallenge: boolean): void {
    if (plain.destroyed) return
    if (secureContext === undefined) return this.#refuse(plain)
    const ALPNProtocols = [isChallenge ? challengeProtocol : pageProtocol]
    const socket = new TLSSocket(plain, { isServer: true, secureContext, ALPNProtocols })
    socket.on('_tlsError', () => socket.destroy())
    const onEnd = (): void => void socket.destroy()
    socket.once('end', onEnd)
    socket.once('secure', () => {
      socket.off('end', onEnd)
      if (!this.#settle(plain)) return
      this.counts.done += 1
      // An authority has seen the certificate, and has nothing to ask.
      if (isChallenge) socket.destroySoon()
      else this.#options.accept(socket)
    })
  }

  #refuse(socket: Socket): void {
    this.#settle(socket)
    this.counts.refused += 1
    close(socket, alerts.unrecognizedName)
  }

  #fail(socket: Socket, error: unknown): void {
    this.#options.log.warn('The certificate of a host could not be read', { error })
    close(socket, alerts.internalError)
  }

  /** @returns whether it was pending */
  #settle(socket: Socket): boolean {
    const timer = this.#pending.get(socket)
    if (timer === undefined) return false
    clearTimeout(timer)
    this.#pending.delete(socket)
    if (this.#pending.size === 0) this.#onNone?.()
    return true
  }
}

function close(socket: Socket, alert: Buffer): void {
  socket.end(alert)
  socket.destroySoon()
}

/** A record with an alert, as it is sent before any key was agreed on. */
function alertBytes(description: number): Buffer {
  const [record, fatal] = [21, 2]
  return Buffer.from([record, 3, 3, 0, 2, fatal, description])
}
