import type { Worker } from 'node:worker_threads'
import { joinInTurns } from '../in-turns.ts'
import { parseLimits, type LimitName, type ParseLimits } from './limits.ts'
import { unparsed, type ParsedMessage } from './parse-message.ts'
import type { ParseReply, ParseRequest } from './parse-thread.ts'

export interface ParsePoolOptions {
  /** Starts the thread of a file with so many megabytes of memory. Inside an executable the file only names the thread. */
  readonly start: (file: URL, limits: { readonly memory: number }) => Worker
  readonly threads?: number
  /** Milliseconds for one message; the thread is replaced afterwards. */
  readonly deadline?: number
  /** Messages and bytes that may wait. */
  readonly queue?: number
  readonly queueBytes?: number
  /** Milliseconds until a thread without work ends. */
  readonly idle?: number
  readonly limits?: ParseLimits
  /** Memory of a thread, in MB. */
  readonly memory?: number
}

/** Too many messages wait: the peer should try again later. */
export class ParseQueueFullError extends Error {
  constructor() {
    super('Too many messages wait to be parsed. Try again later.')
    this.name = 'ParseQueueFullError'
  }
}

/** The pool was closed before a message was parsed. */
export class ParsePoolClosedError extends Error {
  constructor() {
    super('The parser was closed.')
    this.name = 'ParsePoolClosedError'
  }
}

interface Task {
  readonly bytes: Uint8Array
  readonly settled: PromiseWithResolvers<ParsedMessage>
}

const defaults = {
  threads: 1,
  deadline: 2_000,
  queue: 200,
  queueBytes: 128 * 1_024 * 1_024,
  idle: 30_000,
  limits: parseLimits,
  memory: 512,
}

/**
 * Parses messages in threads of their own, each within a deadline. Threads start with the first message and end when
 * there is nothing to do. A message that takes too long or too much memory has the same result as one over another
 * limit.
 */
export class ParsePool implements AsyncDisposable {
  readonly #options: Required<ParsePoolOptions>
  readonly #waiting: Task[] = []
  readonly #threads = new Set<ParseThread>()
  #waitingBytes = 0
  #closed = false

  constructor(options: ParsePoolOptions) {
    this.#options = { ...defaults, ...options }
  }

  /** @throws {ParseQueueFullError | ParsePoolClosedError | Error} of `start`; never because of the message */
  async parse(bytes: Uint8Array): Promise<ParsedMessage> {
    if (this.#closed) throw new ParsePoolClosedError()
    const { queue, queueBytes } = this.#options
    if (this.#waiting.length >= queue || (this.#waiting.length > 0 && this.#waitingBytes + bytes.length > queueBytes)) {
      throw new ParseQueueFullError()
    }
    const settled = Promise.withResolvers<ParsedMessage>()
    this.#waiting.push({ bytes, settled })
    this.#waitingBytes += bytes.length
    this.#dispatchOrRefuse()
    return settled.promise
  }

  /** Without a thread, messages that wait are refused: nothing else would ever settle them. */
  #dispatchOrRefuse(): void {
    try {
      this.#dispatch()
    } catch (error) {
      this.#refuseWaiting(error)
    }
  }

  #refuseWaiting(reason: unknown): void {
    for (const { settled } of this.#waiting.splice(0)) settled.reject(reason)
    this.#waitingBytes = 0
  }

  #dispatch(): void {
    for (const thread of this.#freeThreads()) {
      const task = this.#waiting.shift()
      if (task === undefined) return
      this.#waitingBytes -= task.bytes.length
      void thread.parse(task.bytes).then((message) => {
        if (thread.ended) this.#threads.delete(thread)
        task.settled.resolve(message)
        this.#dispatchOrRefuse()
      }, task.settled.reject)
    }
  }

  /** Threads without work, and new ones as long as there may be more. */
  *#freeThreads(): Generator<ParseThread> {
    for (const thread of this.#threads) {
      if (thread.ended) this.#threads.delete(thread)
      else if (!thread.busy) yield thread
    }
    while (this.#waiting.length > 0 && this.#threads.size < this.#options.threads) {
      const thread = new ParseThread(this.#options)
      this.#threads.add(thread)
      yield thread
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    this.#refuseWaiting(new ParsePoolClosedError())
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }
}

/** Why a message has no result of its thread. */
type Loss = LimitName | 'closed'

class ParseThread {
  busy = false
  ended = false
  readonly #options: Required<ParsePoolOptions>
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  #answer: PromiseWithResolvers<ParsedMessage | Loss> | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: Required<ParsePoolOptions>) {
    this.#options = options
    this.#worker = options.start(new URL('parse-thread.ts', import.meta.url), { memory: options.memory })
    this.#worker.on('message', (reply: ParseReply) => this.#receive(reply))
    this.#worker.on('error', (error: Error & { code?: string }) => {
      this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failure')
    })
    this.#worker.on('exit', () => this.#fail('failure'))
  }

  /** Copies the message, since its sender keeps it. */
  async parse(bytes: Uint8Array): Promise<ParsedMessage> {
    this.busy = true
    clearTimeout(this.#idle)
    this.#worker.ref()
    const answer = Promise.withResolvers<ParsedMessage | Loss>()
    this.#answer = answer
    await this.#ready.promise
    const request: ParseRequest = { bytes: await joinInTurns([bytes]), limits: this.#options.limits }
    if (!this.ended) this.#worker.postMessage(request, [request.bytes.buffer])
    const timer = setTimeout(() => void this.#stop('time'), this.#options.deadline)
    const result = await answer.promise
    clearTimeout(timer)
    this.#rest()
    if (result === 'closed') throw new ParsePoolClosedError()
    return typeof result === 'string' ? unparsed(bytes, result) : result
  }

  #rest(): void {
    this.busy = false
    this.#answer = undefined
    if (this.ended) return
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(), this.#options.idle).unref()
  }

  #receive(reply: ParseReply): void {
    if (reply.kind === 'ready') this.#ready.resolve()
    else this.#answer?.resolve(reply.message)
  }

  #fail(loss: Loss): void {
    this.ended = true
    this.#ready.resolve()
    this.#answer?.resolve(loss)
  }

  async #stop(loss: Loss): Promise<void> {
    this.#fail(loss)
    await this.#worker.terminate()
  }

  end(): Promise<void> {
    clearTimeout(this.#idle)
    return this.#stop('closed')
  }
}
