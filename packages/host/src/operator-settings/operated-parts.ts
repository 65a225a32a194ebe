import type { LiveMetrics } from '../observability/metrics/live-metrics.ts'
import { Cors } from '../pipeline/cors.ts'
import type { RateLimits } from '../security/rate-limits/rate-limits.ts'
import type { LiveConfig } from './live-config.ts'

/** Dependencies of the parts. */
export interface OperatedPartsOptions {
  readonly config: LiveConfig
  readonly rates: Pick<RateLimits, 'configure'>
  readonly metrics: Pick<LiveMetrics, 'enable'>
}

/** Parts of a host that follow the settings of its operator. They are in memory, so reading them costs a call nothing. */
export class OperatedParts {
  readonly #options: OperatedPartsOptions
  #config: LiveConfig
  #cors: Cors | undefined

  constructor(options: OperatedPartsOptions) {
    this.#options = options
    this.#config = options.config
    this.#make()
  }

  get config(): LiveConfig {
    return this.#config
  }

  /** Undefined without listed origins. */
  get cors(): Cors | undefined {
    return this.#cors
  }

  /** Applies settings; what runs already ends with the earlier ones. */
  async apply(config: LiveConfig): Promise<void> {
    this.#config = config
    this.#make()
    this.#options.rates.configure(config.rates)
    if (config.metricsToken !== undefined) await this.#options.metrics.enable()
  }

  #make(): void {
    const { corsOrigins } = this.#config
    this.#cors = corsOrigins.length === 0 ? undefined : new Cors(corsOrigins)
  }
}
