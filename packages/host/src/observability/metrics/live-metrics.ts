import type { TelemetryService } from '@host/plugin'
import { HostMetrics, type HostMetricsOptions, type MetricSource } from './host-metrics.ts'
import type { LoopDelay } from './loop-delay.ts'
import type { MetricFamily } from './metric-family.ts'
import type { RequestMetrics } from './request-metrics.ts'

/**
 * The metrics of a host, which begin when they are first read or sent: when a token for them is set, or at the start of a
 * host with a collector for them. The instrument kit is too heavy for all others.
 *
 *   off --enable()--> on, until the host stops
 */
export class LiveMetrics {
  readonly #options: Omit<HostMetricsOptions, 'meters'>
  readonly #sources: MetricSource[] = []
  readonly #shared: MetricSource[] = []
  readonly #telemetry = new Map<string, TelemetryService>()
  #enabling: Promise<void> | undefined
  #current: HostMetrics | undefined

  constructor(options: Omit<HostMetricsOptions, 'meters'>) {
    this.#options = options
  }

  /** Counts of requests; undefined while metrics are off. */
  get requests(): RequestMetrics | undefined {
    return this.#current?.requests
  }

  /** Begins to measure. */
  async enable(): Promise<void> {
    await (this.#enabling ??= this.#enable())
  }

  /** Reads something more of this process from now on. */
  add(source: MetricSource): void {
    this.#sources.push(source)
    this.#current?.add(source)
  }

  /** Reads something more from now on that is the same for all processes. */
  addShared(source: MetricSource): void {
    this.#shared.push(source)
    this.#current?.addShared(source)
  }

  /** The instruments of one plugin; undefined while metrics are off. */
  telemetryOf(plugin: string): TelemetryService | undefined {
    const known = this.#telemetry.get(plugin)
    if (known !== undefined || this.#current === undefined) return known
    const telemetry = this.#current.telemetryOf(plugin)
    this.#telemetry.set(plugin, telemetry)
    return telemetry
  }

  /** @param delay of the reader; that of scrapers when left out */
  async families(delay?: LoopDelay): Promise<readonly MetricFamily[]> {
    return (await this.#current?.families(delay)) ?? []
  }

  async ownFamilies(): Promise<readonly MetricFamily[]> {
    return (await this.#current?.ownFamilies()) ?? []
  }

  async sharedFamilies(): Promise<readonly MetricFamily[]> {
    return (await this.#current?.sharedFamilies()) ?? []
  }

  async stop(): Promise<void> {
    await this.#current?.stop()
  }

  async #enable(): Promise<void> {
    const { PluginMeters } = await import('./plugin-meters.ts')
    const metrics = new HostMetrics({ ...this.#options, meters: new PluginMeters() })
    for (const source of this.#sources) metrics.add(source)
    for (const source of this.#shared) metrics.addShared(source)
    this.#current = metrics
  }
}
