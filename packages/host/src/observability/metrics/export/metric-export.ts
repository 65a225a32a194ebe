/**
 * Sends the metrics of a process to a collector, all of them at once:
 *
 *   waiting --interval--> reading --> sending --accepted, refused, or out of time--> waiting
 *   any of these --stop--> the running export is given up --> the last values are sent --> stopped
 *
 * Nothing waits to be sent: values are cumulative, so the next export has those of one that failed. A process thus has one
 * body in memory at a time, however long the collector is away.
 */
import type { Log } from '@host/plugin'
import { runPeriodically } from '../../../support/periodic.ts'
import { CollectorLog } from '../../otlp/collector-log.ts'
import type { OtlpSender } from '../../otlp/otlp-sender.ts'
import { distinctFamilies } from '../distinct-families.ts'
import type { MetricFamily } from '../metric-family.ts'
import type { MetricsEncoder } from './encode-metrics.ts'
import type { MetricExportConfig } from './metric-export-config.ts'

/** Options of an export. */
export interface MetricExportOptions extends Pick<MetricExportConfig, 'interval' | 'timeout'> {
  readonly sender: Pick<OtlpSender, 'send'>
  readonly encode: MetricsEncoder
  readonly log: Log
  /** Reads the metrics. */
  families(): Promise<readonly MetricFamily[]>
}

/** The number of exports by what became of them. */
export interface ExportCounts {
  readonly exported: number
  readonly failed: number
}

export class MetricExport {
  readonly #options: MetricExportOptions
  readonly #counts = { exported: 0, failed: 0 }
  readonly #since = Date.now()
  readonly #collector: CollectorLog
  readonly #end: () => Promise<void>

  /** Begins: the first export is after the interval. */
  constructor(options: MetricExportOptions) {
    this.#options = options
    this.#collector = new CollectorLog(options.log, 'Metrics could not be sent to the collector')
    this.#end = runPeriodically({
      every: options.interval,
      work: (stopping) => this.#send(AbortSignal.any([stopping, AbortSignal.timeout(options.timeout)])),
      onError: (error) => this.#failed(error),
    })
  }

  get counts(): ExportCounts {
    return this.#counts
  }

  /** Sends the last values. @param limit milliseconds; it ends by then */
  async stop(limit: number): Promise<void> {
    const signal = AbortSignal.timeout(Math.floor(limit))
    await this.#end()
    try {
      await this.#send(signal)
    } catch (error) {
      this.#failed(error)
    }
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { sender, encode, families } = this.#options
    const read = await orAborted(families(), signal)
    await sender.send(encode(distinctFamilies(read), { since: this.#since, now: Date.now() }), signal)
    this.#counts.exported += 1
    this.#collector.accepted()
  }

  #failed(error: unknown): void {
    this.#counts.failed += 1
    this.#collector.failed(error)
  }
}

/** The value of a promise. @throws the reason of the signal where that is aborted first */
async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
