/**
 * The socket of HTTPS. Its connections are served as those of plain HTTP are, by the same server and under the same
 * limits, once their handshake is done.
 *
 *   made --open()--> listening --drain()--> closed
 */
import { createServer, type Server } from 'node:net'
import type { Log, MaybePromise } from '@host/plugin'
import type { SecureContext } from 'node:tls'
import { ownSocket, type ConnectionSource } from '../http/connection-source.ts'
import type { ListenAddress } from '../http/listen-address.ts'
import { listenError } from '../http/listen-error.ts'
import type { ListenerBeside, ServedBeside } from '../http/listen.ts'
import { Handshakes, type HandshakeCounts } from './handshakes.ts'

/** Dependencies of the socket. */
export interface TlsFrontOptions {
  readonly address: ListenAddress
  /** Set where a parent accepts connections for several workers. */
  readonly source?: ConnectionSource | undefined
  /** The context for a name; undefined refuses it. @param isChallenge whether an authority asks for a challenge */
  contextOf(name: string | undefined, isChallenge: boolean): MaybePromise<SecureContext | undefined>
  /** Time for a whole handshake, in milliseconds. */
  readonly timeout: number
  readonly log: Log
}

export class TlsFront implements ListenerBeside {
  readonly #options: TlsFrontOptions
  readonly #server: Server
  readonly #source: ConnectionSource
  #handshakes: Handshakes | undefined
  #port: number | undefined

  constructor(options: TlsFrontOptions) {
    this.#options = options
    this.#source = options.source ?? ownSocket
    this.#server = createServer({ allowHalfOpen: true, noDelay: true })
  }

  /** The port that was taken; undefined while it does not listen. */
  get port(): number | undefined {
    return this.#port
  }

  /** Handshakes that have ended, by result. */
  get counts(): Readonly<HandshakeCounts> {
    return this.#handshakes?.counts ?? { done: 0, refused: 0, failed: 0 }
  }

  async open({ accept, connectionLimits }: ServedBeside): Promise<void> {
    const { address, log } = this.#options
    const handshakes = new Handshakes({ ...this.#options, accept })
    this.#handshakes = handshakes
    this.#server.on('connection', (socket) => handshakes.begin(socket))
    connectionLimits.watch(this.#server)
    try {
      this.#port = await this.#source.open(this.#server, address)
    } catch (error) {
      throw listenError(address, error, 'HOST_TLS_LISTEN')
    }
    this.#server.on('error', (error) => log.error('A connection could not be accepted', { error }))
  }

  async drain(grace: number): Promise<void> {
    if (this.#port !== undefined) await this.#source.close(this.#server)
    this.#port = undefined
    await this.#handshakes?.end(grace)
  }
}
