/**
 * The bus of several processes: messages are collected for a moment and sent together.
 *
 *   quiet --publish--> collecting --20 ms--> sending --handed over--> quiet, or collecting what came meanwhile
 *                                               '--failed--> silent --the transport is back--> sending a gap --> quiet
 *
 * Nothing waits for an unavailable transport: messages it can't carry become one gap, sent when it is back. So the
 * memory that a broken line takes is bounded, and every process learns that it has missed messages.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Bus, BusListener, BusTransport, OpenTransport } from './bus.ts'
import { gapPayload, packPayloads, readPayload, requireFit, type TopicMessage } from './payloads.ts'
import { Subscribers } from './subscribers.ts'

/** How long messages are collected, in milliseconds. */
const collectFor = 20
/** How many messages are carried at once; more than that says no more than a gap. */
const mostMessages = 500

/** A bus that ends with its process, or when it is closed. */
export interface OpenBus extends Bus, AsyncDisposable {}

/** Opens a bus over a transport. @throws the error of opening it */
export async function sharedBus(openTransport: OpenTransport): Promise<OpenBus> {
  const bus = new SharedBus()
  await bus.open(openTransport)
  return bus
}

class SharedBus implements OpenBus {
  readonly #sender = randomUUID()
  readonly #subscribers = new Subscribers()
  /** Runs timers set off by a publisher without its execution context: they belong to the bus. */
  readonly #outside = AsyncLocalStorage.snapshot()
  /** By their JSON, so that a repeated message is sent once. */
  #collected = new Map<string, TopicMessage>()
  #transport: BusTransport | undefined
  #owesGap = false
  /** Whether the pending messages arrive; undefined without any. */
  #sending: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined

  async open(openTransport: OpenTransport): Promise<void> {
    this.#transport = await openTransport({
      onPayload: (text) => this.#receive(text),
      onGap: () => {
        this.#subscribers.tellGap()
        this.#collect()
      },
    })
  }

  isHeard(): boolean {
    return true
  }

  publish(topic: string, message: string): void {
    requireFit(topic, message)
    const key = JSON.stringify([topic, message])
    if (this.#collected.size >= mostMessages) this.#owesGap = true
    else if (!this.#owesGap) this.#collected.set(key, [topic, message])
    this.#outside(() => this.#collect())
    this.#subscribers.tell(topic, message)
  }

  subscribe(topic: string, listener: BusListener): () => void {
    return this.#subscribers.add(topic, listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Messages that came during the last send have not been handed over yet.
    await this.#sending
    await this.#flush()
    const transport = this.#transport
    this.#transport = undefined
    await transport?.close()
  }

  #collect(): void {
    if (this.#timer !== undefined || this.#sending !== undefined) return
    this.#timer = setTimeout(() => void this.#flush(), collectFor)
    this.#timer.unref()
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const transport = this.#transport
    if (transport === undefined || !this.#hasWork) return
    this.#sending = transport.send(this.#take()).then(
      () => true,
      () => false,
    )
    const isSent = await this.#sending
    this.#sending = undefined
    if (!isSent) this.#owesGap = true
    else if (this.#hasWork) this.#collect()
  }

  get #hasWork(): boolean {
    return this.#collected.size > 0 || this.#owesGap
  }

  #take(): readonly string[] {
    const messages = [...this.#collected.values()]
    const payloads = this.#owesGap ? [gapPayload(this.#sender)] : packPayloads(this.#sender, messages)
    this.#collected = new Map()
    this.#owesGap = false
    return payloads
  }

  #receive(text: string): void {
    const payload = readPayload(text)
    if (payload === undefined || payload.sender === this.#sender) return
    if (payload.messages === null) this.#subscribers.tellGap()
    else for (const [topic, message] of payload.messages) this.#subscribers.tell(topic, message)
  }
}
