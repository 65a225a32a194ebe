/**
 * Spans on their way to a collector, bounded in number and time:
 *
 *   add --room?--> waiting --delay, or a full batch--> sending --accepted--> exported
 *         '--no--> dropped                                '--refused, or no answer in time--> failed
 *
 * One batch is sent at a time. A collector that is away costs the spans, and no request waits for it; nor does a stop,
 * beyond the time that it gives.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '@host/plugin'
import { within } from '../../support/within.ts'
import { CollectorLog } from '../otlp/collector-log.ts'
import type { Span, SpanSink } from '../../support/trace/span.ts'

/** Bounds of a queue, from the variables `OTEL_BSP_*`. Times in milliseconds. */
export interface SpanQueueLimits {
  readonly delay: number
  /** For the whole export of a batch, repeats included. */
  readonly timeout: number
  readonly most: number
  readonly batch: number
}

/** Options of a queue. */
export interface SpanQueueOptions extends SpanQueueLimits {
  /** Sends spans. Rejects when they were not accepted. */
  send(spans: readonly Span[], signal: AbortSignal): Promise<void>
  readonly log: Log
}

/** The number of spans by what became of them. */
export interface SpanCounts {
  readonly exported: number
  readonly dropped: number
  readonly failed: number
}

export class SpanQueue implements SpanSink {
  readonly #options: SpanQueueOptions
  readonly #counts = { exported: 0, dropped: 0, failed: 0 }
  /** Exports belong to no request, whichever one filled the batch. */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #stopping = new AbortController()
  readonly #collector: CollectorLog
  #waiting: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(options: SpanQueueOptions) {
    this.#options = options
    this.#collector = new CollectorLog(options.log, 'Traces could not be sent to the collector')
  }

  get counts(): SpanCounts {
    return this.#counts
  }

  add(span: Span): void {
    const { most, batch, delay } = this.#options
    if (this.#waiting.length >= most || this.#stopping.signal.aborted) {
      this.#counts.dropped += 1
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= batch) this.#begin()
    else this.#timer ??= this.#outside(() => setTimeout(() => this.#begin(), delay).unref())
  }

  /** Sends the rest, and gives up at the end of the time. @param limit milliseconds */
  async stop(limit: number): Promise<void> {
    try {
      await within(limit, this.flush())
    } catch {
      // The rest is counted as failed.
    }
    this.#stopping.abort()
    clearTimeout(this.#timer)
    this.#counts.dropped += this.#waiting.length
    this.#waiting = []
    await this.#sending
  }

  /** Sends everything that waits. Never rejects. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending !== undefined) {
      this.#begin()
      await this.#sending
    }
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#outside(() => this.#drain())
  }

  /** Sends batches until less than one is left. */
  async #drain(): Promise<void> {
    do await this.#sendOne(this.#waiting.splice(0, this.#options.batch))
    while (this.#waiting.length >= this.#options.batch && !this.#stopping.signal.aborted)
    this.#sending = undefined
    if (this.#waiting.length > 0) {
      this.#timer ??= this.#outside(() => setTimeout(() => this.#begin(), this.#options.delay).unref())
    }
  }

  async #sendOne(spans: readonly Span[]): Promise<void> {
    const { send, timeout } = this.#options
    if (spans.length === 0) return
    try {
      await send(spans, AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeout)]))
      this.#counts.exported += spans.length
      this.#collector.accepted()
    } catch (error) {
      this.#counts.failed += spans.length
      if (!this.#stopping.signal.aborted) this.#collector.failed(error)
    }
  }
}
