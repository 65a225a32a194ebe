/**
 * The metrics of a host: its own, those of its process, and those of the instruments of plugins. Unreadable ones are
 * left out and logged, so that the rest is available.
 */
import type { BuildFacts, Log, TelemetryService } from '@host/plugin'
import type { Faults } from '../containment/faults.ts'
import type { ExecutionContexts } from '../containment/execution-contexts.ts'
import { within } from '../../support/within.ts'
import type { UsageMeter } from '../accounting/usage-meter.ts'
import { LoopDelay } from './loop-delay.ts'
import type { MetricFamily } from './metric-family.ts'
import type { PluginMeters } from './plugin-meters.ts'
import { ProcessMetrics } from './process-metrics.ts'
import { RequestMetrics } from './request-metrics.ts'
import { usageFamilies } from './usage-families.ts'

/** Sources of the metrics. */
export interface HostMetricsOptions {
  readonly usage: Pick<UsageMeter, 'totals'>
  readonly meters: PluginMeters
  readonly contexts: ExecutionContexts
  readonly faults: Faults
  readonly build: Pick<BuildFacts, 'version' | 'digest'>
  readonly log: Log
}

/** A further source, measured on each read. */
export type MetricSource = () => Promise<readonly MetricFamily[]>

/** How long a source may take, in milliseconds. */
const sourceLimit = 2_000

export class HostMetrics {
  readonly requests = new RequestMetrics()
  readonly #options: HostMetricsOptions
  readonly #process: ProcessMetrics
  readonly #delay = new LoopDelay()
  readonly #sources: MetricSource[]
  readonly #shared: MetricSource[] = []

  constructor(options: HostMetricsOptions) {
    this.#options = options
    this.#process = new ProcessMetrics(options.build)
    this.#sources = [() => options.meters.families()]
  }

  /** Reads something more of this process from now on. */
  add(source: MetricSource): void {
    this.#sources.push(source)
  }

  /** Reads something more from now on that is the same for all processes. */
  addShared(source: MetricSource): void {
    this.#shared.push(source)
  }

  /** The instruments of one plugin. */
  telemetryOf(plugin: string): TelemetryService {
    const { meters, contexts, faults } = this.#options
    const contain = async (work: () => unknown): Promise<void> => {
      try {
        await contexts.enter(plugin, async () => await work())
      } catch (error) {
        faults.report({ plugin, kind: 'hook', error })
      }
    }
    return Object.freeze({ meter: meters.meterOf(plugin, contain) })
  }

  /** All families, those of the host first. @param delay of the reader; that of scrapers when left out */
  async families(delay?: LoopDelay): Promise<readonly MetricFamily[]> {
    return (await Promise.all([this.ownFamilies(delay), this.sharedFamilies()])).flat()
  }

  /** Those of this process. */
  async ownFamilies(delay = this.#delay): Promise<readonly MetricFamily[]> {
    const read = await Promise.all(this.#sources.map((source) => this.#read(source)))
    const usage = usageFamilies(this.#options.usage.totals())
    return [...this.#process.families(delay), ...this.requests.families(), ...usage, ...read.flat()]
  }

  /** Those that are the same for all processes. */
  async sharedFamilies(): Promise<readonly MetricFamily[]> {
    return (await Promise.all(this.#shared.map((source) => this.#read(source)))).flat()
  }

  async stop(): Promise<void> {
    this.#delay[Symbol.dispose]()
    await this.#options.meters.stop()
  }

  async #read(source: MetricSource): Promise<readonly MetricFamily[]> {
    try {
      return await within(sourceLimit, source())
    } catch (error) {
      this.#options.log.warn('Some metrics could not be read and are missing', { error })
      return []
    }
  }
}
