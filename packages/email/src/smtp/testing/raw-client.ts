/** A client that sends exactly the bytes it is given. */
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export class RawClient {
  #socket: Socket
  #received = ''
  #isClosed = false
  #wake = (): void => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#listen()
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<RawClient> {
    const socket = connectTcp({ port, host, noDelay: true })
    const client = new RawClient(socket)
    await once(socket, 'connect')
    return client
  }

  send(bytes: string | Uint8Array): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** Closes the sending half. */
  end(): void {
    this.#socket.end()
  }

  reset(): void {
    this.#socket.resetAndDestroy()
  }

  stopReading(): void {
    this.#socket.removeAllListeners('data')
    this.#socket.pause()
  }

  /** Codes of the next replies, in their order; fewer when the server closes. */
  async codes(count: number): Promise<string[]> {
    await this.#until(() => this.#finalLines().length >= count || this.#isClosed)
    const lines = this.#finalLines().slice(0, count)
    const last = lines.at(-1)
    if (last !== undefined) this.#received = this.#received.slice(this.#received.indexOf(last) + last.length)
    return lines.map((line) => /^\d{3}(?: \d\.\d+\.\d+)?/.exec(line)?.[0] ?? line)
  }

  /** The codes of all replies until the server closes. */
  async rest(): Promise<string[]> {
    await this.#until(() => this.#isClosed)
    return this.codes(Infinity)
  }

  /** The last lines of all replies until the server closes, with their texts. */
  async lines(): Promise<string[]> {
    await this.#until(() => this.#isClosed)
    return this.#finalLines().map((line) => line.trimEnd())
  }

  async secure(ca: string): Promise<void> {
    this.#socket.removeAllListeners('data')
    this.#socket = connectTls({ socket: this.#socket, ca, servername: 'mx.example.com' })
    this.#listen()
    await once(this.#socket, 'secureConnect')
  }

  #listen(): void {
    this.#socket.on('data', (bytes: Buffer) => {
      this.#received += bytes.toString('latin1')
      this.#wake()
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  #finalLines(): string[] {
    return this.#received.match(/^\d{3} .*\r\n/gm) ?? []
  }

  async #until(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
