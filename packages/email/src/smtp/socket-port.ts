import type { Socket } from 'node:net'
import { connect, TLSSocket, type ConnectionOptions, type SecureContext } from 'node:tls'

/** A socket that is read on demand, so that a peer waits in its own buffers while we are busy. */
export class SocketPort {
  #socket: Socket
  #isInterrupted = false
  #isFinished = false
  #wake = (): void => {}
  #failure: Error | undefined
  readonly #onEvent = (): void => this.#wake()
  readonly #onError = (error: Error): void => {
    this.#failure ??= error
    this.#wake()
  }

  constructor(socket: Socket) {
    this.#socket = socket
    this.#listen()
  }

  get hasInput(): boolean {
    return this.#socket.readableLength > 0
  }

  /** The first error of the socket. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Whether the socket takes more to send. */
  get isOpen(): boolean {
    return this.#socket.writable
  }

  get isDestroyed(): boolean {
    return this.#socket.destroyed
  }

  /** The next bytes; `undefined` after the peer's end, a failure, or an interruption. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#isInterrupted || this.#socket.destroyed) return undefined
      const chunk = this.#socket.read() as Buffer | null
      if (chunk !== null) return chunk
      if (this.#socket.readableEnded) return undefined
      await this.#event()
    }
  }

  /** Waits while the peer doesn't read. */
  async write(text: string | Uint8Array): Promise<void> {
    if (this.#isInterrupted || !this.#socket.writable) return
    this.#socket.write(text)
    while (this.#socket.writableNeedDrain && !this.#isInterrupted && !this.#socket.destroyed) await this.#event()
  }

  /** Ends waiting in `read` and `write`, now and later. */
  interrupt(): void {
    this.#isInterrupted = true
    this.#wake()
  }

  /** As the server: drops bytes that came before, sends `text` and begins TLS. `undefined` when that fails. */
  async acceptTls(text: string, secureContext: SecureContext): Promise<TLSSocket | undefined> {
    const plain = this.#socket
    while (plain.read() !== null);
    plain.write(text)
    return this.#upgrade(new TLSSocket(plain, { isServer: true, secureContext }), 'secure')
  }

  /** As the client. `undefined` when that fails; then `failure` may say why. */
  async startTls(options: ConnectionOptions): Promise<TLSSocket | undefined> {
    return this.#upgrade(connect({ ...options, socket: this.#socket }), 'secureConnect')
  }

  /** Sends a last text and reads on without looking, so that the peer gets the text before a reset. */
  finish(text: string): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.interrupt()
    this.#socket.removeListener('readable', this.#onEvent)
    this.#socket.end(text)
    this.#socket.resume()
  }

  /** Destroys the socket when all texts are written to the system. */
  destroySoon(): void {
    this.interrupt()
    this.#socket.destroySoon()
  }

  destroy(): void {
    this.interrupt()
    this.#socket.destroy()
  }

  async #event(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  async #upgrade(socket: TLSSocket, event: 'secure' | 'secureConnect'): Promise<TLSSocket | undefined> {
    const plain = this.#socket
    this.#unlisten()
    this.#socket = socket
    socket.on('error', this.#onError)
    const isSecure = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(false)
      socket.once(event, () => resolve(true))
      for (const lost of ['_tlsError', 'close']) socket.once(lost, () => resolve(false))
      plain.once('close', () => resolve(false))
    })
    if (!isSecure) return undefined
    this.#listen()
    return socket
  }

  #listen(): void {
    for (const event of ['readable', 'end', 'close', 'drain']) this.#socket.on(event, this.#onEvent)
    this.#socket.on('error', this.#onError)
  }

  /** Errors of the plain socket under TLS still have a listener. */
  #unlisten(): void {
    for (const event of ['readable', 'end', 'drain']) this.#socket.removeListener(event, this.#onEvent)
  }
}
