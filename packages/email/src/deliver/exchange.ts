import type { ConnectionOptions, TLSSocket } from 'node:tls'
import type { SmtpClock } from '../smtp/clock.ts'
import type { SocketPort } from '../smtp/socket-port.ts'
import { Timer } from '../smtp/timer.ts'
import { ExchangeError } from './exchange-error.ts'
import { localOutcome } from './outcome.ts'
import { MalformedReply, ReplyReader, type PeerReply } from './reply-reader.ts'
import type { Transcript } from './transcript.ts'

const texts = {
  timeout: ['4.4.2', 'The server did not reply in time'],
  closed: ['4.4.2', 'The server closed the connection'],
  'malformed reply': ['4.5.0', 'The server sent something that is not an SMTP reply'],
  aborted: ['4.3.2', 'The delivery was stopped'],
  tls: ['4.7.5', 'TLS could not be established'],
} as const

type Failure = keyof typeof texts

export interface ExchangeOptions {
  readonly port: SocketPort
  readonly clock: SmtpClock
  readonly transcript: Transcript
  readonly signal: AbortSignal | undefined
}

/** Commands and replies over one connection, each with a deadline. Every failure is an `ExchangeError`. */
export class Exchange {
  readonly #port: SocketPort
  readonly #transcript: Transcript
  readonly #timer: Timer
  readonly #signal: AbortSignal | undefined
  #replies = new ReplyReader()
  #failure: Failure | undefined
  #isInContent = false
  readonly #onAbort = (): void => this.#stop('aborted')

  constructor({ port, clock, transcript, signal }: ExchangeOptions) {
    this.#port = port
    this.#transcript = transcript
    this.#timer = new Timer(clock)
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
    if (signal?.aborted === true) this.#stop('aborted')
  }

  /** Sends lines at once, with CR LF after each. `shown` stands for secrets in the transcript. */
  async send(lines: readonly string[], timeout: number, shown = lines): Promise<void> {
    this.#requireSilence()
    for (const line of shown) this.#transcript.add('client', line)
    await this.#within(timeout, () => this.#port.write(Buffer.from(lines.map((line) => `${line}\r\n`).join(''))))
  }

  async reply(timeout: number): Promise<PeerReply> {
    const reply = await this.#within(timeout, () => this.#read())
    if (reply === undefined) throw this.#fail('closed')
    this.#isInContent = false
    const { code, enhanced = '', text } = reply
    this.#transcript.add('server', [code, enhanced, text].filter((part) => part !== '').join(' '))
    return reply
  }

  async command(line: string, timeout: number, shown = line): Promise<PeerReply> {
    await this.send([line], timeout, [shown])
    return this.reply(timeout)
  }

  /** Sends a part of the content. @returns whether the server is silent still, as it must be before the end */
  async sendContent(bytes: Uint8Array, timeout: number): Promise<boolean> {
    this.#isInContent = true
    await this.#within(timeout, () => this.#port.write(bytes))
    const isSilent = !this.#port.hasInput && !this.#replies.hasRest
    if (isSilent && !this.#port.isOpen) throw this.#fail('closed')
    return isSilent
  }

  /** Adds an event to the transcript. */
  note(text: string): void {
    this.#transcript.add('event', text)
  }

  /** Nothing that the server sent before counts afterward. */
  async startTls(options: ConnectionOptions, timeout: number): Promise<TLSSocket> {
    this.#requireSilence()
    const socket = await this.#within(timeout, () => this.#port.startTls(options))
    if (socket === undefined) {
      throw this.#fail('tls', codeOf(this.#port.failure))
    }
    this.#replies = new ReplyReader()
    this.#transcript.add('event', `TLS began: ${socket.getProtocol() ?? ''} ${socket.getCipher().name}`)
    return socket
  }

  /** Says goodbye without waiting for the reply, or breaks off where the server doesn't expect a command. */
  end(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort)
    if (this.#isInContent || this.#failure !== undefined) return this.#port.destroy()
    this.#transcript.add('client', 'QUIT')
    this.#port.finish('QUIT\r\n')
    this.#port.destroySoon()
  }

  /** A reply before its command may answer another one, sent by the server or injected before TLS. */
  #requireSilence(): void {
    if (this.#replies.hasRest || this.#port.hasInput) throw this.#fail('malformed reply')
  }

  async #read(): Promise<PeerReply | undefined> {
    for (;;) {
      const reply = this.#replies.next()
      if (reply !== undefined) return reply
      const bytes = await this.#port.read()
      if (bytes === undefined) return undefined
      this.#replies.give(bytes)
    }
  }

  async #within<T>(timeout: number, action: () => Promise<T>): Promise<T> {
    this.#timer.set(timeout, () => this.#stop('timeout'))
    try {
      const result = await action()
      if (this.#failure !== undefined) throw this.#fail(this.#failure)
      return result
    } catch (error) {
      throw error instanceof MalformedReply ? this.#fail('malformed reply') : error
    } finally {
      this.#timer.clear()
    }
  }

  /** After a failure, the connection is of no use. */
  #fail(reason: Failure, detail?: string): ExchangeError {
    this.#failure ??= reason
    const [enhanced, text] = texts[reason]
    return new ExchangeError(localOutcome(reason, enhanced, detail === undefined ? text : `${text} (${detail})`))
  }

  #stop(failure: Failure): void {
    this.#failure ??= failure
    this.#port.interrupt()
  }
}

function codeOf(error: Error | undefined): string {
  if (error === undefined) return 'the connection was closed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
