/**
 * Payloads by LISTEN and NOTIFY, on a connection of its own outside of every transaction: a notification that rides with
 * a write makes all writers wait for each other at their commit.
 *
 *   connecting --LISTEN is answered--> listening --it breaks, or does not answer--> waiting --delay over--> connecting
 *                                      (every time but the first: a gap)
 *
 * A server that is gone without a word is noticed by asking it now and then.
 */
import pg from 'pg'
import type { Log } from '@host/plugin'
import type { BusTransport, TransportListener } from './bus.ts'

/** Options of the transport. Times in milliseconds. */
export interface PostgresTransportOptions {
  readonly url: string
  readonly log: Log
  /** How often the server is asked whether it is there. */
  readonly checkEvery?: number
}

const channel = 'host_bus'
/** Longest wait for a connection, and for an answer. */
const answerLimit = 5_000
const firstDelay = 100
const longestDelay = 5_000
const defaultCheck = 10_000

/** Opens a transport; without a connection it keeps trying for one. */
export async function postgresTransport(
  options: PostgresTransportOptions,
  listener: TransportListener,
): Promise<BusTransport> {
  const transport = new PostgresTransport(options, listener)
  await transport.open()
  return transport
}

class PostgresTransport implements BusTransport {
  readonly #options: PostgresTransportOptions
  readonly #listener: TransportListener
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isFirst = true
  #isClosed = false

  constructor(options: PostgresTransportOptions, listener: TransportListener) {
    this.#options = options
    this.#listener = listener
  }

  async open(): Promise<void> {
    try {
      await this.#connect()
    } catch (error) {
      this.#retry(error)
    }
  }

  async send(payloads: readonly string[]): Promise<void> {
    await this.#ask(`select pg_notify('${channel}', payload) from unnest($1::text[]) as payload`, [payloads])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: answerLimit,
      query_timeout: answerLimit,
      keepAlive: true,
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('The server closed the connection.')))
    client.on('notification', ({ payload = '' }) => this.#listener.onPayload(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) return void client.end().catch(() => undefined)
    this.#client = client
    this.#take()
  }

  /** A new listener may have missed earlier messages. */
  #take(): void {
    const { log, checkEvery = defaultCheck } = this.#options
    if (this.#failures > 0) log.info('Messages between processes are delivered again')
    this.#failures = 0
    this.#timer = setTimeout(() => void this.#check(), checkEvery)
    this.#timer.unref()
    if (!this.#isFirst) this.#listener.onGap()
    this.#isFirst = false
  }

  async #check(): Promise<void> {
    const client = this.#client
    try {
      await this.#ask('select 1', [])
    } catch {
      return
    }
    if (client === undefined || client !== this.#client) return
    this.#timer = setTimeout(() => void this.#check(), this.#options.checkEvery ?? defaultCheck)
    this.#timer.unref()
  }

  async #ask(sql: string, parameters: readonly unknown[]): Promise<void> {
    const client = this.#client
    if (client === undefined) throw new Error('Not connected to the other processes.')
    try {
      await client.query(sql, [...parameters])
    } catch (error) {
      this.#lose(client, error)
      throw error
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    // Not awaited: a server that is silent would delay the next connection.
    client.end().catch(() => undefined)
    this.#retry(error)
  }

  #retry(error: unknown): void {
    if (this.#isClosed) return
    this.#isFirst = false
    if (this.#failures === 0) {
      this.#options.log.warn('Messages between processes are not delivered; reconnecting', { error })
    }
    const delay = Math.min(firstDelay * 2 ** this.#failures, longestDelay) * (0.5 + Math.random() / 2)
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.open(), delay)
    this.#timer.unref()
  }
}
